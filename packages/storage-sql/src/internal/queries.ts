import type { Dialect } from "../Dialect.js"
import type { Statement } from "./statements.js"

/** At most so many rows. With a bare parameter here SQLite plans the whole statement anew each time it runs. */
const limited = "LIMIT (? + 0)"

const jobColumns = "shop_id, kind, subject, share, run_at, place, attempts, fence, lease_owner"

const newestExhausted = `SELECT notifications.*, (
    SELECT MAX(t.sequence) FROM notifications t WHERE t.shop_id = notifications.shop_id
      AND t.subject = notifications.subject AND t.status <> 'superseded') AS told
  FROM notifications
  WHERE shop_id = ? AND status = 'exhausted' AND id > ? AND NOT EXISTS (
    SELECT 1 FROM notifications newer WHERE newer.shop_id = notifications.shop_id AND newer.subject = notifications.subject
      AND newer.status = 'exhausted' AND (newer.sequence > notifications.sequence
        OR (newer.sequence = notifications.sequence AND newer.id > notifications.id)))
  ORDER BY id ${limited}`

// No kind at all is none that a job could have.
const marks = (count: number): string => (count === 0 ? "NULL" : Array.from({ length: count }, () => "?").join(", "))

const statement = (operation: string, text: string): Statement => ({ operation, text })

/** Transactions and the cards they are on. */
const ofTransactions = ({ forUpdate }: Dialect) => {
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
  const card = statement(
    "load.card",
    `SELECT shop_id, token, key_id, sealed, document FROM cards WHERE shop_id = ? AND token = ?${forUpdate}`
  )
  return { byUid, totals, duplicate, card }
}

/** Due work and the processes that hold it. */
const ofDueWork = ({ forUpdate, lateral, skipLocked }: Dialect) => {
  const job = statement(
    "load.job",
    `SELECT ${jobColumns} FROM jobs WHERE shop_id = ? AND kind = ? AND subject = ?${forUpdate}`
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
  return { job, held, workers, dueByShare, dueOf }
}

/** What is told to receivers, and the answers that are given again. */
const ofOutbox = ({ forUpdate, skipLocked }: Dialect) => {
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
  // One that ran out of attempts may have been delivered before it was asked for again: it counts as told.
  const told = statement(
    "load.told",
    `SELECT MAX(sequence) AS sequence FROM notifications
    WHERE shop_id = ? AND subject = ? AND status <> 'superseded'`
  )
  const exhausted = statement(
    "load.exhausted",
    `${newestExhausted}${forUpdate === "" ? "" : `${forUpdate} OF notifications`}`
  )
  const key = statement(
    "load.key",
    "SELECT fingerprint, claimed_at, answer_status, answer_body FROM idempotency_keys WHERE shop_id = ? AND request_key = ?"
  )
  const keysBefore = statement(
    "load.keysBefore",
    `SELECT shop_id, request_key FROM idempotency_keys WHERE claimed_at < ? ORDER BY claimed_at ${limited}${skipLocked}`
  )
  return { notification, waiting, waitingUnheld, told, exhausted, key, keysBefore }
}

/** The statements of every read, in a dialect. */
export const make = (dialect: Dialect) => ({ ...ofTransactions(dialect), ...ofDueWork(dialect), ...ofOutbox(dialect) })
