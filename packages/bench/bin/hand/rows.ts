/**
 * What an authorization writes: the rows that Florin writes, of the same length, put together by hand. Nothing is
 * checked, sealed or decided; only the writing is compared.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { shopId } from "../orders.js"

/** About as long as Florin's documents of a transaction and a card, and a sealed number. */
const document = (status: string) => JSON.stringify({ status, rest: "x".repeat(1050) })
const card = JSON.stringify({ rest: "x".repeat(260) })
const sealed = "s".repeat(190)

/** A statement by its name, and its parameters. */
export type Run = readonly [name: keyof typeof statements, values: ReadonlyArray<unknown>]

/** The first commit: what finds a duplicate, and the writes where there is none. */
export const accepting = (number: number, now: number) => {
  const uid = randomUUID()
  const print = `authorization:${1000 + number}:${"f".repeat(64)}`
  const fence = randomBytes(6).readUIntBE(0, 6)
  const pending = [shopId, uid, "authorization", "pending", 1000 + number, null, print, now, 1, document("pending")]
  const duplicate: Run = ["findDuplicate", [shopId, print, now - 30_000]]
  const writes: ReadonlyArray<Run> = [
    ["insertTransaction", pending],
    ["insertTrackingId", [shopId, `order-${number}`, now, uid]],
    ["insertHistory", [shopId, uid, 1, now, "Accepted", "none", "pending", null]],
    ["insertJob", [shopId, "recover", uid, now + 2000, "by-hand", fence]],
    ["insertCard", [shopId, randomBytes(32).toString("hex"), "k1", sealed, now, card]]
  ]
  return { uid, fence, duplicate, writes }
}

export type Accepted = ReturnType<typeof accepting>

/** The writes of the second commit. */
export const settling = ({ fence, uid }: Accepted, now: number): ReadonlyArray<Run> => [
  ["finishJob", [shopId, "recover", uid, fence]],
  ["updateTransaction", ["successful", 2, document("successful"), shopId, uid, 1]],
  ["insertHistory", [shopId, uid, 2, now, "Approved", "pending", "successful", null]],
  ["insertJob", [shopId, "release-hold", uid, now + 2_592_000_000, null, fence]]
]

/** The statements, with `?` for their parameters, on the tables that Florin's migrations make. */
const statements = {
  findDuplicate:
    "SELECT uid FROM florin_transactions WHERE shop_id = ? AND fingerprint = ? AND created_at > ? ORDER BY created_at DESC LIMIT 1",
  insertTransaction: `INSERT INTO florin_transactions
    (shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  insertTrackingId: "INSERT INTO florin_tracking_ids (shop_id, tracking_id, created_at, uid) VALUES (?, ?, ?, ?)",
  insertHistory: `INSERT INTO florin_transaction_history
    (shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  insertJob: `INSERT INTO florin_jobs (shop_id, kind, subject, run_at, place, lease_owner, fence, attempts)
    VALUES (?, ?, ?, ?, 1, ?, ?, 0)`,
  insertCard:
    "INSERT INTO florin_cards (shop_id, token, key_id, sealed, created_at, document) VALUES (?, ?, ?, ?, ?, ?)",
  finishJob: "DELETE FROM florin_jobs WHERE shop_id = ? AND kind = ? AND subject = ? AND fence = ?",
  updateTransaction:
    "UPDATE florin_transactions SET status = ?, version = ?, document = ? WHERE shop_id = ? AND uid = ? AND version = ?"
} as const

/** Each statement, made ready by a driver. */
export const eachStatement = <A>(ready: (text: string) => A): Readonly<Record<keyof typeof statements, A>> =>
  Object.fromEntries(Object.entries(statements).map(([name, text]) => [name, ready(text)])) as Record<
    keyof typeof statements,
    A
  >
