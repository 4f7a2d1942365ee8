/** The documents of the card routes as schemas, for OpenAPI. */
import * as CardRequest from "@florin/core/cards/CardRequest"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import * as ChildRequest from "@florin/core/transactions/ChildRequest"
import { RoutingStatus, TransactionStatus } from "@florin/core/transactions/Transaction"
import * as Schema from "effect/Schema"
import { Code } from "./Codes.js"

const inRequest = <A, I>(request: Schema.Schema<A, I>) => Schema.Struct({ request })

/** What each operation takes, wrapped in `request`. For reading bodies use `Requests`, which also does what D3 asks. */
export const requests = {
  authorization: inRequest(CardRequest.ChargeRequest),
  payment: inRequest(CardRequest.ChargeRequest),
  tokenization: inRequest(CardRequest.TokenizationRequest),
  capture: inRequest(ChildRequest.ChildRequest),
  void: inRequest(ChildRequest.ChildRequest),
  refund: inRequest(ChildRequest.RefundRequest),
  credit: inRequest(CardRequest.CreditRequest),
  payout: inRequest(CardRequest.CardPayoutRequest)
}

const text = Schema.NullOr(Schema.String)
const count = Schema.NullOr(Schema.Int)
const section = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** A timestamp in UTC with milliseconds, or null. Source: interface, "Conventions | Timestamps of card responses". */
export const Timestamp = Schema.NullOr(
  Schema.String.pipe(Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/))
).annotations({ description: "YYYY-MM-DDThh:mm:ss.sssZ" })

/**
 * `credit_card` in responses.
 *
 * Source: interface, "`credit_card` in responses".
 */
export const CreditCard = Schema.Struct({
  holder: text,
  stamp: Schema.String,
  brand: Schema.String,
  product: text,
  last_4: Schema.String,
  first_1: Schema.String,
  bin: Schema.String.pipe(Schema.maxLength(6)),
  bin_8: Schema.NullOr(Schema.String.pipe(Schema.maxLength(8))),
  issuer_country: Schema.NullOr(Schema.String.pipe(Schema.maxLength(2))),
  issuer_name: text,
  exp_month: Schema.Int,
  exp_year: Schema.Int,
  token_provider: text,
  token: Schema.String
}).annotations({ identifier: "CreditCard" })

/**
 * `authorization`, `payment`, `credit` and `payout`.
 *
 * Source: interface, "`authorization` object"; D11.
 */
export const ChargeResult = Schema.Struct({
  auth_code: text,
  bank_code: text,
  rrn: text,
  ref_id: text,
  message: text,
  amount: count,
  currency: text,
  billing_descriptor: text,
  gateway_id: count,
  status: TransactionStatus
}).annotations({ identifier: "ChargeResult" })

/** `capture`, `void` and `refund`. Source: D10. */
export const ChildResult = Schema.Struct({
  message: text,
  ref_id: text,
  rrn: text,
  auth_code: text,
  bank_code: text,
  gateway_id: count,
  status: TransactionStatus
}).annotations({ identifier: "ChildResult" })

/**
 * `tokenization`.
 *
 * Source: interface, "`tokenization` object".
 */
export const TokenizationResult = Schema.Struct({
  status: TransactionStatus,
  message: text,
  gateway_id: count
}).annotations({ identifier: "TokenizationResult" })

const checkResult = Schema.Struct({ result_code: text })

const ChargeCustomer = Schema.Struct({
  ip: text,
  email: text,
  device_id: text,
  birth_date: text,
  taxpayer_id: Schema.optional(Schema.String),
  external_id: Schema.optional(Schema.String)
}).annotations({ identifier: "Customer" })

const ChargeBillingAddress = Schema.Struct({
  first_name: text,
  last_name: text,
  address: text,
  country: text,
  city: text,
  zip: text,
  state: text,
  phone: text
}).annotations({ identifier: "BillingAddress" })

const shared = {
  uid: Schema.String,
  id: Schema.String,
  status: TransactionStatus,
  amount: Schema.Int,
  currency: Schema.String,
  tracking_id: text,
  test: Schema.Boolean,
  message: text,
  code: Code,
  friendly_message: Schema.String,
  status_code: text,
  created_at: Timestamp,
  updated_at: Timestamp,
  paid_at: Timestamp,
  closed_at: Timestamp,
  settled_at: Timestamp,
  receipt_url: Schema.String,
  duplicate_check: Schema.optional(Schema.Boolean)
}

