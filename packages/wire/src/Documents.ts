/** The document of a transaction: what an operation answers, what a status query answers and what a webhook carries. */

import type { ChargeDetails } from "@florin/core/cards/CardRequest"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { CustomerLanguages, messageOf } from "@florin/core/language/CustomerMessages"
import type * as Fields from "@florin/core/request/Fields"
import { shownTrackingId } from "@florin/core/transaction-base/TransactionBase"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Schema from "effect/Schema"
import * as Codes from "./Codes.js"
import {
  additionalData,
  avsCvcResult,
  billingAddress,
  chargeResult,
  childResult,
  creditCard,
  customer,
  message,
  threeDSecureVerification,
  timestamp,
  tokenizationResult,
  withInterfaceNames
} from "./internal/sections.js"
import { line } from "./internal/termsSections.js"
import { transferMembers } from "./internal/transferSections.js"
import type { Written } from "./internal/written.js"
import type * as Schemas from "./Schemas.js"

/** Settings of the documents. */
export interface Options {
  /** `{base_url}`, with or without a trailing slash. */
  readonly baseUrl: string
  /** The customers' pages may be shown in a frame. Default: no. Source: interface, "Transaction | gateway". */
  readonly framed?: boolean
  /** Default: English and Russian. */
  readonly languages?: CustomerLanguages["Type"]
}

/** A transaction under the interface's names. */
export type Document = Written<typeof Schemas.FoundDocument.Encoded>

type Encoded<Fields extends Schema.Struct.Fields> = Written<Schema.Struct.Encoded<Fields>>

/** The types as documents call them. */
interface Typed {
  readonly type: CardTransaction["type"] | NonNullable<CardTransaction["shownAs"]>
}

type Charge = Encoded<typeof Schemas.charge>

/** A refund has a reason; a capture may have an address from its authorization. */
type Child = Encoded<
  typeof Schemas.child & Pick<typeof Schemas.transactions.refund.fields, "reason" | "notification_url">
>

type Any = Written<typeof Schemas.TransactionDocument.Encoded>["transaction"]

const address = (
  { baseUrl }: Options,
  page: "process" | "receipts" | "transfers",
  { uid }: Pick<Transaction, "uid">
): string => `${baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl}/${page}/${uid}`

/** The URL of a transaction's receipt page. */
export const receiptUrl = (options: Options, transaction: Pick<Transaction, "uid">): string =>
  address(options, "receipts", transaction)

const ownLanguages = CustomerLanguages.defaultValue()

const friendlyMessage = (transaction: Transaction, { languages = ownLanguages }: Options): string =>
  messageOf(transaction, languages)

type EchoName = keyof Fields.SnakeKeys<Omit<ChargeDetails, "additionalData" | "billingAddress" | "customer">> & string

/**
 * Every member of the request that has no section of its own. A member that is added to requests compiles once the echo
 * and the schema of the answer have it.
 */
type Echo = { readonly [Name in EchoName]-?: Charge[Name] }

/** Source: D9. */
const echo = ({ details }: CardTransaction): Echo => ({
  duplicate_check: details.duplicateCheck,
  dynamic_billing_descriptor: details.dynamicBillingDescriptor,
  notification_url: details.notificationUrl,
  verification_url: details.verificationUrl,
  return_url: details.returnUrl,
  skip_three_d_secure_verification: details.skipThreeDSecureVerification,
  force_three_d_secure_verification: details.forceThreeDSecureVerification,
  three_d_secure: withInterfaceNames(details.threeDSecure) as Charge["three_d_secure"],
  travel: withInterfaceNames(details.travel) as Charge["travel"]
})

const people = ({ card, details, recipient, recipientBillingAddress, type }: CardTransaction) => {
  const shown = card === undefined ? null : creditCard(card)
  return type === "payout"
    ? {
        recipient_credit_card: shown,
        recipient: customer(recipient),
        recipient_billing_address: billingAddress(recipientBillingAddress)
      }
    : {
        credit_card: shown,
        customer: customer(details.customer),
        billing_address: billingAddress(details.billingAddress)
      }
}

/** Clients of this family know a payment by another name. Source: D51. */
const shownType = ({ shownAs, type }: CardTransaction) => shownAs ?? type

