import { SavedCard } from "@florin/core/cards/CardStore"
import type { KeptAnswer } from "@florin/core/idempotency/IdempotencyStore"
import type { ShopId } from "@florin/core/ids/Ids"
import type { JobRecord, KeyRecord, Read } from "@florin/core/store/Reads"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import { Transaction } from "@florin/core/transactions/Transaction"
import * as Either from "effect/Either"
import type { Dialect } from "../Dialect.js"
import * as Queries from "./queries.js"
import { jobRecordOf, notificationOf, parentTotalsOf, sealedNumberOf, waitingNotificationOf } from "./records.js"
import { documentOf, number, text } from "./rows.js"
import type { Statement, Step } from "./statements.js"

/** How a read is carried out. */
export interface Reading {
  /** The name to be locked before it, where the row that it looks for may be missing. */
  readonly lock?: string
  readonly step: Step
  /** What is asked besides, once the rows of the first are known. */
  readonly more?: (rows: ReadonlyArray<Row>) => ReadonlyArray<Step>
  /** Errors: a `StorageError` that it throws when a row does not read as what is stored. */
  readonly decode: (rows: ReadonlyArray<Row>) => unknown
}

const transactionDocument = documentOf(Transaction)
const cardDocument = documentOf(SavedCard.omit("number"))

const transactionOf = (row: Row) => Either.getOrThrowWith(transactionDocument.decode("load", row.document), (_) => _)

const cardOf = (row: Row): SavedCard => ({
  ...Either.getOrThrowWith(cardDocument.decode("load", row.document), (_) => _),
  ...Either.getOrThrowWith(sealedNumberOf("load", row), (_) => _)
})

const oneNotification = (row: Row) => Either.getOrThrowWith(notificationOf("load", row), (_) => _)

const first =
  <A>(decode: (row: Row) => A) =>
  (rows: ReadonlyArray<Row>): A | undefined =>
    rows[0] === undefined ? undefined : decode(rows[0])

const keyOf = (row: Row): KeyRecord => ({
  fingerprint: text(row, "fingerprint"),
  claimedAt: number(row, "claimed_at"),
  answer:
    row.answer_status === null
      ? undefined
      : ({ status: number(row, "answer_status"), body: text(row, "answer_body") } satisfies KeptAnswer)
})

const recordsOf = (rows: ReadonlyArray<Row>): ReadonlyArray<JobRecord> => {
  const seen = new Map(rows.map((row) => [`${text(row, "shop_id")} ${text(row, "kind")} ${text(row, "subject")}`, row]))
  return Array.from(seen.values())
    .sort(
      (left, right) =>
        number(left, "run_at") - number(right, "run_at") || number(left, "place") - number(right, "place")
    )
    .map(jobRecordOf)
}

const step = (statement: Statement, ...values: ReadonlyArray<SqlValue>): Step => ({ statement, values })

type Known = ReturnType<typeof Queries.make>

type ReadOf<Tag extends Read["_tag"]> = Extract<Read, { readonly _tag: Tag }>

const due = (queries: Known, { kinds, limit, now, perShare }: ReadOf<"Due">): Reading => ({
  step: step(queries.dueOf(kinds.length), now, ...kinds, limit),
  more: (rows) =>
    rows.length < limit || perShare === 0
      ? []
      : kinds.map((kind) => step(queries.dueByShare, kind, kind, kind, now, perShare)),
  decode: recordsOf
})

const waitingOf = (queries: Known, { jobs }: ReadOf<"WaitingOf">): Reading => {
  const [one, ...others] = jobs.map(({ shop, subject }) => step(queries.waitingUnheld, shop, subject))
  return {
    step: one ?? step(queries.waitingUnheld, "", ""),
    more: () => others,
    decode: (rows) => rows.map(waitingNotificationOf)
  }
}

/** How each read is carried out in a dialect. */
export const make = (dialect: Dialect) => {
  const queries = Queries.make(dialect)

  return (read: Read): Reading => {
    switch (read._tag) {
      case "Transaction":
        return { step: step(queries.byUid, read.shop, read.uid), decode: first(transactionOf) }
      case "ParentTotals":
        return { step: step(queries.totals, read.shop, read.parent), decode: parentTotalsOf }
      case "Duplicate":
        return {
          lock: `duplicate:${read.shop}:${read.fingerprint}`,
          step: step(queries.duplicate, read.shop, read.fingerprint, read.after),
          decode: first((row) => text(row, "uid"))
        }
      case "Key":
        return {
          lock: `key:${read.shop}:${read.key}`,
          step: step(queries.key, read.shop, read.key),
          decode: first(keyOf)
        }
      case "Card":
        return { step: step(queries.card, read.shop, read.token), decode: first(cardOf) }
      case "Job":
        return { step: step(queries.job, read.job.shop, read.job.kind, read.job.subject), decode: first(jobRecordOf) }
      case "Notification":
        return { step: step(queries.notification, read.shop, read.id), decode: first(oneNotification) }
      case "Waiting":
        return { step: step(queries.waiting, read.shop, read.subject), decode: first(waitingNotificationOf) }
      case "WaitingOf":
        return waitingOf(queries, read)
      case "Told":
        return {
          step: step(queries.told, read.shop, read.subject),
          decode: (rows) => (rows[0]?.sequence == null ? 0 : number(rows[0], "sequence"))
        }
      case "Exhausted":
        return {
          step: step(queries.exhausted, read.shop, read.after, read.limit),
          decode: (rows) =>
            rows.map((row) => ({ ...oneNotification(row), told: row.told === null ? 0 : number(row, "told") }))
        }
      case "KeysBefore":
        return {
          step: step(queries.keysBefore, read.before, read.limit),
          decode: (rows) => rows.map((row) => [text(row, "shop_id") as ShopId, text(row, "request_key")] as const)
        }
      case "Held":
        return { step: step(queries.held, read.now, read.owner, read.limit), decode: recordsOf }
      case "Workers":
        return {
          step: step(queries.workers),
          decode: (rows) => rows.map((row) => ({ owner: text(row, "owner"), heartbeats: number(row, "heartbeats") }))
        }
      case "Due":
        return due(queries, read)
    }
  }
}