/**
 * An authorization, a payment, a tokenization, a credit or a card payout.
 *
 * Source: interface, "Transaction"; shapes, "Card transaction".
 */
export const Charge = Schema.Struct({
  ...shared,
  type: Schema.Literal("authorization", "payment", "tokenization", "credit", "payout"),
  payment_method_type: Schema.Literal("credit_card"),
  description: text,
  language: Schema.String,
  mute_notifications: Schema.Null,
  expired_at: Timestamp,
  manually_corrected_at: Timestamp,
  recurring_type: Schema.NullOr(Schema.Literal("initial", "recurring")),
  redirect_url: Schema.String,
  gateway: Schema.Struct({ iframe: Schema.Boolean }),
  additional_data: section,
  smart_routing_verification: Schema.Struct({ status: RoutingStatus }),
  dynamic_billing_descriptor: Schema.optional(Schema.String),
  notification_url: Schema.optional(Schema.String),
  verification_url: Schema.optional(Schema.String),
  return_url: Schema.optional(Schema.String),
  skip_three_d_secure_verification: Schema.optional(Schema.Boolean),
  force_three_d_secure_verification: Schema.optional(Schema.Boolean),
  three_d_secure: Schema.optional(Schema.Struct({ advanced: Schema.optional(Schema.Boolean) })),
  travel: Schema.optional(section),
  authorization: Schema.optional(ChargeResult),
  payment: Schema.optional(ChargeResult),
  credit: Schema.optional(ChargeResult),
  payout: Schema.optional(ChargeResult),
  tokenization: Schema.optional(TokenizationResult),
  avs_cvc_verification: Schema.optional(
    Schema.Struct({ avs_verification: checkResult, cvc_verification: checkResult })
  ),
  credit_card: Schema.optional(Schema.NullOr(CreditCard)),
  customer: Schema.optional(ChargeCustomer),
  billing_address: Schema.optional(ChargeBillingAddress),
  recipient_credit_card: Schema.optional(Schema.NullOr(CreditCard)),
  recipient: Schema.optional(ChargeCustomer),
  recipient_billing_address: Schema.optional(ChargeBillingAddress)
}).annotations({ identifier: "Charge" })

/**
 * A capture, a void or a refund.
 *
 * Source: shapes, "Children"; D10.
 */
export const ChildTransaction = Schema.Struct({
  ...shared,
  parent_uid: text,
  type: Schema.Literal("capture", "void", "refund"),
  reason: Schema.optional(Schema.String),
  capture: Schema.optional(ChildResult),
  void: Schema.optional(ChildResult),
  refund: Schema.optional(ChildResult)
}).annotations({ identifier: "ChildTransaction" })

const AnyTransaction = Schema.Union(Charge, ChildTransaction)

/** What an operation and a status query answer, and what a webhook carries. */
export const TransactionDocument = Schema.Struct({ transaction: AnyTransaction }).annotations({
  identifier: "TransactionDocument"
})

/** What a query by tracking id answers. Source: D1. */
export const TransactionListDocument = Schema.Struct({ transactions: Schema.Array(AnyTransaction) }).annotations({
  identifier: "TransactionListDocument"
})

/**
 * A request that was refused, or not found. `errors` maps a field to a list of sentences and nests by object.
 *
 * Source: D4.
 */
export const ErrorDocument = Schema.Struct({
  response: Schema.Struct({ message: Schema.String, errors: Schema.optional(section) })
}).annotations({ identifier: "ErrorDocument" })

/** A request that was not looked at, or our own failure. Source: D4. */
export const FailureDocument = Schema.Struct({
  message: Schema.String,
  request_id: Schema.optional(Schema.String)
}).annotations({ identifier: "FailureDocument" })

/** The list of notifications. Source: D1, D34. */
export const NotificationListDocument = Schema.Struct({
  notifications: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      uid: Schema.String,
      sequence: Schema.Int,
      url: Schema.String,
      status: NotificationStatus,
      attempts: Schema.Int,
      last_result: text,
      created_at: Timestamp,
      updated_at: Timestamp
    })
  )
}).annotations({ identifier: "NotificationListDocument" })
