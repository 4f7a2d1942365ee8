/** Items, lines and coupons in documents as schemas. Source: D59 to D63. */
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { LineKind } from "@florin/core/terms/Lines"
import { Aggregation } from "@florin/core/terms/Price"
import * as Schema from "effect/Schema"
import { integer, optional, required, timestamp } from "./sectionSchemas.js"
import { spelled } from "./written.js"

const texts = FieldDescriptions.item

const Tier = Schema.Struct({
  up_to: optional(integer, texts.upTo),
  unit_amount: required(integer, texts.unitAmount),
  flat_amount: required(integer, texts.flatAmount)
})

/** An item of a subscription. */
export const ItemDocument = Schema.Struct({
  id: required(Schema.String, texts.id),
  title: required(Schema.String, texts.title),
  quantity: required(integer, texts.quantity),
  price: required(
    Schema.Struct({
      kind: required(Schema.Literal("flat", "per_unit", "graduated", "volume"), texts.kind),
      amount: optional(integer, texts.amount),
      unit_amount: optional(integer, texts.unitAmount),
      tiers: optional(Schema.Array(Tier), texts.tiers),
      metered: optional(Schema.Struct({ aggregation: required(Aggregation, texts.aggregation) }), texts.metered)
    }),
    texts.price
  )
}).annotations({ identifier: "ItemDocument" })

const { line } = FieldDescriptions

const Period = Schema.Struct({ from: required(timestamp, line.from), to: required(timestamp, line.to) })

const kinds = LineKind.literals.map(spelled)

/** A line of a charge. */
export const LineDocument = Schema.Struct({
  kind: required(Schema.Literal(...kinds), line.kind),
  title: required(Schema.String, line.title),
  amount: required(integer, line.amount),
  quantity: optional(integer, line.quantity),
  item: optional(Schema.String, line.item),
  coupon: optional(Schema.String, line.coupon),
  period: optional(Period, line.period)
}).annotations({ identifier: "LineDocument" })

/** A coupon. */
export const CouponDocument = Schema.Struct({
  id: required(Schema.String, "The code."),
  code: required(Schema.String, FieldDescriptions.coupon.code),
  percent_off: optional(integer, FieldDescriptions.coupon.percentOff),
  amount_off: optional(integer, FieldDescriptions.coupon.amountOff),
  currency: optional(Schema.String, FieldDescriptions.coupon.currency),
  duration: required(Schema.String, FieldDescriptions.coupon.duration),
  max_redemptions: required(Schema.NullOr(integer), FieldDescriptions.coupon.maxRedemptions),
  redemptions: required(integer, FieldDescriptions.coupon.redemptions),
  redeem_by: required(timestamp, FieldDescriptions.coupon.redeemBy),
  plans: required(Schema.NullOr(Schema.Array(Schema.String)), FieldDescriptions.coupon.plans),
  first_time_only: required(Schema.Boolean, FieldDescriptions.coupon.firstTimeOnly),
  created_at: required(timestamp, FieldDescriptions.coupon.createdAt)
}).annotations({ identifier: "CouponDocument" })

/** A coupon as a subscription or a customer has it. */
export const AppliedCouponDocument = Schema.Struct({
  code: required(Schema.String, FieldDescriptions.coupon.code),
  percent_off: optional(integer, FieldDescriptions.coupon.percentOff),
  amount_off: optional(integer, FieldDescriptions.coupon.amountOff),
  currency: optional(Schema.String, FieldDescriptions.coupon.currency),
  cycles_left: required(Schema.NullOr(integer), "How many charges it still takes something off. Null: all of them.")
}).annotations({ identifier: "AppliedCouponDocument" })

/** What a customer has. */
export const AccountDocument = Schema.Struct({
  balances: required(
    Schema.Array(
      Schema.Struct({
        currency: required(Schema.String, "ISO 4217 alpha-3 code of the currency."),
        amount: required(integer, "What is left to pay with, in minor units.")
      })
    ),
    "Balances, which pay for the next charges."
  ),
  coupon: required(Schema.NullOr(AppliedCouponDocument), "The customer's own coupon. Null: none.")
}).annotations({ identifier: "AccountDocument" })

/** What is used of an item. */
export const ItemUsageDocument = Schema.Struct({
  item: required(Schema.String, FieldDescriptions.usage.item),
  quantity: required(integer, FieldDescriptions.usage.used),
  amount: required(integer, FieldDescriptions.usage.amount)
}).annotations({ identifier: "ItemUsageDocument" })

/** What is used in the present cycle. */
export const UsageDocument = Schema.Struct({
  items: required(Schema.Array(ItemUsageDocument), "The metered items.")
}).annotations({ identifier: "UsageDocument" })
