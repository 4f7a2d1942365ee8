/** Coupons: who may use one, what it takes off, and what remains of it. */
import * as Data from "effect/Data"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { PlanId, ShopId } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { AcceptedCurrency, type Currency } from "../money/Currency.js"
import { shareOf } from "../money/Share.js"
import { type FieldError, type InvalidRequest, invalid, withoutStack } from "../request/InvalidRequest.js"

/** The name by which customers use a coupon. Shape: 1 to 64 of `A-Z 0-9 _ -`. */
export const CouponCode = Schema.String.pipe(Schema.pattern(/^[A-Z0-9_-]{1,64}$/), Schema.brand("CouponCode"))

export type CouponCode = typeof CouponCode.Type

/** A hundred percent, in hundredths of a percent. */
export const wholePercent = 10_000

/** What a coupon takes off: a part of the charge, or an amount of one currency. */
export const Discount = Schema.Union(
  /** In hundredths of a percent, 1 to 10,000. */
  Schema.Struct({ kind: Schema.Literal("percent"), percent: Schema.Int }),
  Schema.Struct({ kind: Schema.Literal("amount"), amount: Amount, currency: AcceptedCurrency })
)

export type Discount = typeof Discount.Type

/** A coupon as stored. It never changes, except that its uses are counted. Source: D61. */
export const Coupon = Schema.Struct({
  shop: ShopId,
  code: CouponCode,
  discount: Discount,
  /** For how many cycles it holds. Null: for ever. */
  cycles: Schema.NullOr(Schema.Int),
  /** Null: as often as customers like. */
  maxRedemptions: Schema.NullOr(Schema.Int),
  /** The last instant at which it may be used first. Null: always. */
  redeemBy: Schema.NullOr(Schema.DateTimeUtc),
  /** Null: any plan. */
  plans: Schema.NullOr(Schema.Array(PlanId)),
  /** Only for customers who have never paid the shop for a subscription. */
  firstTimeOnly: Schema.Boolean,
  /** How often it was used first. */
  redemptions: Schema.Int,
  createdAt: Schema.DateTimeUtc
})

export interface Coupon extends Schema.Schema.Type<typeof Coupon> {}

/** A coupon as a subscription or a customer has it. */
export const AppliedCoupon = Schema.Struct({
  code: CouponCode,
  discount: Discount,
  /** The charges that it still takes something off. Null: for ever. */
  cyclesLeft: Schema.NullOr(Schema.Int),
  /** No charge has used it yet: the first one counts it. Absent: it is counted. */
  isNew: Schema.optional(Schema.Literal(true))
})

export interface AppliedCoupon extends Schema.Schema.Type<typeof AppliedCoupon> {}

/** The coupons of a charge: at most one of the subscription and one of the customer. Source: D61. */
export interface ChargeCoupons {
  readonly subscription: AppliedCoupon | null
  readonly customer: AppliedCoupon | null
}

export const noCoupons: ChargeCoupons = { subscription: null, customer: null }

/** Why a coupon is refused, as a customer reads it. */
export const refusals = {
  expired: "This coupon has expired",
  exhausted: "This coupon has been used up",
  currency: "This coupon is not valid in this currency",
  plan: "This coupon is not valid for this plan",
  "first-time-only": "This coupon is only for new customers"
} as const

export type CouponRefusal = keyof typeof refusals

/** The same of the field `coupon`, for merchants. */
const sentences = {
  expired: "has expired",
  exhausted: "has been used up",
  currency: "is not valid in this currency",
  plan: "is not valid for this plan",
  "first-time-only": "is only for new customers"
} as const satisfies Record<CouponRefusal, string>

/** A coupon cannot be used here; nothing was counted. Source: D61. */
export class CouponRefused extends Data.TaggedError("CouponRefused")<{ readonly reason: CouponRefusal }> {
  get code() {
    return "coupon-refused" as const
  }

  override get message(): string {
    return refusals[this.reason]
  }
}

/** As a merchant's request is refused. */
export const asInvalid = ({ reason }: CouponRefused): InvalidRequest => invalid(["coupon"], sentences[reason])

/** Why a request was refused, if its coupon was. */
export const refusalIn = (errors: ReadonlyArray<FieldError>): CouponRefusal | undefined => {
  const found = errors.find(({ path }) => path.join(".") === "coupon")?.sentence
  return (Object.keys(sentences) as ReadonlyArray<CouponRefusal>).find((reason) => sentences[reason] === found)
}

/** Who would use a coupon, for what and when. */
export interface CouponUse {
  readonly now: DateTime.Utc
  readonly currency: Currency
  /** Whatever it consists of. Null: of a customer, for charges of any plan; a coupon for certain plans does not hold. */
  readonly plan: PlanId | null
  /** Whether the customer has ever paid the shop for a subscription, or is paying for another one. */
  readonly hasPaid: boolean
}

