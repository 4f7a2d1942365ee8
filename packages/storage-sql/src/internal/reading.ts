import { SavedCard } from "@florin/core/cards/CardStore"
import type { JobRecord, Read } from "@florin/core/commits/Reads"
import type { KeptAnswer, KeyRecord } from "@florin/core/idempotency/IdempotencyKey"
import type { NotificationId, ShopId } from "@florin/core/ids/Ids"
import { gatewayShop, type Served } from "@florin/core/jobs/ServedShops"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import { isTransfer, Transaction } from "@florin/core/transactions/Transaction"
import * as Either from "effect/Either"
import type { Dialect } from "../Dialect.js"
import {
  documentOf,
  jobRecordOf,
  notificationOf,
  notificationRecordOf,
  notificationToSendOf,
  number,
  parentTotalsOf,
  sealedNumberOf,
  text
} from "./records.js"
import type { Statement, Step } from "./statements.js"
import { subscriptionOf } from "./subscriptionRows.js"

/** The execution of a read. */
export interface Reading {
  /** The name to lock first, for a read whose row may be missing. */
  readonly lock?: string
  /** Absent for a read that only takes a lock, on a database with a single writer. */
  readonly step: Step | undefined
  /** Further queries that depend on the rows of `step`. */
  readonly more?: (rows: ReadonlyArray<Row>) => ReadonlyArray<Step>
  /** Throws a `StorageError` when a row can't be decoded. */
  readonly decode: (rows: ReadonlyArray<Row>) => unknown
}

/** The condition that a job is of a shop that is served. */
interface Condition {
  /** Empty, or begins with `AND`. */
  readonly text: string
  readonly values: ReadonlyArray<SqlValue>
}

// An expression, so that no plan goes through all jobs of a shop instead of those that are due.
const shop = "(shop_id || '')"

export const ofShops = (shops: Served): Condition => {
  if (shops === "any") return { text: "", values: [] }
  if (shops === "stored") {
    return { text: ` AND (${shop} = ? OR ${shop} IN (SELECT id FROM {shops}))`, values: [gatewayShop] }
  }
  const values = [gatewayShop, ...shops]
  return { text: ` AND ${shop} IN (${values.map(() => "?").join(", ")})`, values }
}

/** A row limit. With a bare parameter here, SQLite would replan the statement on every run. */
const limited = "LIMIT (? + 0)"

const jobColumns = "shop_id, kind, subject, share, run_at, place, attempts, fence, lease_owner"

// The newest of a subject is the last one of its index, unless it is superseded: a row costs one search, however many
// its subject has.
const exhaustedWithNewest = `SELECT notifications.*, (
    SELECT t.id FROM {notifications} t WHERE t.shop_id = notifications.shop_id
      AND t.subject = notifications.subject AND t.status <> 'superseded'
    ORDER BY t.sequence DESC, t.id DESC LIMIT 1) AS newest
  FROM {notifications} notifications
  WHERE shop_id = ? AND status = 'exhausted' AND id > ?
  ORDER BY id ${limited}`

// `NULL` matches no job.
const values = (count: number): string =>
  count === 0 ? "(NULL)" : Array.from({ length: count }, () => "(?)").join(", ")

const statement = (operation: string, text: string): Statement => ({ operation, text })

/** Transactions and their cards. */
const ofTransactions = ({ forUpdate }: Dialect) => {
  const byUid = statement(
    "load.transaction",
    `SELECT document FROM {transactions} WHERE shop_id = ? AND uid = ?${forUpdate}`
  )
  const subscription = statement(
    "load.subscription",
    `SELECT agreement, document FROM {subscriptions} WHERE shop_id = ? AND id = ?${forUpdate}`
  )
  const subscriptionUnless = statement(
    "load.subscription",
    `SELECT CASE WHEN version = ? THEN NULL ELSE agreement END AS agreement,
      CASE WHEN version = ? THEN NULL ELSE document END AS document
    FROM {subscriptions} WHERE shop_id = ? AND id = ?${forUpdate}`
  )
  const subscriptionVersion = statement(
    "load.subscription",
    `SELECT version FROM {subscriptions} WHERE shop_id = ? AND id = ?${forUpdate}`
  )
  const totals = statement(
    "load.parentTotals",
    `SELECT type, status, SUM(amount) AS total, COUNT(*) AS children FROM {transactions}
  WHERE shop_id = ? AND parent_uid = ? AND status IN ('successful', 'pending')
    AND type IN ('capture', 'void', 'refund')
  GROUP BY type, status`
  )
  const duplicate = statement(
    "load.duplicate",
    `SELECT uid FROM {transactions} WHERE shop_id = ? AND fingerprint IN (?, ?) AND created_at > ? AND created_at <= ?
  ORDER BY created_at DESC, uid DESC LIMIT 1`
  )
  const card = statement(
    "load.card",
    `SELECT shop_id, token, key_id, sealed, document FROM {cards} WHERE shop_id = ? AND token = ?${forUpdate}`
  )
  return { byUid, subscription, subscriptionUnless, subscriptionVersion, totals, duplicate, card }
}

