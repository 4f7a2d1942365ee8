/**
 * Transactions in SQL: what they are searched by in columns, the rest in one document.
 *
 * @since 0.1.0
 */
import type { TransactionUid } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Row } from "@florin/core/store/UnitOfWork"
import { Transaction, Transition } from "@florin/core/transactions/Transaction"
import { type ParentTotals, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { all, columnsOf, first, number, plainDocumentOf, type Read, text } from "./internal/rows.js"
import { limit, read, tell, write } from "./internal/statement.js"

/**
 * How many lines of a transaction's history are read at most.
 *
 * @since 0.1.0
 * @category limits
 */
export const historyLimit = 1000

const document = plainDocumentOf(Transaction)

const transactionOf: Read<Transaction> = (operation, row) => document.decode(operation, row.document)

const transitionOf = columnsOf(Transition, (row) => ({
  version: number(row, "version"),
  at: number(row, "happened_at"),
  trigger: row.trigger_name,
  from: row.from_status,
  to: row.to_status,
  detail: row.detail
}))

const insertTransaction = tell(
  "transactions.insert",
  `INSERT INTO transactions
    (shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

const insertTrackingId = tell(
  "transactions.insert",
  "INSERT INTO tracking_ids (shop_id, tracking_id, created_at, uid) VALUES (?, ?, ?, ?)"
)

const insertTransition = tell(
  "transactions.record",
  `INSERT INTO transaction_history
    (shop_id, uid, version, happened_at, trigger_name, from_status, to_status, detail)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
)

const replace = write(
  "transactions.update",
  `UPDATE transactions SET status = ?, amount = ?, version = ?, document = ?
  WHERE shop_id = ? AND uid = ? AND version = ?
  RETURNING uid`
)

const newestDuplicate = write(
  "transactions.duplicateOf",
  `SELECT uid FROM transactions WHERE shop_id = ? AND fingerprint = ? AND created_at > ?
  ORDER BY created_at DESC, uid DESC LIMIT 1`
)

const sumChildren = write(
  "transactions.parentTotals",
  `SELECT type, status, SUM(amount) AS total FROM transactions
  WHERE shop_id = ? AND parent_uid = ? AND status IN ('successful', 'pending')
    AND type IN ('capture', 'void', 'refund')
  GROUP BY type, status`
)

const total = (rows: ReadonlyArray<Row>, type: string): Amount =>
  Amount.make(rows.filter((row) => row.type === type).reduce((sum, row) => sum + number(row, "total"), 0))

const takenOf = (rows: ReadonlyArray<Row>): ParentTotals => ({
  captured: total(rows, "capture"),
  voided: total(rows, "void"),
  refunded: total(rows, "refund"),
  pending: rows.some((row) => row.status === "pending")
})

const record = ({ shop, uid }: Transaction, transition: Transition) =>
  insertTransition(
    shop,
    uid,
    transition.version,
    DateTime.toEpochMillis(transition.at),
    transition.trigger,
    transition.from,
    transition.to,
    transition.detail
  )

const insert: TransactionStoreService["insert"] = Effect.fnUntraced(function* (transaction, terms, transition) {
  const { amount, parentUid, shop, status, type, uid, version } = transaction
  const json = yield* document.encode("transactions.insert", transaction)
  const createdAt = DateTime.toEpochMillis(transaction.createdAt)
  const parent = parentUid ?? null
  yield* insertTransaction(shop, uid, type, status, amount, parent, terms.fingerprint, createdAt, version, json)
  for (const trackingId of new Set(terms.trackingIds)) yield* insertTrackingId(shop, trackingId, createdAt, uid)
  yield* record(transaction, transition)
})

const update: TransactionStoreService["update"] = Effect.fnUntraced(function* (transaction, transition) {
  const { amount, shop, status, uid, version } = transaction
  const json = yield* document.encode("transactions.update", transaction)
  const replaced = yield* replace(status, amount, version, json, shop, uid, version - 1)
  if (replaced.length === 0) return false
  yield* record(transaction, transition)
  return true
})

type TransactionStoreService = typeof TransactionStore.Service

const byUid = "SELECT document FROM transactions WHERE shop_id = ? AND uid = ?"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.map(Database, (database) => {
  const query = read(database)
  const hold = write("transactions.lock", `${byUid}${database.dialect.forUpdate}`)
  const find = query("transactions.find", byUid)
  const findPublic = query("transactions.findPublic", "SELECT document FROM transactions WHERE uid = ?")
  const findByTrackingId = query(
    "transactions.findByTrackingId",
    `SELECT t.document FROM tracking_ids i JOIN transactions t ON t.shop_id = i.shop_id AND t.uid = i.uid
    WHERE i.shop_id = ? AND i.tracking_id = ? ORDER BY i.created_at DESC, i.uid DESC ${limit}`
  )
  const history = query(
    "transactions.history",
    `SELECT * FROM transaction_history WHERE shop_id = ? AND uid = ? ORDER BY version LIMIT ${historyLimit}`
  )

  return TransactionStore.of({
    insert,
    update,
    lock: (shop, uid) => Effect.flatMap(hold(shop, uid), first("transactions.lock", transactionOf)),
    duplicateOf: (shop, fingerprint, after) =>
      Effect.map(newestDuplicate(shop, fingerprint, DateTime.toEpochMillis(after)), (rows) =>
        Option.map(Option.fromNullable(rows[0]), (row) => text(row, "uid") as TransactionUid)
      ),
    parentTotals: (shop, parent) => Effect.map(sumChildren(shop, parent), takenOf),
    find: (shop, uid) => Effect.flatMap(find(shop, uid), first("transactions.find", transactionOf)),
    findPublic: (uid) => Effect.flatMap(findPublic(uid), first("transactions.findPublic", transactionOf)),
    findByTrackingId: (shop, trackingId, limit) =>
      Effect.flatMap(findByTrackingId(shop, trackingId, limit), all("transactions.findByTrackingId", transactionOf)),
    history: (shop, uid) => Effect.flatMap(history(shop, uid), all("transactions.history", transitionOf))
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<TransactionStore, never, Database> = Layer.effect(TransactionStore, make)