/** One literal, because a spread of so many members costs as much as all of them. Its schema has each of its own members. */
const charge = (transaction: CardTransaction, result: unknown, options: Options, type = shownType(transaction)) =>
  ({
    uid: transaction.uid,
    id: transaction.uid,
    status: transaction.status,
    type,
    payment_method_type: "credit_card",
    amount: transaction.amount,
    currency: transaction.currency,
    description: transaction.description ?? null,
    tracking_id: transaction.trackingId ?? null,
    language: transaction.language,
    test: transaction.test,
    message: message(transaction),
    code: Codes.ofTransaction(transaction),
    friendly_message: friendlyMessage(transaction, options),
    status_code: null,
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
    receipt_url: receiptUrl(options, transaction),
    gateway: { iframe: options.framed ?? false },
    additional_data: additionalData(transaction) as Charge["additional_data"],
    smart_routing_verification: { status: transaction.routing },
    three_d_secure_verification: threeDSecureVerification(transaction, address(options, "process", transaction)),
    avs_cvc_verification: avsCvcResult(transaction),
    [type]: result,
    subscription: billed(transaction),
    ...echo(transaction),
    ...people(transaction)
  }) satisfies Omit<Charge, EchoName> & Typed as unknown as Any

/** What a charge of a subscription consists of. Undefined: the amount of its plan. Source: D60. */
const billed = ({ subscription: about }: CardTransaction): Charge["subscription"] =>
  about?.bill === undefined ? undefined : { id: about.id, lines: about.bill.lines.map(line) }

/** Members taken over from the parent were not sent and are not echoed. Source: shapes, "Children"; D10. */
const child = (transaction: CardTransaction, options: Options) =>
  ({
    uid: transaction.uid,
    id: transaction.uid,
    parent_uid: transaction.parentUid ?? null,
    type: transaction.type,
    status: transaction.status,
    amount: transaction.amount,
    currency: transaction.currency,
    tracking_id: shownTrackingId(transaction) ?? null,
    test: transaction.test,
    message: message(transaction),
    code: Codes.ofTransaction(transaction),
    friendly_message: friendlyMessage(transaction, options),
    status_code: null,
    created_at: timestamp(transaction.createdAt),
    updated_at: timestamp(transaction.updatedAt),
    paid_at: timestamp(transaction.paidAt),
    closed_at: timestamp(transaction.closedAt),
    settled_at: timestamp(transaction.settledAt),
    receipt_url: receiptUrl(options, transaction),
    reason: transaction.refundReason,
    duplicate_check: transaction.details.duplicateCheck,
    // A capture may have it from its authorization.
    notification_url: transaction.type === "capture" ? undefined : transaction.details.notificationUrl,
    [transaction.type]: childResult(transaction)
  }) satisfies Child & Typed as unknown as Any

const members = (transaction: CardTransaction, options: Options): Any => {
  switch (transaction.type) {
    case "authorization":
    case "payment":
    case "credit":
    case "payout":
      return charge(transaction, chargeResult(transaction), options)
    case "tokenization":
      return charge(transaction, tokenizationResult(transaction), options)
    case "capture":
    case "void":
    case "refund":
      return child(transaction, options)
  }
}

const ofTransfer = (transfer: Transfer, options: Options) =>
  transferMembers(transfer, {
    framed: options.framed ?? false,
    receiptUrl: receiptUrl(options, transfer),
    payUrl: address(options, "transfers", transfer),
    friendlyMessage: friendlyMessage(transfer, options)
  })

/**
 * The document of a transaction. It holds no card number and no security code, because the transaction has none.
 * Undefined members are left out by JSON.
 *
 * Source: interface, "Transaction"; shapes, "Card transaction", "Children"; D6 to D11, D18.
 */
export const toDocument = (transaction: Transaction, options: Options): Document =>
  transaction.method === undefined
    ? { transaction: members(transaction, options) }
    : { transaction: ofTransfer(transaction, options) }

/** The document as JSON text. */
export const encode = (transaction: Transaction, options: Options): string =>
  JSON.stringify(toDocument(transaction, options))

/** The documents of transactions as values, for answers in process and lists. */
export class Documents extends Context.Tag("@florin/wire/Documents")<
  Documents,
  (transaction: Transaction) => Document
>() {}

/** Encodes transactions for core, and for the operations. Answers, status queries and webhooks are the same document. */
export const make = (
  settings: Omit<Options, "languages">
): Effect.Effect<Context.Context<TransactionDocuments | Documents>> =>
  Effect.map(CustomerLanguages, (languages) => {
    const options = { ...settings, languages }
    return Context.make(TransactionDocuments, {
      encode: (transaction) => encode(transaction, options),
      returnUrl: (uid) => `${address(options, "process", { uid })}/return`
    }).pipe(Context.add(Documents, (transaction) => toDocument(transaction, options)))
  })

export const layer = (settings: Omit<Options, "languages">): Layer.Layer<TransactionDocuments | Documents> =>
  Layer.effectContext(make(settings))