/** Due work and the workers that hold leases. */
const ofDueWork = ({ forUpdate, lateral, skipLocked }: Dialect) => {
  const job = statement(
    "load.job",
    `SELECT ${jobColumns} FROM {jobs} WHERE shop_id = ? AND kind = ? AND subject = ?${forUpdate}`
  )
  const jobLock = statement(
    "load.job",
    `SELECT 1 FROM {jobs} WHERE shop_id = ? AND kind = ? AND subject = ?${forUpdate}`
  )
  const held = statement(
    "load.held",
    `SELECT ${jobColumns} FROM {jobs} WHERE run_at <= ? AND lease_owner = ? ${limited}${skipLocked}`
  )
  const workers = statement("load.workers", "SELECT owner, heartbeats FROM {workers}")
  // One statement for each condition that this process uses: its shops do not change while it runs.
  const remembered = (make: (kinds: number, ofShops: string) => Statement) => {
    const known = new Map<string, Statement>()
    return (kinds: number, ofShops: string): Statement => {
      const name = `${kinds}${ofShops}`
      const made = known.get(name) ?? make(kinds, ofShops)
      known.set(name, made)
      return made
    }
  }
  const dueByShare = remembered((_, ofShops) =>
    statement(
      "load.due",
      `WITH RECURSIVE wanted (share) AS (
      SELECT MIN(share) FROM {jobs} WHERE lease_owner IS NULL AND kind = ?
      UNION ALL SELECT (SELECT MIN(share) FROM {jobs} WHERE lease_owner IS NULL AND kind = ? AND share > wanted.share)
      FROM wanted WHERE share IS NOT NULL
    )
    ${lateral(`SELECT {id} FROM {jobs} WHERE lease_owner IS NULL AND kind = ? AND share = wanted.share AND run_at <= ?${ofShops}
      ORDER BY run_at, place ${limited}${skipLocked}`)}`
    )
  )

  // Each kind by itself: the index orders the jobs of one kind only.
  const dueOf = remembered((kinds, ofShops) =>
    statement(
      "load.due",
      `WITH wanted (kind) AS (VALUES ${values(kinds)})
      ${lateral(`SELECT {id} FROM {jobs} WHERE lease_owner IS NULL AND kind = wanted.kind AND run_at <= ?${ofShops}
        ORDER BY run_at, place ${limited}${skipLocked}`)}`
    )
  )
  return { job, jobLock, held, workers, dueByShare, dueOf }
}

