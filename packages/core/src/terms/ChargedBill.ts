/** The bill of a charge as it is stored with its transaction: what it consists of, and what its success changes. */
import * as Schema from "effect/Schema"
import { PlanId } from "../ids/Ids.js"
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

export interface Taken extends Schema.Schema.Type<typeof Taken> {}

const billedState = {
  /** Absent: the one item of the plan. */
  items: Schema.optional(Schema.Array(Item)),
  /** Absent: the plan stays. */
  plan: Schema.optional(Plan),
  /** The plan and the items that were to begin with a renewal, and that the charge replaces. Absent: none. */
  nextPlan: Schema.optional(PlanId),
  nextItems: Schema.optional(Schema.Array(Item)),
  paid: Schema.NullOr(PaidPeriod),
  coupon: Schema.optional(AppliedCoupon),
  /** How many of the waiting lines the charge has taken. */
  linesTaken: Schema.Int,
  linesAdded: Schema.Array(WaitingLine),
  /** The number of the cycle whose usage is not charged yet. Absent: it stays. */
  usageCycle: Schema.optional(Schema.Int),
  /** The items whose usage waits as lines, and is forgotten. Absent: none. */
  usageForgotten: Schema.optional(Schema.Array(ItemId)),
  /** Where nothing is paid: the start of the next period, from which cycles of another interval count. Absent: it stays. */
  anchor: Schema.optional(Schema.DateTimeUtc),
  /** The charge begins a period, whose start is the new anchor. */
  isNewAnchor: Schema.optional(Schema.Literal(true))
}

/** Has a name so that the declarations of everything that holds it stay small. */
export interface BilledStateSchema extends Schema.Struct<typeof billedState> {}

/** How a subscription stands after the charge has succeeded. */
export const BilledState: BilledStateSchema = Schema.Struct(billedState)

export interface BilledState extends Schema.Schema.Type<typeof BilledState> {}

const chargedBill = {
  lines: Schema.Array(Line),
  /** What the card is charged. Unit: minor units. */
  total: Amount,
  taken: Taken,
  after: BilledState,
  /** How it stands after a decline, where the terms change all the same. Absent: nothing has changed. */
  ifDeclined: Schema.optional(BilledState)
}

/** Has a name for the same reason. */
export interface ChargedBillSchema extends Schema.Struct<typeof chargedBill> {}

/** Source: D60 to D63. */
export const ChargedBill: ChargedBillSchema = Schema.Struct(chargedBill)

export interface ChargedBill extends Schema.Schema.Type<typeof ChargedBill> {}
