/** The documents of the operators' routes as schemas, for OpenAPI. */

import { Contract } from "@florin/core/cards/CardRequest"
import { MovementKind } from "@florin/core/money/Movement"
import { DoubtAbout } from "@florin/core/operator/OperatorRules"
import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { TransactionStatus, TransactionType } from "@florin/core/transaction-base/TransactionBase"
import { TransferType } from "@florin/core/transfers/Transfer"
import * as Schema from "effect/Schema"
import * as Sections from "./internal/sectionSchemas.js"

const { integer, required, text, timestamp } = Sections

const { order, transfer: texts } = FieldDescriptions

const gatewayId = required(Schema.NullOr(integer), "Id of the acquirer or provider that was asked.")
const trackingId = required(text, order.trackingId)
const shop = required(Schema.String, "Id of the shop.")
const test = required(Schema.Boolean, texts.test)

const evidence = required(
  Schema.Array(
    Schema.Struct({
      said: required(Schema.Literal("paid", "rejected"), "What the bank says."),
      ref_id: required(text, "The bank's own id of it."),
      amount: required(integer, "Amount in kopecks, as the bank says."),
      paid_at: required(timestamp, "The bank's date of a payment."),
      reported_at: required(timestamp, "When the report came.")
    }).annotations({ identifier: "BankReport" })
  ),
  "What the bank has reported and changed nothing, oldest first."
)

const provenPayment = Schema.Struct({
  amount: required(integer, "Amount of the order in kopecks."),
  description: required(text, order.description),
  tracking_id: trackingId,
  created_at: required(timestamp, "When it was opened."),
  pay_by: required(timestamp, "The last instant at which it could be paid."),
  ref_id: required(text, "The bank's own id of the order."),
  mark: required(text, "Code that the customer was to enter in the comment of the transfer."),
  target_card: required(text, "Phone number that was to receive the transfer."),
  bank_type: required(text, "Bank that was to receive the transfer."),
  evidence
})

const proof = Schema.Struct({
  uid: required(Schema.String, "UID of the proof."),
  shop,
  payment_uid: required(Schema.String, "UID of the payment that it is to prove."),
  amount: required(integer, "Amount in kopecks that the merchant claims."),
  currency: required(Schema.String, texts.currency),
  test,
  claimed_at: required(timestamp, "When the proof was sent."),
  number: required(Schema.NullOr(integer), "Which proof of its payment it is: 1 to 3."),
  document: required(
    Schema.Struct({
      file_name: required(Schema.String, texts.fileName),
      file_size: required(integer, "Size of the file in bytes.")
    }),
    "The document, without its content."
  ),
  payment: required(provenPayment, "The payment, to compare the document with.")
})

/** Source: D29. */
export const ProofsDocument = Schema.Struct({
  proofs: required(Schema.Array(proof), "Oldest first.")
}).annotations({ identifier: "ProofsDocument" })

const marked = Schema.Struct({
  uid: required(Schema.String, "UID of the transfer."),
  shop,
  type: required(TransferType, "What it is."),
  status: required(TransactionStatus, "What it is, whatever the bank has reported since."),
  amount: required(integer, "Amount in kopecks."),
  currency: required(Schema.String, texts.currency),
  test,
  tracking_id: trackingId,
  gateway_id: gatewayId,
  created_at: required(timestamp, "When the request was accepted."),
  pay_by: required(timestamp, "The last instant at which it could be paid."),
  paid_at: required(timestamp, "When it was paid, by the bank's date."),
  evidence
})

/** Source: D28. */
export const EvidenceDocument = Schema.Struct({
  transfers: required(Schema.Array(marked), "Oldest report first.")
}).annotations({ identifier: "EvidenceDocument" })

/** A transaction in a list of all shops. */
export const FoundTransaction = Schema.Struct({
  uid: required(Schema.String, "UID of the transaction."),
  shop,
  type: required(TransactionType, "What it is."),
  status: required(TransactionStatus, "How it stands."),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency),
  test,
  tracking_id: trackingId,
  gateway_id: gatewayId,
  email: required(Schema.NullOr(Schema.String), "Email address of the customer."),
  last4: required(Schema.NullOr(Schema.String), "The last four digits of the card."),
  subscription: required(Schema.NullOr(Schema.String), "The subscription that it charges."),
  created_at: required(timestamp, "When the request was accepted.")
}).annotations({ identifier: "FoundTransaction" })

/** What a search of all shops has found. */
export const FoundTransactionsDocument = Schema.Struct({
  transactions: required(Schema.Array(FoundTransaction), "Newest first.")
}).annotations({ identifier: "FoundTransactionsDocument" })

