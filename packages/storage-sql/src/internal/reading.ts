import { SavedCard } from "@florin/core/cards/CardStore"
import type { KeptAnswer } from "@florin/core/idempotency/IdempotencyStore"
import type { NotificationId, ShopId } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import type { JobRecord, KeyRecord, Read } from "@florin/core/store/Reads"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import { Transaction } from "@florin/core/transactions/Transaction"
import * as Either from "effect/Either"
import type { Dialect } from "../Dialect.js"
import { jobRecordOf, notificationOf, parentTotalsOf, sealedNumberOf } from "./records.js"
import { documentOf, instant, number, text } from "./rows.js"
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

const limited = "LIMIT (? + 0)"

const transactionDocument = documentOf(Transaction)
const cardDocument = documentOf(SavedCard.omit("number"))

const transactionOf = (row: Row) => Either.getOrThrowWith(transactionDocument.decode("load", row.document), (_) => _)

const cardOf = (row: Row): SavedCard => ({
  ...Either.getOrThrowWith(cardDocument.decode("load", row.document), (_) => _),
  ...Either.getOrThrowWith(sealedNumberOf("load", row), (_) => _)
})

const oneNotification = (row: Row) => Either.getOrThrowWith(notificationOf("load", row), (_) => _)

// What waits was written here, and is read for every attempt: it isn't looked at member by member again.
const waitingNotification = (row: Row): Notification => ({
  shop: text(row, "shop_id") as ShopId,
  id: text(row, "id") as NotificationId,
  subject: text(row, "subject"),
  sequence: number(row, "sequence"),
  url: text(row, "url"),
  body: text(row, "body"),
  status: "waiting",
  attempts: number(row, "attempts"),
  lastResult: row.last_result === null ? null : text(row, "last_result"),
  createdAt: instant(row, "created_at"),
  updatedAt: instant(row, "updated_at")
})

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

const jobColumns = "shop_id, kind, subject, share, run_at, place, attempts, fence, lease_owner"

const newestExhausted = `SELECT notifications.*, (
    SELECT MAX(t.sequence) FROM notifications t WHERE t.shop_id = notifications.shop_id
      AND t.subject = notifications.subject AND t.status IN ('delivered', 'waiting')) AS told
  FROM notifications
  WHERE shop_id = ? AND status = 'exhausted' AND id > ? AND NOT EXISTS (
    SELECT 1 FROM notifications newer WHERE newer.shop_id = notifications.shop_id AND newer.subject = notifications.subject
      AND newer.status = 'exhausted' AND (newer.sequence > notifications.sequence
        OR (newer.sequence = notifications.sequence AND newer.id > notifications.id)))
  ORDER BY id ${limited}`

const marks = (count: number): string => Array.from({ length: count }, () => "?").join(", ")

