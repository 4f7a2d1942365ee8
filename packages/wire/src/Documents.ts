/**
 * The document of a transaction: what an operation answers, what a status query answers and what a webhook carries.
 *
 * @since 0.1.0
 */
import type { Transaction } from "@florin/core/transactions/Transaction"
import * as Codes from "./Codes.js"
import * as FriendlyMessages from "./FriendlyMessages.js"
import { withInterfaceNames } from "./internal/interfaceNames.js"
import {
  avsCvcResult,
  billingAddress,
  chargeResult,
  creditCard,
  customer,
  followUpResult,
  type Members,
  message,
  timestamp,
  tokenizationResult
} from "./internal/sections.js"

/**
 * Where the pages are that documents link to.
 *
 * @since 0.1.0
 * @category models
 */
export interface Options {
  /** `{base_url}`, with or without a slash at its end. */
  readonly baseUrl: string
}

/**
 * A transaction under the interface's names.
 *
 * @since 0.1.0
 * @category models
 */
export interface Document {
  readonly transaction: Readonly<Record<string, unknown>>
}

const address = ({ baseUrl }: Options, page: "process" | "receipts", { uid }: Transaction): string =>
  `${baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl}/${page}/${uid}`

const outcome = (transaction: Transaction): Members => {
  const code = Codes.ofTransaction(transaction)
  return {
    message: message(transaction),
    code,
    friendly_message: FriendlyMessages.of(code, transaction.language),
    status_code: null
  }
}

/** Everything else that was sent, under its own name. Source: D9. */
const echo = ({ details }: Transaction): Members => {
  const { additionalData, billingAddress: _, customer: __, ...rest } = details
  return withInterfaceNames(rest) as Members
}

const result = (transaction: Transaction): Members => {
  switch (transaction.type) {
    case "authorization":
    case "payment":
    case "credit":
    case "payout":
      return { [transaction.type]: chargeResult(transaction) }
    case "tokenization":
      return { tokenization: tokenizationResult(transaction) }
    case "capture":
    case "void":
    case "refund":
      return { [transaction.type]: followUpResult(transaction) }
  }
}

const people = (transaction: Transaction): Members => {
  const card = transaction.card === undefined ? null : creditCard(transaction.card)
  return transaction.type === "payout"
    ? {
        recipient_credit_card: card,
        recipient: customer(transaction.recipient),
        recipient_billing_address: billingAddress(transaction.recipientBillingAddress)
      }
    : {
        credit_card: card,
        customer: customer(transaction.details.customer),
        billing_address: billingAddress(transaction.details.billingAddress)
      }
}

const charge = (transaction: Transaction, options: Options): Members => ({
  ...echo(transaction),
  uid: transaction.uid,
  id: transaction.uid,
  status: transaction.status,
  type: transaction.type,
  payment_method_type: "credit_card",
  amount: transaction.amount,
  currency: transaction.currency,
  description: transaction.description ?? null,
  tracking_id: transaction.trackingId ?? null,
  language: transaction.language,
  test: transaction.test,
  ...outcome(transaction),
  mute_notifications: null,
  created_at: timestamp(transaction.createdAt),
  updated_at: timestamp(transaction.updatedAt),
  paid_at: timestamp(transaction.paidAt),
  expired_at: timestamp(transaction.expiredAt),
  closed_at: timestamp(transaction.closedAt),
  settled_at: timestamp(transaction.settledAt),
  manually_corrected_at: timestamp(transaction.manuallyCorrectedAt),
  recurring_type: transaction.recurringType,
  redirect_url: address(options, "process", transaction),
  receipt_url: address(options, "receipts", transaction),
  gateway: { iframe: false },
  additional_data: withInterfaceNames(transaction.details.additionalData ?? {}),
  smart_routing_verification: { status: transaction.routing },
  ...result(transaction),
  ...avsCvcResult(transaction),
  ...people(transaction)
})

/** Source: shapes, "Children"; D10. */
const followUp = (transaction: Transaction, options: Options): Members => ({
  ...echo(transaction),
  uid: transaction.uid,
  id: transaction.uid,
  parent_uid: transaction.parentUid ?? null,
  type: transaction.type,
  status: transaction.status,
  amount: transaction.amount,
  currency: transaction.currency,
  tracking_id: transaction.trackingId ?? null,
  test: transaction.test,
  ...outcome(transaction),
  created_at: timestamp(transaction.createdAt),
  updated_at: timestamp(transaction.updatedAt),
  paid_at: timestamp(transaction.paidAt),
  closed_at: timestamp(transaction.closedAt),
  settled_at: timestamp(transaction.settledAt),
  receipt_url: address(options, "receipts", transaction),
  ...(transaction.refundReason === undefined ? {} : { reason: transaction.refundReason }),
  ...result(transaction)
})

/**
 * The document of a transaction. It holds no card number and no security code: the transaction has none.
 *
 * Source: interface, "Transaction"; shapes, "Card transaction", "Children"; D6 to D11, D18.
 *
 * @since 0.1.0
 * @category encoding
 */
export const toDocument = (transaction: Transaction, options: Options): Document => {
  switch (transaction.type) {
    case "authorization":
    case "payment":
    case "tokenization":
    case "credit":
    case "payout":
      return { transaction: charge(transaction, options) }
    case "capture":
    case "void":
    case "refund":
      return { transaction: followUp(transaction, options) }
  }
}

/**
 * The document as JSON text.
 *
 * @since 0.1.0
 * @category encoding
 */
export const encode = (transaction: Transaction, options: Options): string =>
  JSON.stringify(toDocument(transaction, options))

/**
 * What a query by tracking id answers: `{"transactions":[…]}`, in the order given. Source: D1.
 *
 * @since 0.1.0
 * @category encoding
 */
export const encodeList = (transactions: ReadonlyArray<Transaction>, options: Options): string =>
  JSON.stringify({ transactions: transactions.map((transaction) => toDocument(transaction, options).transaction) })
