/** Subscription plans: how often and how much a customer is charged. */
import * as Schema from "effect/Schema"
import { RequestedField } from "../customers/RequestedFields.js"
import { PlanId, ShopId } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { AcceptedCurrency } from "../money/Currency.js"
import { Interval } from "../time/Interval.js"
import { Features } from "./Features.js"

/** What a customer gets before the first full charge. Source: interface, "Create-plan request body | trial". */
export const Trial = Schema.Struct({
  /** May be 0: then only the card is checked when the subscription starts. */
  amount: Amount,
  interval: Interval,
  /** The paid trial counts as the success that permits retries. Source: D25. */
  asFirstPayment: Schema.Boolean
})

export interface Trial extends Schema.Schema.Type<typeof Trial> {}

const plan = {
  shop: ShopId,
  id: PlanId,
  title: Schema.String,
  currency: AcceptedCurrency,
  /** Language of the payment page. */
  language: Schema.String,
  amount: Amount,
  interval: Interval,
  trial: Schema.NullOr(Trial),
  /** Null: unlimited. */
  billingCycles: Schema.NullOr(Schema.Int),
  numberPaymentAttempts: Schema.Int,
  preventPaymentsAtNight: Schema.Boolean,
  test: Schema.Boolean,
  /** What the payment page asks the customer for. Absent: nothing but the card. */
  visibleFields: Schema.optional(Schema.Array(RequestedField)),
  /** The shop's own key of the plan. Absent: none. */
  lookupKey: Schema.optional(Schema.String),
  /** What it gives to those who subscribe. Absent: nothing. Source: D66. */
  features: Schema.optional(Features),
  createdAt: Schema.DateTimeUtc
}

/** Has a name so that the declarations of everything that holds it stay small. */
export interface PlanSchema extends Schema.Struct<typeof plan> {}

/**
 * A plan as stored. It never changes: a subscription keeps the plan that its customer agreed to.
 *
 * Source: interface, "Plan object returned by the service"; D21.
 */
export const Plan: PlanSchema = Schema.Struct(plan)

export interface Plan extends Schema.Schema.Type<typeof Plan> {}
