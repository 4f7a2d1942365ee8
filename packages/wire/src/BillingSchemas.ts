/** The documents of plan, customer and subscription routes as schemas, for OpenAPI. */
import { RequestedField } from "@florin/core/customers/RequestedFields"
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { SubscriptionState } from "@florin/core/subscriptions/Subscription"
import { ChangeTime, Proration } from "@florin/core/terms/Change"
import { IntervalUnit } from "@florin/core/time/Interval"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import * as Sections from "./internal/sectionSchemas.js"
import * as Terms from "./internal/termsSchemas.js"

/** Names are the shop's own. */
const Features = Schema.Record({
  key: Schema.String,
  value: Schema.Union(Schema.Literal(true), Schema.Int)
}).annotations({
  jsonSchema: {
    type: "object",
    additionalProperties: { anyOf: [{ const: true }, { type: "integer", minimum: 0 }] }
  }
})

const { integer, members, optional, required, text, timestamp } = Sections

const texts = FieldDescriptions.plan

const price = Schema.Struct({
  amount: required(integer, texts.amount),
  interval: required(integer, texts.interval),
  interval_unit: required(IntervalUnit, texts.intervalUnit)
})

const trial = Schema.Struct({
  amount: required(Schema.NullOr(integer), texts.trialAmount),
  interval: required(Schema.NullOr(integer), texts.trialInterval),
  interval_unit: required(IntervalUnit, texts.trialUnit),
  as_first_payment: required(Schema.Boolean, texts.asFirstPayment)
})

/** Source: interface, "Plan object returned by the service"; D21. */
export const PlanDocument = Schema.Struct({
  id: required(Schema.String, "Id of the plan."),
  title: required(Schema.String, texts.title),
  currency: required(Schema.String, FieldDescriptions.order.currency),
  language: required(Schema.String, texts.language),
  infinite: required(Schema.Boolean, texts.infinite),
  billing_cycles: required(Schema.NullOr(integer), texts.billingCycles),
  number_payment_attempts: required(integer, texts.numberPaymentAttempts),
  prevent_payments_at_night: required(Schema.Boolean, texts.preventPaymentsAtNight),
  test: required(Schema.Boolean, texts.test),
  created_at: required(timestamp, "When the plan was created."),
  updated_at: required(timestamp, "The same: plans never change."),
  pay_url: required(Schema.String, "Page on which a customer pays for the plan."),
  lookup_key: required(text, "The shop's own key of the plan; null where it has none."),
  visible_fields: optional(Schema.Array(RequestedField), texts.visibleFields),
  features: optional(Features, texts.features),
  plan: required(price, texts.plan),
  trial: required(trial, "The trial; its members are null where there is none.")
}).annotations({ identifier: "PlanDocument" })

const own = FieldDescriptions.entitlements

/** Source: D66. */
export const EntitlementsDocument = Schema.Struct({
  customer: required(Schema.Struct({ id: required(Schema.String, own.id) }), own.customer),
  features: required(Features, own.features),
  subscriptions: required(
    Schema.Array(
      Schema.Struct({
        id: required(Schema.String, "Id of the subscription."),
        features: required(Features, own.given),
        until: required(timestamp, own.until)
      })
    ),
    own.subscriptions
  )
}).annotations({ identifier: "EntitlementsDocument" })

const person = FieldDescriptions.customer
const { address } = FieldDescriptions

/** Source: shapes, "Plan, customer, subscription". */
export const CustomerDocument = Schema.Struct({
  id: required(Schema.String, "Id of the customer."),
  email: required(text, person.email),
  ip: required(text, person.ip),
  first_name: required(text, address.firstName),
  last_name: required(text, address.lastName),
  address: required(text, address.address),
  country: required(text, address.country),
  city: required(text, address.city),
  zip: required(text, address.zip),
  state: required(text, address.state),
  phone: required(text, address.phone),
  birth_date: required(text, person.birthDate),
  device_id: optional(Schema.String, person.deviceId),
  external_id: optional(Schema.String, person.externalId),
  taxpayer_id: optional(Schema.String, person.taxpayerId),
  created_at: required(timestamp, "When the customer was created.")
}).annotations({ identifier: "CustomerDocument" })

const LastTransaction = Schema.Struct({
  uid: required(Schema.String, "UID of the transaction."),
  status: required(TransactionStatus, "Where it stands."),
  message: required(text, "Result in words. Null while there is none."),
  created_at: required(timestamp, "When it was accepted.")
})

const { subscription } = FieldDescriptions

