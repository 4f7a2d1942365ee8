/** The documents of the card routes as schemas, for OpenAPI. */
import { MovementKind } from "@florin/core/money/Movement"
import { NotificationStatus } from "@florin/core/notifications/Notification"
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import * as Schema from "effect/Schema"
import { Code } from "./Codes.js"
import * as Sections from "./internal/sectionSchemas.js"
import { LineDocument } from "./internal/termsSchemas.js"
import { AnyTransfer, TransferDocument } from "./TransferSchemas.js"

const { integer, optional, required, text, timestamp } = Sections

const { circumstances, order } = FieldDescriptions

const common = {
  uid: required(Schema.String, "UID of the transaction."),
  id: required(Schema.String, "The same as uid."),
  status: required(TransactionStatus, "Where the transaction stands. pending: its outcome is not known yet."),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency),
  tracking_id: required(text, order.trackingId),
  test: required(Schema.Boolean, order.test),
  message: required(text, "Result in words. Null while there is none."),
  code: required(Code, "Processing code: S success, P under way, F declined."),
  friendly_message: required(Schema.String, "What to tell the customer, in the transaction's language."),
  status_code: required(text, "Always null."),
  created_at: required(timestamp, "When the request was accepted."),
  updated_at: required(timestamp, "When the transaction changed last."),
  paid_at: required(timestamp, "When it was approved."),
  closed_at: required(timestamp, "When nothing was left of an authorization: captured, voided or released."),
  settled_at: required(timestamp, "When it was settled, if an operator has said so."),
  receipt_url: required(Schema.String, "Address of the customer's receipt."),
  duplicate_check: optional(Schema.Boolean, circumstances.duplicateCheck)
}

/** What every charge has. */
export const charge = {
  ...common,
  payment_method_type: required(Schema.Literal("credit_card"), "How it is paid."),
  description: required(text, order.description),
  language: required(Schema.String, order.language),
  mute_notifications: required(Schema.Null, "Always null."),
  expired_at: required(timestamp, circumstances.expiredAt),
  manually_corrected_at: required(timestamp, "When an operator corrected the transaction."),
  recurring_type: required(
    Schema.NullOr(Schema.Literal("initial", "recurring")),
    "initial when a recurring contract is set up, recurring for later charges on it, else null."
  ),
  redirect_url: required(Schema.String, "Page for the customer. While the status is incomplete, redirect there."),
  gateway: required(Sections.Gateway, "How the customer's page may be shown."),
  additional_data: required(
    Sections.AdditionalData,
    "The members of additional_data that were sent, and results of a wallet."
  ),
  three_d_secure_verification: optional(
    Sections.ThreeDSecureVerification,
    "The 3-D Secure verification, where one was launched."
  ),
  smart_routing_verification: required(Sections.Routing, "The smart-routing check."),
  dynamic_billing_descriptor: optional(Schema.String, circumstances.dynamicBillingDescriptor),
  notification_url: optional(Schema.String, circumstances.notificationUrl),
  verification_url: optional(Schema.String, circumstances.verificationUrl),
  return_url: optional(Schema.String, circumstances.returnUrl),
  skip_three_d_secure_verification: optional(Schema.Boolean, circumstances.skipThreeDSecureVerification),
  force_three_d_secure_verification: optional(Schema.Boolean, circumstances.forceThreeDSecureVerification),
  three_d_secure: optional(Sections.ThreeDSecure, circumstances.threeDSecure),
  travel: optional(Sections.Travel, circumstances.travel),
  avs_cvc_verification: optional(Sections.AvsCvcResult, "Results of the address and security code checks."),
  subscription: optional(
    Schema.Struct({
      id: required(Schema.String, "Id of the subscription."),
      lines: required(Schema.Array(LineDocument), FieldDescriptions.line.lines)
    }),
    "The subscription that it pays, where it has items, a coupon, usage or lines of the shop's own."
  )
}

/** The people of a charge, but for a payout. */
export const buyer = {
  credit_card: required(Sections.CreditCard, "The card. It has a token for later requests and never the number."),
  customer: required(Sections.Customer, circumstances.customer),
  billing_address: required(Sections.BillingAddress, circumstances.billingAddress)
}

const kind = <const Type extends string>(type: Type) => ({
  type: required(Schema.Literal(type), "What the transaction does.")
})

const result = <A, I>(schema: Schema.Schema<A, I>) => required(schema, "What the acquirer answered.")

const { ChargeResult, ChildResult, TokenizationResult } = Sections

/** What every child has. */
export const child = {
  ...common,
  tracking_id: required(text, FieldDescriptions.child.documentTrackingId),
  parent_uid: required(text, FieldDescriptions.child.parentUid)
}

