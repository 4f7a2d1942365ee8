/** The documents of the transfer routes as schemas, for OpenAPI. */

import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"
import { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import * as Transfer from "@florin/core/transfers/Transfer"
import * as Schema from "effect/Schema"
import { TransferCode } from "./Codes.js"
import * as Sections from "./internal/sectionSchemas.js"
import { Timestamp } from "./internal/timestamps.js"
import * as TransferMethods from "./TransferMethods.js"

const { integer, optional, required, text } = Sections

const { circumstances, order } = FieldDescriptions
const texts = FieldDescriptions.transfer

const gatewayId = required(Schema.NullOr(integer), "Id of the provider that was asked.")

const outcome = {
  status: required(TransactionStatus, "Status at the provider."),
  gateway_id: gatewayId,
  ref_id: required(text, "Reference of the provider."),
  message: required(text, "Message of the provider, or ours where it gave none.")
}

const Proof = Schema.Struct({
  ref_id: required(Schema.String, "UID of the proof."),
  gateway_id: gatewayId,
  status: required(Schema.Literal("pending", "failed", "successful"), "Whether the proof is decided, and how."),
  message: required(text, "What the operator said of it.")
}).annotations({ identifier: "TransferProof" })

const common = {
  uid: required(Schema.String, "UID of the transfer."),
  type: required(Transfer.TransferType, "What it is."),
  status: required(TransactionStatus, "Where the transfer stands. pending: it is not decided yet."),
  amount: required(integer, "Amount in kopecks. Of a successful transfer, what was really paid."),
  currency: required(Schema.String, texts.currency),
  description: optional(Schema.String, order.description),
  created_at: required(Timestamp, "When the request was accepted."),
  updated_at: required(Timestamp, "When the transfer changed last."),
  paid_at: required(Timestamp, "When it was paid, by the bank's date."),
  method_type: required(TransferMethod, texts.type),
  receipt_url: required(Schema.String, "Address of the customer's receipt."),
  message: required(text, "Result in words."),
  code: required(TransferCode, "Processing code: S success, P under way, F refused."),
  friendly_message: required(Schema.String, "What to tell the customer, in the transfer's language."),
  tracking_id: required(text, order.trackingId),
  test: required(Schema.Boolean, texts.test),
  language: required(Schema.String, order.language),
  manually_corrected_at: required(Timestamp, "When an operator corrected the transfer.")
}

/** A transfer of any type. Source: interface, "Payment response for `sbp_data`", "Payout response"; D32. */
export const AnyTransfer = Schema.Struct({
  ...common,
  expired_at: optional(Timestamp, circumstances.expiredAt),
  parent_uid: optional(Schema.String, "UID of the payment that a refund or a proof is about."),
  reason: optional(Schema.String, FieldDescriptions.child.reason),
  payment: optional(Schema.Struct(outcome), "Outcome of a payment."),
  refund: optional(Schema.Struct(outcome), "Outcome of a refund."),
  payout: optional(Schema.Struct({ ...outcome, bank_code: required(text, texts.bankCode) }), "Outcome of a payout."),
  proof: optional(Proof, "The last proof of the payment."),
  ...TransferMethods.schemas,
  form: optional(
    Schema.Struct({
      action: required(Schema.String, "Page with the QR code. Redirect the customer there."),
      method: required(Schema.Literal("GET"), "How."),
      fields: required(Schema.Array(Schema.Unknown), "Always empty.")
    }),
    "Where the customer pays."
  ),
  customer: optional(Sections.Customer, circumstances.customer),
  billing_address: optional(Sections.BillingAddress, circumstances.billingAddress),
  gateway: optional(Sections.Gateway, "How the customer's page may be shown."),
  additional_data: optional(Sections.TransferData, "What the interface adds to a transfer."),
  notification_url: optional(Schema.String, circumstances.notificationUrl),
  verification_url: optional(Schema.String, texts.verificationUrl),
  return_url: optional(Schema.String, texts.returnUrl)
}).annotations({ identifier: "Transfer" })

/** The answer of each operation. */
export const TransferDocument = Schema.Struct({
  transaction: required(AnyTransfer, "The transfer.")
}).annotations({ identifier: "TransferDocument" })

/** Source: D1. */
export const TransferListDocument = Schema.Struct({
  transactions: required(Schema.Array(AnyTransfer), "Newest first, at most 10.")
}).annotations({ identifier: "TransferListDocument" })

/** Source: interface, "Confirm response". */
export const ConfirmationDocument = Schema.Struct({
  response: required(
    Schema.Struct({
      parent_uid: required(Schema.String, "UID of the payment."),
      type: required(Schema.Literal("confirm"), "What it is."),
      status: required(Schema.Literal("successful", "failed"), "Whether the payment is paid by now."),
      message: required(Schema.String, "Result in words."),
      created_at: required(Schema.String, "When the confirmation was asked for, with offset."),
      amount: required(integer, "Amount of the payment in kopecks."),
      currency: required(Schema.String, texts.currency)
    }),
    "The outcome."
  )
}).annotations({ identifier: "ConfirmationDocument" })
