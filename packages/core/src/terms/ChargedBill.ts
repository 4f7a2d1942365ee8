/** The bill of a charge as it is stored with its transaction: what it consists of, and what its success changes. */
import * as Schema from "effect/Schema"
import { Amount } from "../money/Amount.js"
import { AcceptedCurrency } from "../money/Currency.js"
import { Plan } from "../plans/Plan.js"
import { PaidPeriod } from "./Charging.js"
import { AppliedCoupon, CouponCode } from "./Coupon.js"
import { Item, ItemId } from "./Item.js"
import { Line } from "./Lines.js"
import { WaitingLine } from "./OneOff.js"

/** What a charge takes when it begins. It gives everything back if it fails. */
export const Taken = Schema.Struct({
  /** Whose balance it is: the customer's, or the subscription's if it names no customer. */
  owner: Schema.String,
  currency: AcceptedCurrency,
  balance: Amount,
  /** The coupon that this charge uses first. Absent: none. */
  redeemed: Schema.optional(CouponCode),
  /** The customer's coupon, of which it uses up a cycle. Absent: none. */
  customerCoupon: Schema.optional(CouponCode)
})

export type Taken = typeof Taken.Type

/** How a subscription stands after the charge has succeeded. */
export const BilledState = Schema.Struct({
  /** Absent: the one item of the plan. */
  items: Schema.optional(Schema.Array(Item)),
  /** Absent: the plan stays. */
  plan: Schema.optional(Plan),
  paid: Schema.NullOr(PaidPeriod),
  coupon: Schema.optional(AppliedCoupon),
  /** How many of the waiting lines the charge has taken. */
  linesTaken: Schema.Int,
  linesAdded: Schema.Array(WaitingLine),
  /** The number of the cycle whose usage is not charged yet. Absent: it stays. */
  usageCycle: Schema.optional(Schema.Int),
  /** The items whose usage waits as lines, and is forgotten. Absent: none. */
  usageForgotten: Schema.optional(Schema.Array(ItemId)),
  /** The charge begins a period, whose start is the new anchor. */
  isNewAnchor: Schema.optional(Schema.Literal(true))
})

export type BilledState = typeof BilledState.Type

/** Source: D60 to D63. */
export const ChargedBill = Schema.Struct({
  lines: Schema.Array(Line),
  /** What the card is charged. Unit: minor units. */
  total: Amount,
  taken: Taken,
  after: BilledState,
  /** How it stands after a decline, where the terms change all the same. Absent: nothing has changed. */
  ifDeclined: Schema.optional(BilledState)
})

export type ChargedBill = typeof ChargedBill.Type