/**
 * Transactions by type. Captures, voids and refunds have a parent; the others have a card.
 *
 * Source: interface, "Transaction"; shapes, "Card transaction", "Children"; D10, D11.
 */
type Fields = Schema.Struct.Fields

/** What has all of a charge. Named, or the declarations would repeat every member of a charge for each type. */
interface ChargeSchema<Own extends Fields> extends Schema.Struct<typeof charge & Own> {}

/** What has all of a child. */
interface ChildSchema<Own extends Fields> extends Schema.Struct<typeof child & Own> {}

const charged = <Own extends Fields>(identifier: string, own: Own): ChargeSchema<Own> =>
  Schema.Struct({ ...charge, ...own }).annotations({ identifier }) as unknown as ChargeSchema<Own>

const following = <Own extends Fields>(identifier: string, own: Own): ChildSchema<Own> =>
  Schema.Struct({ ...child, ...own }).annotations({ identifier }) as unknown as ChildSchema<Own>

export const transactions = {
  authorization: charged("Authorization", {
    ...kind("authorization"),
    ...buyer,
    authorization: result(ChargeResult)
  }),
  payment: charged("Payment", { ...kind("payment"), ...buyer, payment: result(ChargeResult) }),
  // Source: D51.
  charge: charged("ServiceCharge", { ...kind("charge"), ...buyer, charge: result(ChargeResult) }),
  tokenization: charged("Tokenization", {
    ...kind("tokenization"),
    ...buyer,
    tokenization: result(TokenizationResult)
  }),
  credit: charged("Credit", { ...kind("credit"), ...buyer, credit: result(ChargeResult) }),
  payout: charged("Payout", {
    ...kind("payout"),
    recipient_credit_card: required(Sections.CreditCard, FieldDescriptions.payout.recipientCreditCard),
    recipient: required(Sections.Customer, FieldDescriptions.payout.recipient),
    recipient_billing_address: required(Sections.BillingAddress, FieldDescriptions.payout.recipientBillingAddress),
    payout: result(ChargeResult)
  }),
  capture: following("Capture", { ...kind("capture"), capture: result(ChildResult) }),
  void: following("Void", {
    ...kind("void"),
    notification_url: optional(Schema.String, FieldDescriptions.child.notificationUrl),
    void: result(ChildResult)
  }),
  refund: following("Refund", {
    ...kind("refund"),
    notification_url: optional(Schema.String, FieldDescriptions.child.notificationUrl),
    reason: optional(Schema.String, FieldDescriptions.child.reason),
    refund: result(ChildResult)
  })
}

type Transactions = typeof transactions

/**
 * The document of a transaction, or of any of these types. Named, or the declarations would repeat every member of a
 * transaction wherever one stands.
 */
export interface TransactionAnswer<Type extends keyof Transactions = keyof Transactions>
  extends Schema.Schema<
    { readonly transaction: Schema.Schema.Type<Transactions[Type]> },
    { readonly transaction: Schema.Schema.Encoded<Transactions[Type]> }
  > {}

const enclosed = <A, I>(transaction: Schema.Schema<A, I>, identifier: string) =>
  Schema.Struct({ transaction: required(transaction, "The transaction.") }).annotations({ identifier })

const answer = <Type extends keyof Transactions>(type: Type, identifier: string): TransactionAnswer<Type> => {
  const transaction: Schema.Schema.AnyNoContext = transactions[type]
  return enclosed(transaction, identifier)
}

export const AuthorizationDocument = answer("authorization", "AuthorizationDocument")

export const PaymentDocument = answer("payment", "PaymentDocument")

export const ServiceChargeDocument = answer("charge", "ServiceChargeDocument")

export const TokenizationDocument = answer("tokenization", "TokenizationDocument")

export const CaptureDocument = answer("capture", "CaptureDocument")

export const VoidDocument = answer("void", "VoidDocument")

export const RefundDocument = answer("refund", "RefundDocument")

export const CreditDocument = answer("credit", "CreditDocument")

export const PayoutDocument = answer("payout", "PayoutDocument")

interface AnyTransactionSchema
  extends Schema.Schema<
    Schema.Schema.Type<Transactions[keyof Transactions]>,
    Schema.Schema.Encoded<Transactions[keyof Transactions]>
  > {}

const AnyTransaction: AnyTransactionSchema = Schema.Union(
  transactions.authorization,
  transactions.payment,
  transactions.charge,
  transactions.tokenization,
  transactions.credit,
  transactions.payout,
  transactions.capture,
  transactions.void,
  transactions.refund
).annotations({ identifier: "Transaction" })

/** What stands in the body of a webhook, too. */
export const TransactionDocument: TransactionAnswer = enclosed(AnyTransaction, "TransactionDocument")