/** Source: shapes, "Plan, customer, subscription"; D23. */
export const SubscriptionDocument = Schema.Struct({
  id: required(Schema.String, "Id of the subscription."),
  state: required(SubscriptionState, "Where the subscription stands. redirecting: it waits for the customer."),
  tracking_id: required(text, subscription.trackingId),
  created_at: required(timestamp, "When it was created."),
  updated_at: required(timestamp, "When it changed last."),
  renew_at: required(timestamp, "When it is charged next. Null while nothing is due, or while a charge is in doubt."),
  active_to: required(timestamp, "End of the period that is paid, or of the trial."),
  paused_at: required(timestamp, "Since when nothing is charged. Null: it is not paused."),
  paid_billing_cycles: required(integer, "Billing cycles that are paid. A trial does not count."),
  number_failed_payment_attempts: required(integer, "Attempts of the present cycle that failed."),
  cancel_reason: required(text, subscription.cancelReason),
  cancelled_at: required(timestamp, "When it was cancelled."),
  cancel_at_period_end: optional(Schema.Boolean, "true: it ends with the period that is paid. Absent: it goes on."),
  cancel_at: optional(timestamp, "When it ends then. Null while the charge is under way that pays the period."),
  card: required(Schema.NullOr(Sections.CreditCard), "The card that is charged."),
  customer: required(
    Schema.NullOr(Schema.Struct({ id: required(Schema.String, "Id of the customer.") })),
    "The customer, if one was named."
  ),
  plan: required(PlanDocument, "The plan that the customer agreed to."),
  next_plan: required(Schema.NullOr(PlanDocument), "The plan from the next cycle on, if it was changed."),
  last_transaction: required(Schema.NullOr(LastTransaction), "The last charge."),
  change: optional(
    Schema.Struct({
      when: required(ChangeTime, FieldDescriptions.change.when),
      proration: required(Proration, FieldDescriptions.change.proration),
      amount: required(integer, FieldDescriptions.change.amount),
      balance_gained: required(integer, FieldDescriptions.change.gained),
      lines: required(Schema.Array(Terms.LineDocument), FieldDescriptions.change.lines)
    }),
    "What the change comes to, in the answer of the request for it; with preview, what it would come to."
  ),
  card_check: optional(LastTransaction, "The check of another card, in the answer that begins it."),
  items: optional(Schema.Array(Terms.ItemDocument), subscription.items),
  next_items: optional(Schema.Array(Terms.ItemDocument), subscription.nextItems),
  coupon: optional(Terms.AppliedCouponDocument, "The coupon whose discount the next charge has. Absent: none."),
  waiting_lines: optional(Schema.Array(Terms.LineDocument), subscription.waiting),
  additional_data: required(members, subscription.additionalData),
  return_url: optional(Schema.String, subscription.returnUrl),
  notification_url: optional(Schema.String, subscription.notificationUrl),
  redirect_url: optional(
    Schema.String,
    "Page for the customer, while the state is redirecting or another card waits for 3-D Secure."
  ),
  token: optional(
    Schema.String,
    "Token of the card. While the subscription waits for its card: what identifies the page, the last part of redirect_url."
  )
}).annotations({ identifier: "SubscriptionDocument" })

const Otherwise = Schema.Struct({
  state: required(SubscriptionState, "State that would follow."),
  renew_at: required(timestamp, "When the charge would be retried.")
})

/** The charges that lie ahead. */
export const PreviewDocument = Schema.Struct({
  charges: required(
    Schema.Array(
      Schema.Struct({
        at: required(timestamp, "When it is charged."),
        local_time: required(Schema.String, "The same in the system time zone."),
        amount: required(integer, texts.amount),
        currency: required(Schema.String, FieldDescriptions.order.currency),
        reason: required(
          Schema.Literal("first", "trial", "after_trial", "cycle", "retry", "plan_change", "end"),
          "What the charge is for."
        ),
        cycle: required(
          Schema.NullOr(integer),
          "Billing cycle that it pays, from 1. Null for a trial, and for what is owed at the end."
        ),
        lines: optional(Schema.Array(Terms.LineDocument), FieldDescriptions.line.lines),
        if_declined: required(Otherwise, "What follows a decline."),
        if_error: required(Otherwise, "What follows a technical error.")
      })
    ),
    "The charges that lie ahead, if each succeeds; at most 1000."
  )
}).annotations({ identifier: "PreviewDocument" })

/** Source: D64. */
export const PortalDocument = Schema.Struct({
  url: required(Schema.String, "Address of the portal, for this customer's browser alone."),
  expires_at: required(timestamp, "When it stops opening: 30 minutes after it was made.")
}).annotations({ identifier: "PortalDocument" })

/**
 * A refused request, or a record that was not found, on plan, customer and subscription routes.
 *
 * Source: interface,
 * "Errors | Plan creation with invalid or missing parameter or invalid credentials"; D4.
 */
export const BillingErrorDocument = Schema.Struct({
  message: required(Schema.String, "What is wrong, one sentence per field."),
  errors: optional(members, "Each field with a list of sentences; what is about the whole under base.")
}).annotations({ identifier: "BillingErrorDocument" })