/** Notifications and idempotency keys. */
const ofOutbox = ({ forUpdate, skipLocked }: Dialect) => {
  const notification = statement(
    "load.notification",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND id = ?${forUpdate}`
  )
  const waiting = statement(
    "load.waiting",
    `SELECT shop_id, id, status, attempts FROM {notifications} WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1${forUpdate}`
  )
  const waitingUnheld = statement(
    "load.waiting",
    `SELECT shop_id, id, subject, sequence, url, body, attempts FROM {notifications}
    WHERE shop_id = ? AND subject = ? AND status = 'waiting' ORDER BY sequence, id LIMIT 1`
  )
  // Includes exhausted notifications: one may have been delivered before its redelivery was requested.
  const told = statement(
    "load.told",
    `SELECT MAX(sequence) AS sequence FROM {notifications}
    WHERE shop_id = ? AND subject = ? AND status <> 'superseded'`
  )
  const exhausted = statement(
    "load.exhausted",
    `${exhaustedWithNewest}${forUpdate === "" ? "" : `${forUpdate} OF notifications`}`
  )
  const key = statement(
    "load.key",
    "SELECT fingerprint, claimed_at, subject, answer_status, answer_body FROM {idempotency_keys} WHERE shop_id = ? AND request_key = ?"
  )
  const keysBefore = statement(
    "load.keysBefore",
    `SELECT shop_id, request_key FROM {idempotency_keys} WHERE claimed_at < ? ORDER BY claimed_at ${limited}${skipLocked}`
  )
  return { notification, waiting, waitingUnheld, told, exhausted, key, keysBefore }
}

/** The statements of all reads in a dialect. */
const queriesOf = (dialect: Dialect) => ({ ...ofTransactions(dialect), ...ofDueWork(dialect), ...ofOutbox(dialect) })

const transactionDocument = documentOf(Transaction)
const cardDocument = documentOf(SavedCard.omit("number"))

const transactionOf = (row: Row) => Either.getOrThrowWith(transactionDocument.decode("load", row.document), (_) => _)

const oneSubscription = (row: Row) => Either.getOrThrowWith(subscriptionOf("load", row), (_) => _)

const cardOf = (row: Row): SavedCard => ({
  ...Either.getOrThrowWith(cardDocument.decode("load", row.document), (_) => _),
  ...Either.getOrThrowWith(sealedNumberOf("load", row), (_) => _)
})

const oneNotification = (row: Row) => Either.getOrThrowWith(notificationOf("load", row), (_) => _)

const first =
  <A>(decode: (row: Row) => A) =>
  (rows: ReadonlyArray<Row>): A | undefined =>
    rows[0] === undefined ? undefined : decode(rows[0])

/** Behind a space what a command made, once it has had its effect. */
const subjectIn = (row: Row): Pick<KeyRecord, "subject" | "made"> => {
  if (row.subject === null) return {}
  const [subject = "", made] = text(row, "subject").split(" ")
  return made === undefined ? { subject } : { subject, made }
}

const keyOf = (row: Row): KeyRecord => ({
  fingerprint: text(row, "fingerprint"),
  claimedAt: number(row, "claimed_at"),
  ...subjectIn(row),
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

type Known = ReturnType<typeof queriesOf>

type ReadOf<Tag extends Read["_tag"]> = Extract<Read, { readonly _tag: Tag }>

const due = (queries: Known, { kinds, limit, now, perShare, shops = "any" }: ReadOf<"Due">): Reading => {
  const { text, values } = ofShops(shops)
  const { dueByShare, dueOf } = queries
  return {
    step: step(dueOf(kinds.length, text), ...kinds, now, ...values, limit),
    more: (rows) =>
      rows.length < limit || perShare === 0
        ? []
        : kinds.map((kind) => step(dueByShare(1, text), kind, kind, kind, now, ...values, perShare)),
    decode: (rows) => (perShare === 0 ? recordsOf(rows).slice(0, limit) : recordsOf(rows))
  }
}

const waitingOf = (queries: Known, { jobs }: ReadOf<"WaitingOf">): Reading => {
  const [one, ...others] = jobs.map(({ shop, subject }) => step(queries.waitingUnheld, shop, subject))
  return {
    step: one ?? step(queries.waitingUnheld, "", ""),
    more: () => others,
    decode: (rows) => rows.map(notificationToSendOf)
  }
}

const subscriptionReading = (queries: Known, { id, known, shop }: ReadOf<"Subscription">): Reading =>
  known === undefined
    ? { step: step(queries.subscription, shop, id), decode: first(oneSubscription) }
    : {
        step: step(queries.subscriptionUnless, known.version, known.version, shop, id),
        decode: first((row) => (row.agreement === null ? known : oneSubscription(row)))
      }

const transactionPaidBy =
  (paidBy: ReadOf<"Transaction">["paidBy"]) =>
  (rows: ReadonlyArray<Row>): Transaction | undefined => {
    const found = first(transactionOf)(rows)
    if (found === undefined || paidBy === undefined) return found
    return isTransfer(found) === (paidBy === "transfer") ? found : undefined
  }

/** Maps a read to its execution in a dialect. */
export const make = (dialect: Dialect) => {
  const queries = queriesOf(dialect)

  return (read: Read): Reading => {
    switch (read._tag) {
      case "Transaction":
        return { step: step(queries.byUid, read.shop, read.uid), decode: transactionPaidBy(read.paidBy) }
      case "Subscription":
        return subscriptionReading(queries, read)
      case "SubscriptionVersion":
        return {
          step: step(queries.subscriptionVersion, read.shop, read.id),
          decode: first((row) => number(row, "version"))
        }
      case "ParentTotals":
        return { step: step(queries.totals, read.shop, read.parent), decode: parentTotalsOf }
      case "Duplicate":
        return {
          lock: `duplicate:${read.shop}:${read.fingerprint}`,
          step: step(queries.duplicate, read.shop, read.fingerprint, read.other, read.after, read.until),
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
      case "JobLock": {
        const { kind, shop, subject } = read.job
        return {
          step: dialect.forUpdate === "" ? undefined : step(queries.jobLock, shop, kind, subject),
          decode: () => undefined
        }
      }
      case "Notification":
        return { step: step(queries.notification, read.shop, read.id), decode: first(oneNotification) }
      case "Waiting":
        return { step: step(queries.waiting, read.shop, read.subject), decode: first(notificationRecordOf) }
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
            rows.map((row) => ({ ...oneNotification(row), newest: text(row, "newest") as NotificationId }))
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