/** The answer of a status query, which finds transfers too: only these have a `method_type`. Source: D1. */
export const FoundDocument = Schema.Union(TransactionDocument, TransferDocument)

type Listed = AnyTransactionSchema | typeof AnyTransfer

/** A transaction of any type. */
export interface AnyFoundSchema extends Schema.Schema<Schema.Schema.Type<Listed>, Schema.Schema.Encoded<Listed>> {}

export const AnyFound: AnyFoundSchema = Schema.Union(AnyTransaction, AnyTransfer)

export interface TransactionListSchema
  extends Schema.Schema<
    { readonly transactions: ReadonlyArray<Schema.Schema.Type<Listed>> },
    { readonly transactions: ReadonlyArray<Schema.Schema.Encoded<Listed>> }
  > {}

/** The answer of a query by tracking id. Source: D1. */
export const TransactionListDocument: TransactionListSchema = Schema.Struct({
  transactions: required(Schema.Array(AnyFound), "The newest ten, newest first.")
}).annotations({ identifier: "TransactionListDocument" })

/**
 * A refused request, or a record that was not found. `errors` maps a field to a list of sentences and nests by object.
 *
 * Source: D4.
 */
export const ErrorDocument = Schema.Struct({
  response: required(
    Schema.Struct({
      message: required(Schema.String, "What is wrong, one sentence per field."),
      errors: optional(
        Sections.members,
        "Each field with a list of sentences; fields of a section lie in an object, what is about the whole under base."
      )
    }),
    "Why the request was refused."
  )
}).annotations({ identifier: "ErrorDocument" })

/** A request that was not processed, or a failure of the gateway. Source: D4. */
export const FailureDocument = Schema.Struct({
  message: required(Schema.String, "What happened."),
  request_id: optional(Schema.String, "Id of the request in the gateway's log.")
}).annotations({ identifier: "FailureDocument" })

const ShopMovement = Schema.Struct({
  id: required(Schema.String, "UID of the transaction."),
  kind: required(MovementKind, "What it moved. transfer: a customer's payment by instant bank transfer."),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency),
  reference: required(text, "Its tracking id."),
  parent: optional(Schema.String, "UID of the transaction that it follows."),
  at: required(timestamp, "When the request was accepted.")
}).annotations({ identifier: "ShopMovement" })

/** The list of movements. Source: D1. */
export const MovementListDocument = Schema.Struct({
  movements: required(Schema.Array(ShopMovement), "Movements, oldest first.")
}).annotations({ identifier: "MovementListDocument" })

/** A notification. */
export const Notice = Schema.Struct({
  id: required(Schema.String, "Id of the notification, sent as webhook-id."),
  uid: required(Schema.String, "UID of the transaction that it tells about."),
  sequence: required(integer, "Version of the transaction, sent as Florin-Sequence."),
  url: required(Schema.String, "Where it is delivered."),
  status: required(
    NotificationStatus,
    "waiting for its next attempt, delivered, superseded by a newer state, stopped by the receiver (410), or exhausted."
  ),
  attempts: required(integer, "Attempts so far."),
  last_result: required(text, "Result of the last attempt: an HTTP status, or a word such as timeout."),
  tries: required(
    Schema.Array(
      Schema.Struct({
        at: required(timestamp, "When it ended."),
        result: required(Schema.String, "An HTTP status, or a word such as timeout."),
        milliseconds: required(integer, "How long it took.")
      })
    ),
    "The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept."
  ),
  created_at: required(timestamp, "When the state it tells about was committed."),
  updated_at: required(timestamp, "When it changed last.")
}).annotations({ identifier: "Notification" })

/** The list of notifications. Source: D1, D34. */
export const NotificationListDocument = Schema.Struct({
  notifications: required(Schema.Array(Notice), "Notifications, newest first.")
}).annotations({ identifier: "NotificationListDocument" })

const done = { message: required(Schema.String, "What was done.") }

const outcome = "The outcome of the command."

/** The answer of a command over HTTP. */
export const DoneDocument = Schema.Struct({ response: required(Schema.Struct(done), outcome) }).annotations({
  identifier: "DoneDocument"
})

/** The same, with how many it was about. */
export const ResentDocument = Schema.Struct({
  response: required(
    Schema.Struct({ ...done, sent: required(Schema.Int, "How many notifications are sent again.") }),
    outcome
  )
}).annotations({ identifier: "ResentDocument" })

/** A merchant's private note. */
export const NoteDocument = Schema.Struct({
  note: required(Schema.NullOr(Schema.String), "The note. Null: there is none.")
}).annotations({ identifier: "NoteDocument" })