/** Whether it was used first as often as it may be. */
export const isUsedUp = ({ maxRedemptions, redemptions }: Coupon): boolean =>
  maxRedemptions !== null && redemptions >= maxRedemptions

/** The first reason, in this order, for which a coupon cannot be used. */
const reasonAgainst = (coupon: Coupon, use: CouponUse): CouponRefusal | undefined => {
  const { firstTimeOnly, plans, redeemBy } = coupon
  if (redeemBy !== null && DateTime.greaterThan(use.now, redeemBy)) return "expired"
  if (isUsedUp(coupon)) return "exhausted"
  if (!fits(coupon, use.currency)) return "currency"
  if (plans !== null && (use.plan === null || !plans.includes(use.plan))) return "plan"
  return firstTimeOnly && use.hasPaid ? "first-time-only" : undefined
}

/**
 * The coupon as it is applied. The commit of the charge that uses it first decides this, and counts it.
 *
 * Source: D61.
 */
export const redeem = (coupon: Coupon, use: CouponUse): Either.Either<AppliedCoupon, CouponRefused> => {
  const reason = reasonAgainst(coupon, use)
  if (reason !== undefined) return Either.left(withoutStack(() => new CouponRefused({ reason })))
  const { code, cycles, discount } = coupon
  return Either.right({ code, discount, cyclesLeft: cycles })
}

/**
 * The coupon as a customer has it, for the charges of any plan and currency that it fits.
 *
 * Source: D61.
 */
export const redeemForCustomer = (
  coupon: Coupon,
  { hasPaid, now }: Pick<CouponUse, "now" | "hasPaid">
): Either.Either<AppliedCoupon, CouponRefused> => {
  const currency = coupon.discount.kind === "amount" ? coupon.discount.currency : ("EUR" as Currency)
  return redeem(coupon, { now, hasPaid, currency, plan: null })
}

/** Whether a coupon can take something off charges in a currency. */
export const fits = ({ discount }: Pick<AppliedCoupon, "discount">, currency: Currency): boolean =>
  discount.kind === "percent" || discount.currency === currency

/** The coupon after a charge for a cycle. Null: nothing remains of it. */
export const afterCycle = (coupon: AppliedCoupon | null): AppliedCoupon | null => {
  if (coupon === null || coupon.cyclesLeft === null) return coupon
  return coupon.cyclesLeft <= 1 ? null : { ...coupon, cyclesLeft: coupon.cyclesLeft - 1 }
}

/** What a coupon takes off an amount. */
export interface Reduction {
  readonly coupon: AppliedCoupon
  readonly amount: bigint
}

type Scale = (amount: bigint) => bigint

const wholly: Scale = (amount) => amount

const taken = ({ discount }: AppliedCoupon, from: bigint, scale: Scale): bigint => {
  const off =
    discount.kind === "percent"
      ? shareOf(from, BigInt(discount.percent), BigInt(wholePercent))
      : scale(BigInt(discount.amount))
  return off < from ? off : from
}

const isPercent = ({ discount }: AppliedCoupon): boolean => discount.kind === "percent"

/**
 * What the coupons take off an amount: percent before amount, the subscription's before the customer's, each off what
 * the one before has left, together never more than all. Those that take nothing are left out.
 *
 * Shape: `scale` makes the amount of a coupon that of a part of the period. Default: the whole.
 *
 * Source: D61.
 */
export const reductions = (
  { customer, subscription }: ChargeCoupons,
  amount: bigint,
  currency: Currency,
  scale: Scale = wholly
): ReadonlyArray<Reduction> => {
  const all = [subscription, customer].filter((one) => one !== null)
  const ordered = [...all.filter(isPercent), ...all.filter((one) => !isPercent(one))]
  let left = amount > 0n ? amount : 0n
  return ordered.flatMap((coupon) => {
    if (!fits(coupon, currency)) return []
    const off = taken(coupon, left, scale)
    left -= off
    return off === 0n ? [] : [{ coupon, amount: off }]
  })
}

/**
 * The amounts with their part of a reduction taken off: as they are to each other, none below 0, and together exactly
 * the reduction.
 */
export const spread = (amounts: ReadonlyArray<bigint>, off: bigint): ReadonlyArray<bigint> => {
  const total = amounts.reduce((sum, one) => sum + one, 0n)
  let before = 0n
  let gone = 0n
  return amounts.map((one) => {
    before += one
    const until = total === 0n ? 0n : (off * before) / total
    const part = until - gone
    gone = until
    return one - part
  })
}