const can = Schema.Struct({
  captures: required(Schema.Literal("many", "one", "none"), "How many captures an authorization takes."),
  partial_voids: required(
    Schema.Literal("any", "rest", "none"),
    "What can be voided: any part, only all that is left, or only the whole authorization."
  ),
  refunds: required(Schema.Boolean, "Whether it refunds."),
  credits: required(Schema.Boolean, "Whether it pays out to saved cards."),
  payouts: required(Schema.Boolean, "Whether it pays out to cards."),
  checks: required(Schema.Boolean, "Whether it checks a card without an amount."),
  contracts: required(Schema.NullOr(Schema.Array(Contract)), "What a card can be kept for. Null: anything."),
  currencies: required(Schema.NullOr(Schema.Array(Schema.String)), "The currencies that it takes. Null: all."),
  sources: required(
    Schema.Array(Schema.Literal("card", "token")),
    "Whether it takes card numbers, or tokens of its own."
  ),
  authenticates: required(Schema.Boolean, "Whether it authenticates the customer itself.")
}).annotations({ identifier: "AcquirerCapabilities" })

const calls = (of: string) => required(integer, `Calls since the process started ${of}.`)

const acquirer = Schema.Struct({
  gateway_id: required(integer, "Id of the acquirer."),
  name: required(Schema.String, "Its name."),
  simulated: required(Schema.Boolean, "Whether it moves no money."),
  can: required(can, "What it can do. Routing passes over one that cannot take a charge."),
  breaker: required(
    Schema.Literal("closed", "open", "half_open"),
    "open: its calls fail, and another acquirer is asked if there is one; half_open: the next charge tries it."
  ),
  calls: required(integer, "Calls that ended within the last minute."),
  failure_ratio: required(Schema.NullOr(Schema.Number), "The share of them that failed, from 0 to 1. Null: no call."),
  median_ms: required(
    Schema.NullOr(Schema.Number),
    "Half of the last 200 calls took no longer, in milliseconds. Null: no call."
  ),
  p95_ms: required(Schema.NullOr(Schema.Number), "95 of 100 of them took no longer, in milliseconds. Null: no call."),
  total: required(
    Schema.Struct({
      approved: calls("that were approved"),
      declined: calls("that were declined"),
      underway: calls("that the acquirer has and decides later"),
      failed: calls("without an answer, or that it could not process")
    }),
    "How its calls ended."
  )
})

/** How acquirers do. Source: D42, D53. */
export const AcquirersDocument = Schema.Struct({
  acquirers: required(Schema.Array(acquirer), "In order of preference.")
}).annotations({ identifier: "AcquirersDocument" })

const doubt = Schema.Struct({
  uid: required(Schema.String, "UID of the transaction."),
  shop,
  type: required(TransactionType, "What it is."),
  about: required(
    DoubtAbout,
    "What is not known. outcome: what became of it; reversal: whether the acquirer has taken back a charge that counts as failed, or released a hold; contradiction: which of its decisions holds, of an acquirer that reports the contrary of what it had decided."
  ),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency),
  test,
  gateway_id: gatewayId,
  since: required(
    timestamp,
    "When it was accepted; of a payment whose time to pay is over, when that was; of a reversal or a contradiction, when the transaction last changed."
  ),
  seconds: required(integer, "For how long it has been in doubt."),
  attempts: required(integer, "How often it was asked for without an outcome, the request itself included."),
  next_at: required(timestamp, "When the next query is due. null: none is, and an operator has to find out.")
})

/** Source: D40. */
export const DoubtsDocument = Schema.Struct({
  doubts: required(Schema.Array(doubt), "Oldest transaction first.")
}).annotations({ identifier: "DoubtsDocument" })

const moved = {
  kind: required(MovementKind, "What moved."),
  amount: required(integer, order.amount),
  currency: required(Schema.String, order.currency)
}

const difference = Schema.Struct({
  kind: required(
    Schema.Literal("missing_here", "missing_there", "other_amount", "other_state"),
    "What differs: a movement that only one side has, another amount, or a movement of what moved nothing."
  ),
  uid: required(text, "UID of our transaction. null: the key is none of ours."),
  gateway_id: required(integer, "Id of the acquirer or provider whose books were read."),
  key: required(Schema.String, "The key that both sides know it by."),
  ours: required(
    Schema.NullOr(Schema.Struct({ ...moved, status: required(TransactionStatus, "Status of our transaction.") })),
    "What our books say; null where that is nothing."
  ),
  theirs: required(
    Schema.NullOr(Schema.Struct({ ...moved, at: required(timestamp, "When it moved, by their books.") })),
    "What their books say; null where that is nothing."
  )
})

const notCompared = Schema.Struct({
  gateway_id: required(integer, "Id of the acquirer or provider."),
  reason: required(
    Schema.Literal("lists_no_movements", "unavailable", "not_configured"),
    "Why: its books cannot be listed, cannot be read now, or it is not configured any more."
  )
})

export const ReconciliationDocument = Schema.Struct({
  from: required(timestamp, "Beginning of the period, included."),
  to: required(timestamp, "End of the period, not included."),
  checked: required(integer, "How many keys were compared."),
  in_doubt: required(integer, "How many transactions have no outcome yet. They are no difference."),
  not_compared: required(Schema.Array(notCompared), "Books about which nothing is said."),
  difference_count: required(integer, "How many differences were found."),
  differences: required(Schema.Array(difference), "The first 1000 of them.")
}).annotations({ identifier: "ReconciliationDocument" })