/** How each read is carried out in a dialect. */
export const make = ({ forUpdate, lateral, skipLocked }: Dialect) => {
  const statement = (operation: string, text: string): Statement => ({ operation, text })
  const byUid = statement(
    "load.transaction",
    `SELECT document FROM transactions WHERE shop_id = ? AND uid = ?${forUpdate}`
  )
  const totals = statement(
    "load.parentTotals",
    `SELECT type, status, SUM(amount) AS total, COUNT(*) AS children FROM transactions
  WHERE shop_id = ? AND parent_uid = ? AND status IN ('successful', 'pending')
    AND type IN ('capture', 'void', 'refund')
  GROUP BY type, status`
  )
  const duplicate = statement(
    "load.duplicate",
    `SELECT uid FROM transactions WHERE shop_id = ? AND fingerprint = ? AND created_at > ?
  ORDER BY created_at DESC, uid DESC LIMIT 1`
  )
  const key = statement(
    "load.key",
    "SELECT fingerprint, claimed_at, answer_status, answer_body FROM idempotency_keys WHERE shop_id = ? AND request_key = ?"
  )
  const card = statement(
    "load.card",
    `SELECT shop_id, token, key_id, sealed, document FROM cards WHERE shop_id = ? AND token = ?${forUpdate}`
  )
  const job = statement(
    "load.job",
    `SELECT ${jobColumns} FROM jobs WHERE shop_id = ? AND kind = ? AND subject = ?${forUpdate}`
  )
  const notification = statement(
    "load.notification",
    `SELECT * FROM notifications WHERE shop_id = ? AND id = ?${forUpdate}`
  )
  const waiting = statement(
    "load.waiting",
    `SELECT * FROM notifications WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1${forUpdate}`
  )
  const waitingUnheld = statement(
    "load.waiting",
    "SELECT * FROM notifications WHERE shop_id = ? AND subject = ? AND status = 'waiting' ORDER BY sequence, id LIMIT 1"
  )
  const told = statement(
    "load.told",
    `SELECT MAX(sequence) AS sequence FROM notifications
    WHERE shop_id = ? AND subject = ? AND status IN ('delivered', 'waiting')`
  )
  const exhausted = statement(
    "load.exhausted",
    `${newestExhausted}${forUpdate === "" ? "" : `${forUpdate} OF notifications`}`
  )
  const keysBefore = statement(
    "load.keysBefore",
    `SELECT shop_id, request_key FROM idempotency_keys WHERE claimed_at < ? ORDER BY claimed_at ${limited}${skipLocked}`
  )
  const held = statement(
    "load.held",
    `SELECT ${jobColumns} FROM jobs WHERE run_at <= ? AND lease_owner = ? ${limited}${skipLocked}`
  )
  const workers = statement("load.workers", "SELECT owner, heartbeats FROM workers")
  const dueByShare = statement(
    "load.due",
    `WITH RECURSIVE shares (share) AS (
      SELECT MIN(share) FROM jobs WHERE lease_owner IS NULL AND kind = ?
      UNION ALL SELECT (SELECT MIN(share) FROM jobs WHERE lease_owner IS NULL AND kind = ? AND share > shares.share)
      FROM shares WHERE share IS NOT NULL
    )
    ${lateral(`SELECT {id} FROM jobs WHERE lease_owner IS NULL AND kind = ? AND share = shares.share AND run_at <= ?
      ORDER BY run_at, place ${limited}${skipLocked}`)}`
  )

  const dueStatements = new Map<number, Statement>()
  const dueOf = (kinds: number): Statement => {
    const known = dueStatements.get(kinds)
    if (known !== undefined) return known
    const made = statement(
      "load.due",
      `SELECT ${jobColumns} FROM jobs WHERE lease_owner IS NULL AND run_at <= ? AND kind IN (${marks(kinds)})
      ORDER BY run_at, place ${limited}${skipLocked}`
    )
    dueStatements.set(kinds, made)
    return made
  }

  const step = (statement: Statement, ...values: ReadonlyArray<SqlValue>): Step => ({ statement, values })

  return (read: Read): Reading => {
    switch (read._tag) {
      case "Transaction":
        return { step: step(byUid, read.shop, read.uid), decode: first(transactionOf) }
      case "ParentTotals":
        return { step: step(totals, read.shop, read.parent), decode: parentTotalsOf }
      case "Duplicate":
        return {
          lock: `duplicate:${read.shop}:${read.fingerprint}`,
          step: step(duplicate, read.shop, read.fingerprint, read.after),
          decode: first((row) => text(row, "uid"))
        }
      case "Key":
        return {
          lock: `key:${read.shop}:${read.key}`,
          step: step(key, read.shop, read.key),
          decode: first(keyOf)
        }
      case "Card":
        return { step: step(card, read.shop, read.token), decode: first(cardOf) }
      case "Job":
        return { step: step(job, read.job.shop, read.job.kind, read.job.subject), decode: first(jobRecordOf) }
      case "Notification":
        return { step: step(notification, read.shop, read.id), decode: first(oneNotification) }
      case "Waiting":
        return { step: step(waiting, read.shop, read.subject), decode: first(waitingNotification) }
      case "WaitingOf": {
        const [one, ...others] = read.jobs.map(({ shop, subject }) => step(waitingUnheld, shop, subject))
        return {
          step: one ?? step(waitingUnheld, "", ""),
          more: () => others,
          decode: (rows) => rows.map(waitingNotification)
        }
      }
      case "Told":
        return {
          step: step(told, read.shop, read.subject),
          decode: (rows) => (rows[0]?.sequence == null ? 0 : number(rows[0], "sequence"))
        }
      case "Exhausted":
        return {
          step: step(exhausted, read.shop, read.after, read.limit),
          decode: (rows) =>
            rows.map((row) => ({ ...oneNotification(row), told: row.told === null ? 0 : number(row, "told") }))
        }
      case "KeysBefore":
        return {
          step: step(keysBefore, read.before, read.limit),
          decode: (rows) => rows.map((row) => [text(row, "shop_id") as ShopId, text(row, "request_key")] as const)
        }
      case "Held":
        return { step: step(held, read.now, read.owner, read.limit), decode: recordsOf }
      case "Workers":
        return {
          step: step(workers),
          decode: (rows) => rows.map((row) => ({ owner: text(row, "owner"), heartbeats: number(row, "heartbeats") }))
        }
      case "Due": {
        const { kinds, limit, now, perShare } = read
        return {
          step: step(dueOf(kinds.length), now, ...kinds, limit),
          more: (rows) =>
            rows.length < limit || perShare === 0
              ? []
              : kinds.map((kind) => step(dueByShare, kind, kind, kind, now, perShare)),
          decode: recordsOf
        }
      }
    }
  }
}
