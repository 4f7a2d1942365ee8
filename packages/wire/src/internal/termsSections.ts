/** Items, lines and coupons in documents. Source: D59 to D63. */
import type { Account } from "@florin/core/subscriptions/BillStore"
import type { ItemUsage } from "@florin/core/subscriptions/UsageRules"
import type { AppliedCoupon, Coupon, Discount } from "@florin/core/terms/Coupon"
import type { Item } from "@florin/core/terms/Item"
import type { Line } from "@florin/core/terms/Lines"
import type { FixedPrice, Tier } from "@florin/core/terms/Price"
import { timestamp } from "./sections.js"
import type * as Schemas from "./termsSchemas.js"
import { spelled, type Written } from "./written.js"

type ItemDocument = Written<typeof Schemas.ItemDocument.Encoded>

type LineDocument = Written<typeof Schemas.LineDocument.Encoded>

const tier = ({ flatAmount, unitAmount, upTo }: Tier) => ({
  ...(upTo === null ? {} : { up_to: upTo }),
  unit_amount: unitAmount,
  flat_amount: flatAmount
})

const fixed = (price: FixedPrice): ItemDocument["price"] => {
  switch (price.kind) {
    case "flat":
      return { kind: "flat", amount: price.amount }
    case "per_unit":
      return { kind: "per_unit", unit_amount: price.unitAmount }
    case "graduated":
    case "volume":
      return { kind: price.kind, tiers: price.tiers.map(tier) }
  }
}

/** As a request gives it. */
export const item = ({ id, price, quantity, title }: Item): ItemDocument => ({
  id,
  title,
  quantity,
  price:
    price.kind === "metered" ? { ...fixed(price.price), metered: { aggregation: price.aggregation } } : fixed(price)
})

export const line = ({ amount, coupon, item, kind, period, quantity, title }: Line): LineDocument => ({
  kind: spelled(kind),
  title,
  amount,
  quantity,
  item,
  coupon,
  period: period && { from: timestamp(period.from), to: timestamp(period.to) }
})

/** What a coupon takes off. */
export const discount = (of: Discount) =>
  of.kind === "percent" ? { percent_off: of.percent } : { amount_off: of.amount, currency: of.currency }

export const appliedCoupon = ({
  code,
  cyclesLeft,
  discount: off
}: AppliedCoupon): Written<typeof Schemas.AppliedCouponDocument.Encoded> => ({
  code,
  ...discount(off),
  cycles_left: cyclesLeft
})

const durationOf = (cycles: number | null): string => {
  if (cycles === null) return "forever"
  return cycles === 1 ? "once" : `cycles:${cycles}`
}

export const coupon = (_: Coupon): Written<typeof Schemas.CouponDocument.Encoded> => ({
  id: _.code,
  code: _.code,
  ...discount(_.discount),
  duration: durationOf(_.cycles),
  max_redemptions: _.maxRedemptions,
  redemptions: _.redemptions,
  redeem_by: timestamp(_.redeemBy),
  plans: _.plans,
  first_time_only: _.firstTimeOnly,
  created_at: timestamp(_.createdAt)
})

export const account = ({ balances, coupon }: Account): Written<typeof Schemas.AccountDocument.Encoded> => ({
  balances: balances.map(({ amount, currency }) => ({ currency, amount })),
  coupon: coupon === null ? null : appliedCoupon(coupon)
})

/** An amount beyond what JSON can write is shown as the greatest. */
const written = (amount: bigint): number => Number(amount > most ? most : amount)

const most = BigInt(Number.MAX_SAFE_INTEGER)

export const usage = (items: ReadonlyArray<ItemUsage>): Written<typeof Schemas.UsageDocument.Encoded> => ({
  items: items.map(({ amount, item, quantity }) => ({ item, quantity, amount: written(amount) }))
})
