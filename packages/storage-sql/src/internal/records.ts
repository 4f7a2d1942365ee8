/** How each kind of record is stored: as a document, in columns, or as both. */
import { SavedCard, type SealedCard } from "@florin/core/cards/CardStore"
import type { ProviderToken } from "@florin/core/cards/ProviderToken"
import { Checkout } from "@florin/core/checkouts/Checkout"
import { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import { Entitlements, none } from "@florin/core/entitlements/Entitlements"
import { type CardToken, ShopId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Notification, type Try } from "@florin/core/notifications/Notification"
import { Approval } from "@florin/core/people/Approval"
import { AuditEntry } from "@florin/core/people/AuditEntry"
import { Person } from "@florin/core/people/Person"
import { Plan } from "@florin/core/plans/Plan"
import { Product } from "@florin/core/products/Product"
import * as Fields from "@florin/core/request/Fields"
import type { Row } from "@florin/core/store/UnitOfWork"
import { Coupon } from "@florin/core/terms/Coupon"
import { Transition } from "@florin/core/transaction-base/TransactionBase"
import { Transaction } from "@florin/core/transactions/Transaction"
import type { ParentTotals } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { codecOf, inDocument, number, recordIn, text } from "./values.js"

export const transaction = codecOf(Transaction, Fields.timestamp)

export const customer = codecOf(StoredCustomer, Fields.timestamp)

export const checkout = codecOf(Checkout, DateTime.toEpochMillis)

export const product = codecOf(Product, DateTime.toEpochMillis)

/** `redemptions` is what it was when the coupon was made: the column of the name counts. */
export const coupon = codecOf(Coupon, DateTime.toEpochMillis)

export const plan = codecOf(Plan, DateTime.toEpochMillis)

export const person = codecOf(Person, DateTime.toEpochMillis)

export const approval = codecOf(Approval, DateTime.toEpochMillis)

/** All but the sealed number and the provider's token. */
export const cardDocument = codecOf(SavedCard.omit("number", "providerToken"), DateTime.toEpochMillis)

export const entitlements = codecOf(Entitlements, DateTime.toEpochMillis)

/** A row of a customer with the column `entitlements`, which is null until there are some. */
export const entitlementsOf = (row: Row): Entitlements =>
  row.entitlements === null ? none : entitlements.read(text(row, "entitlements"))

/** A row with the column `document`. */
export const transactionOf = inDocument(transaction)

export const customerOf = inDocument(customer)

export const checkoutOf = inDocument(checkout)

export const productOf = inDocument(product)

export const couponOf = inDocument(coupon)

export const planOf = inDocument(plan)

export const personOf = inDocument(person)

export const approvalOf = inDocument(approval)

export const auditEntryOf = recordIn(AuditEntry, { shop: "shop_id" })

/** The columns of a card. */
export const cardColumns = "shop_id, token, key_id, sealed, provider_token, document"

/** The key of what no key has sealed: a provider's token stands in the place of the number. */
const noKey = ""

// Key rotation changes the sealed number alone, so it has its own columns outside the document.
const numberOf = (row: Row): SealedCard["number"] => ({ keyId: text(row, "key_id"), sealed: text(row, "sealed") })

/** The columns of a sealed number. Those of a card without one were there before such cards, and are not null. */
export const sealedColumns = ({ number }: SavedCard): { readonly key_id: string; readonly sealed: string } =>
  number === undefined ? { key_id: noKey, sealed: "" } : { key_id: number.keyId, sealed: number.sealed }

/** The column of a provider's token: in the clear, as JSON. */
export const tokenColumn = ({ providerToken }: SavedCard): string | null => {
  if (providerToken === undefined) return null
  const { value, ...others } = providerToken
  // biome-ignore lint/plugin/secrets: a token is worth nothing without its provider's secret key
  return JSON.stringify({ ...others, value: Redacted.value(value) })
}

const providerTokenIn = (column: string): ProviderToken => {
  const { value, ...others } = JSON.parse(column)
  return { ...others, value: Redacted.make(value) }
}

export const cardOf = (row: Row): SavedCard => ({
  ...cardDocument.read(text(row, "document")),
  ...(row.provider_token === null
    ? { number: numberOf(row) }
    : { providerToken: providerTokenIn(text(row, "provider_token")) })
})

export const sealedNumberOf = (row: Row): SealedCard => ({
  shop: text(row, "shop_id") as ShopId,
  token: text(row, "token") as CardToken,
  number: numberOf(row)
})

/** The columns of a job. */
export const jobColumns = "shop_id, kind, subject, share, run_at, place, attempts, fence, lease_owner"

const Job = Schema.Struct({
  shop: ShopId,
  kind: Schema.String,
  subject: Schema.String,
  share: Schema.String,
  runAt: Schema.DateTimeUtcFromNumber,
  attempts: Schema.Int,
  fence: Schema.Int,
  owner: Schema.NullOr(Schema.String)
})

export const jobRecordOf = recordIn(Job, { shop: "shop_id", owner: "lease_owner" })

const total = (rows: ReadonlyArray<Row>, type: string): Amount =>
  Amount.make(rows.filter((row) => row.type === type).reduce((sum, row) => sum + number(row, "total"), 0))

/** Sums up what follows a parent, by type and status. `shop`, `parent`: where their values stand. */
export const parentTotals = (
  shop: string,
  parent: string
): string => `SELECT type, status, SUM(amount) AS total, COUNT(*) AS children FROM {transactions}
  WHERE shop_id = ${shop} AND parent_uid = ${parent} AND status IN ('successful', 'pending')
    AND type IN ('capture', 'void', 'refund')
  GROUP BY type, status`

/** The totals of a parent, from its children by type and status. */
export const parentTotalsOf = (rows: ReadonlyArray<Row>): ParentTotals => ({
  captured: total(rows, "capture"),
  voided: total(rows, "void"),
  refunded: total(rows, "refund"),
  pending: rows.reduce((sum, row) => sum + (row.status === "pending" ? number(row, "children") : 0), 0)
})

const ofShop = { shop: "shop_id" }

type StoredTry = readonly [at: number, milliseconds: number, result: string]

/** The column of attempts: JSON without names, because it is read and written with each of them. */
export const triesColumn = (tries: ReadonlyArray<Try>): string | null =>
  tries.length === 0
    ? null
    : JSON.stringify(tries.map(({ at, milliseconds, result }): StoredTry => [at.epochMillis, milliseconds, result]))

const triesOf = (row: Row): ReadonlyArray<Try> => {
  const stored: ReadonlyArray<StoredTry> = row.tries === null ? [] : JSON.parse(text(row, "tries"))
  return stored.map(([at, milliseconds, result]) => ({ at: DateTime.unsafeMake(at), milliseconds, result }))
}

const withTries =
  <A>(recordOf: (row: Row) => A) =>
  (row: Row): A & Pick<Notification, "tries"> => ({ ...recordOf(row), tries: triesOf(row) })

export const notificationOf: (row: Row) => Notification = withTries(recordIn(Notification.omit("tries"), ofShop))

/** The part of a notification that recording an attempt needs. */
export const notificationRecordOf = withTries(recordIn(Notification.pick("shop", "id", "status", "attempts"), ofShop))

/** The part of a notification that an attempt needs. */
export const notificationToSendOf = recordIn(Notification.omit("lastResult", "tries", "createdAt", "updatedAt"), ofShop)

/** A line of a transaction's history. */
export const transitionOf = recordIn(Transition, {
  at: "happened_at",
  trigger: "trigger_name",
  from: "from_status",
  to: "to_status"
})
