import { SavedCard } from "@florin/core/cards/CardStore"
import type { JobRecord, NotificationRecord, NotificationToSend } from "@florin/core/commits/Reads"
import type { NotificationId, ShopId } from "@florin/core/ids/Ids"
import type { JobKind } from "@florin/core/jobs/Job"
import { Amount } from "@florin/core/money/Amount"
import type { NotificationStatus } from "@florin/core/notifications/Notification"
import type { Plan } from "@florin/core/plans/Plan"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { Transaction } from "@florin/core/transactions/Transaction"
import type { ParentTotals } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotificationRow } from "./rows.js"

/** An integer. Some drivers return big integers as text. */
export const number = (row: Row, column: string): number => Number(row[column])

export const text = (row: Row, column: string): string => String(row[column])

export const instant = (row: Row, column: string): DateTime.Utc => DateTime.unsafeMake(number(row, column))

/** The instant in a query's only row, if any. */
export const instantOf =
  (column: string) =>
  ([row]: ReadonlyArray<Row>): Option.Option<DateTime.Utc> =>
    row === undefined || row[column] === null ? Option.none() : Option.some(instant(row, column))

/** Decodes a row of an operation's result. */
export type Read<A> = (operation: string, row: Row) => Either.Either<A, StorageError>

// Drops the parse error, because it quotes its input.
export const corrupt = (operation: string) => (): StorageError => new StorageError({ operation, reason: "corrupt" })

/** A model stored as JSON text. */
export const documentOf = <A, I>(schema: Schema.Schema<A, I>) => {
  const json = Schema.parseJson(schema)
  const encode = Schema.encodeEither(json)
  const decode = Schema.decodeUnknownEither(json)
  return {
    encode: (operation: string, value: A): Either.Either<string, StorageError> =>
      Either.mapLeft(encode(value), corrupt(operation)),
    decode: (operation: string, value: unknown): Either.Either<A, StorageError> =>
      Either.mapLeft(decode(value), corrupt(operation))
  }
}

/** A model stored in columns. `columns` renames them and converts numbers. */
export const columnsOf = <A, I>(schema: Schema.Schema<A, I>, columns: (row: Row) => unknown): Read<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  return (operation, row) => Either.mapLeft(decode(columns(row)), corrupt(operation))
}

export const all =
  <A>(operation: string, read: Read<A>) =>
  (rows: ReadonlyArray<Row>): Either.Either<ReadonlyArray<A>, StorageError> =>
    Either.all(rows.map((row) => read(operation, row)))

/** A job's row. */
export const jobRecordOf = (row: Row): JobRecord & { readonly share: string } => ({
  shop: text(row, "shop_id") as ShopId,
  kind: text(row, "kind") as JobKind,
  subject: text(row, "subject"),
  share: text(row, "share"),
  runAt: instant(row, "run_at"),
  attempts: number(row, "attempts"),
  fence: number(row, "fence"),
  owner: row.lease_owner === null ? null : text(row, "lease_owner")
})

const total = (rows: ReadonlyArray<Row>, type: string): Amount =>
  Amount.make(rows.filter((row) => row.type === type).reduce((sum, row) => sum + number(row, "total"), 0))

/** The totals of a parent, from its children by type and status. */
export const parentTotalsOf = (rows: ReadonlyArray<Row>): ParentTotals => ({
  captured: total(rows, "capture"),
  voided: total(rows, "void"),
  refunded: total(rows, "refund"),
  pending: rows.reduce((sum, row) => sum + (row.status === "pending" ? number(row, "children") : 0), 0)
})

/** A notification's row. */
export const notificationOf = columnsOf(NotificationRow, (row) => row)

// Key rotation changes the sealed number alone, so it has its own columns outside the document.
export const sealedNumberOf = columnsOf(SavedCard.pick("shop", "token", "number"), (row) => ({
  shop: row.shop_id,
  token: row.token,
  number: { keyId: row.key_id, sealed: row.sealed }
}))

/** The part of a notification that recording an attempt needs. */
export const notificationRecordOf = (row: Row): NotificationRecord => ({
  shop: text(row, "shop_id") as ShopId,
  id: text(row, "id") as NotificationId,
  status: text(row, "status") as NotificationStatus,
  attempts: number(row, "attempts")
})

/** The part of a notification that an attempt needs. Not validated: Florin wrote it, and every attempt reads it. */
export const notificationToSendOf = (row: Row): NotificationToSend => ({
  shop: text(row, "shop_id") as ShopId,
  id: text(row, "id") as NotificationId,
  subject: text(row, "subject"),
  sequence: number(row, "sequence"),
  url: text(row, "url"),
  body: text(row, "body"),
  status: "waiting",
  attempts: number(row, "attempts")
})

export type Document = Readonly<Record<string, unknown>>

export const date = (value: unknown): DateTime.Utc => DateTime.unsafeMake(Number(value))

export const planFrom = (_: Document): Plan => ({ ...(_ as unknown as Plan), createdAt: date(_.createdAt) })

const parsed =
  <A>(make: (document: Document) => A): Read<A> =>
  (operation, row) =>
    Either.try({ try: () => make(JSON.parse(text(row, "document"))), catch: corrupt(operation) })

/** A saved card's row. Key rotation changes the sealed number alone, so it has its own columns outside the document. */
export const cardRowOf: Read<SavedCard> = (operation, row) =>
  Either.map(
    parsed((_) => ({ ...(_ as unknown as SavedCard), createdAt: date(_.createdAt) }))(operation, row),
    (card) => ({ ...card, number: { keyId: text(row, "key_id"), sealed: text(row, "sealed") } })
  )

/** A plan's row. Not validated, like the others: Florin wrote it. */
export const planRowOf = parsed(planFrom)

/** Makes members of a stored object instants again. Absent ones stay absent. */
const dated = (stored: unknown, names: ReadonlyArray<string>): void => {
  const members = stored as Record<string, unknown>
  for (const name of names) if (typeof members[name] === "string") members[name] = DateTime.unsafeMake(members[name])
}

const ofEnvelope = ["createdAt", "updatedAt", "paidAt", "expiredAt", "closedAt", "settledAt", "manuallyCorrectedAt"]
const ofTransaction = [...ofEnvelope, "payBy", "confirmedAt"]

/** The members of a transaction that hold instants of their own, and the names of these. */
const ofMembers = Object.entries({
  passedOn: ["at"],
  skipped: ["at"],
  evidence: ["paidAt", "reportedAt"],
  authentication: ["waitingSince"]
})

/** A transaction's row, one of many. Not validated: that takes ten times as long, and a whole day is read at once. */
export const transactionRowOf: Read<Transaction> = parsed((stored) => {
  dated(stored, ofTransaction)
  for (const [member, names] of ofMembers) {
    for (const one of [stored[member] ?? []].flat()) dated(one, names)
  }
  return stored as unknown as Transaction
})
