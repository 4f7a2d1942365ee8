/** A coupon as a merchant sends it. */
import type * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { PlanId, type ShopId } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"
import { type Coupon, CouponCode, type Discount, wholePercent } from "./Coupon.js"

const texts = FieldDescriptions.coupon

/** How many uses, cycles and plans a coupon has at most. */
const most = { redemptions: 1_000_000_000, cycles: 1000, plans: 100 } as const

const Code = Fields.matching(/^[A-Z0-9_-]{1,64}$/, "a code of 1 to 64 capital letters, digits, _ and -")

/** A coupon by its code. */
export const CouponCodeRequest = Code

/** The coupon of a subscription or a customer from now on. */
export const CouponUseRequest = Fields.named(
  "CouponUseRequest",
  Fields.object({ coupon: Fields.optional(Code, texts.used) })
)

export type CouponUseRequest = typeof CouponUseRequest.Type

const duration = /^(once|forever|cycles:([1-9][0-9]{0,3}))$/

const isDuration = (text: string): boolean => Number(duration.exec(text)?.[2] ?? 1) <= most.cycles

const Duration = Fields.matching(duration, "once, forever or cycles:n").pipe(
  Schema.filter((text) => isDuration(text) || `can't have more than ${most.cycles} cycles`)
)

const Plans = Schema.Array(Fields.matching(/^pln_[0-9a-f]{16}$/, "the id of a plan")).pipe(
  Schema.filter((plans) => plans.length > 0 || "can't be blank"),
  Schema.filter((plans) => plans.length <= most.plans || `can't have more than ${most.plans} plans`)
)

/** Source: D61. */
export const CouponRequest = Fields.named(
  "CouponRequest",
  Fields.object({
    code: Fields.required(Code, texts.code),
    percentOff: Fields.optional(Fields.wholeNumber(1, wholePercent), texts.percentOff),
    amountOff: Fields.optional(Fields.orDigits(PositiveAmount), texts.amountOff),
    currency: Fields.optional(Currency, texts.currency),
    duration: Fields.optional(Duration, texts.duration),
    maxRedemptions: Fields.optional(Fields.wholeNumber(1, most.redemptions), texts.maxRedemptions),
    redeemBy: Fields.optional(Fields.instant, texts.redeemBy),
    plans: Fields.optional(Plans, texts.plans),
    firstTimeOnly: Fields.optional(Fields.flag, texts.firstTimeOnly)
  }).pipe(
    Schema.filter(({ amountOff, currency, percentOff }) => {
      if (amountOff === undefined && percentOff === undefined)
        return { path: ["percent_off"], message: "can't be blank" }
      if (amountOff === undefined) return true
      if (percentOff !== undefined) return { path: ["amount_off"], message: "can't be given together with percent_off" }
      return currency === undefined ? { path: ["currency"], message: "can't be blank" } : true
    })
  )
)

export type CouponRequest = typeof CouponRequest.Type

const cyclesOf = (text: string): number | null => {
  if (text === "forever") return null
  return text === "once" ? 1 : Number(text.slice("cycles:".length))
}

const discountOf = ({ amountOff, currency, percentOff = 0 }: CouponRequest): Discount =>
  amountOff === undefined || currency === undefined
    ? { kind: "percent", percent: percentOff }
    : { kind: "amount", amount: amountOff, currency }

/** The coupon of a request. Default: for the first charge, by anyone, as often as they like. */
export const couponOf = (shop: ShopId, request: CouponRequest, now: DateTime.Utc): Coupon => {
  const {
    code,
    duration: held = "once",
    firstTimeOnly = false,
    maxRedemptions = null,
    plans,
    redeemBy = null
  } = request
  return {
    shop,
    code: CouponCode.make(code),
    discount: discountOf(request),
    cycles: cyclesOf(held),
    maxRedemptions,
    redeemBy,
    plans: plans === undefined ? null : plans.map((plan) => PlanId.make(plan)),
    firstTimeOnly,
    redemptions: 0,
    createdAt: now
  }
}
