/** An instant bank transfer: a payment by a customer, a refund, a payout, or the proof of a payment. */
import * as Schema from "effect/Schema"
import { TransactionUid } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { BillingAddress, Customer } from "../party/Buyer.js"
import { transactionBase } from "../transaction-base/TransactionBase.js"
import { TransferMethod } from "./methods/TransferMethod.js"
import { Order, TransferReport } from "./ProviderReport.js"
import { TransferReason } from "./TransferReason.js"

export const TransferType = Schema.Literal("payment", "refund", "payout", "proof")

export type TransferType = typeof TransferType.Type

/** What the bank has reported without effect: a payment that was late, or anything about a final transfer. */
export const ConflictingReport = Schema.Struct({
  said: Schema.Literal("paid", "rejected"),
  /** The provider's own id, which tells two equal payments apart. */
  refId: Schema.NullOr(Schema.String),
  amount: Amount,
  /** The bank's date of a payment. */
  paidAt: Schema.NullOr(Schema.DateTimeUtc),
  reportedAt: Schema.DateTimeUtc
})

export interface ConflictingReport extends Schema.Schema.Type<typeof ConflictingReport> {}

/** The last proof of a payment. Source: interface, "`proof` object in status query responses". */
export const ProofState = Schema.Struct({
  uid: TransactionUid,
  status: Schema.Literal("pending", "failed", "successful"),
  message: Schema.NullOr(Schema.String),
  /** How many proofs were accepted, this one included. */
  count: Schema.Int
})

export interface ProofState extends Schema.Schema.Type<typeof ProofState> {}

/** Who receives a payout. */
export const Recipient = Schema.Struct({
  /** Phone number: digits, with or without a leading `+`. */
  account: Schema.String,
  bankCode: Schema.String
})

export interface Recipient extends Schema.Schema.Type<typeof Recipient> {}

/** The rest of the request, to echo it. Source: D9. */
export const TransferDetails = Schema.Struct({
  notificationUrl: Schema.optional(Schema.String),
  verificationUrl: Schema.optional(Schema.String),
  returnUrl: Schema.optional(Schema.String),
  customer: Schema.optional(Schema.typeSchema(Customer)),
  billingAddress: Schema.optional(Schema.typeSchema(BillingAddress))
})

export interface TransferDetails extends Schema.Schema.Type<typeof TransferDetails> {}

/** A transfer as stored and passed around. Null members are shown as null; absent members are not shown. */
export const Transfer = Schema.Struct({
  ...transactionBase,
  type: TransferType,
  /** Tells it from a card transaction. */
  method: TransferMethod,
  /** Why it `failed`; null otherwise. */
  reason: Schema.NullOr(TransferReason),
  details: TransferDetails,
  /** Null until the provider answers. */
  report: Schema.NullOr(TransferReport),
  /** Of a payment, once the provider has opened it. */
  order: Schema.NullOr(Order),
  /** The last instant at which an `sbp_data` payment counts as paid in time. Source: D28. */
  payBy: Schema.NullOr(Schema.DateTimeUtc),
  recipient: Schema.optional(Recipient),
  /** Oldest first. */
  evidence: Schema.Array(ConflictingReport),
  proof: Schema.optional(ProofState),
  /** When the merchant last asked to confirm the payment. */
  confirmedAt: Schema.optional(Schema.DateTimeUtc),
  /** The idempotency key of that request. Absent: it had none. */
  confirmedUnder: Schema.optional(Schema.String)
})

export interface Transfer extends Schema.Schema.Type<typeof Transfer> {}
