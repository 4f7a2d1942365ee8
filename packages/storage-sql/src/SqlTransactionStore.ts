/** Transactions in SQL: what they are searched by in columns, the rest in one document. */
import { Transaction, Transition } from "@florin/core/transactions/Transaction"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, columnsOf, documentOf, first, number, type Read } from "./internal/records.js"
import { limit, read } from "./internal/statement.js"

/** How many lines of a transaction's history are read at most. */
export const historyLimit = 1000

const document = documentOf(Transaction)

const transactionOf: Read<Transaction> = (operation, row) => document.decode(operation, row.document)

const transitionOf = columnsOf(Transition, (row) => ({
  version: number(row, "version"),
  at: number(row, "happened_at"),
  trigger: row.trigger_name,
  from: row.from_status,
  to: row.to_status,
  detail: row.detail
}))

const byUid = "SELECT document FROM transactions WHERE shop_id = ? AND uid = ?"

export const make = Effect.map(Database, (database) => {
  const query = read(database)
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
    find: (shop, uid) => Effect.flatMap(find(shop, uid), first("transactions.find", transactionOf)),
    findPublic: (uid) => Effect.flatMap(findPublic(uid), first("transactions.findPublic", transactionOf)),
    findByTrackingId: (shop, trackingId, limit) =>
      Effect.flatMap(findByTrackingId(shop, trackingId, limit), all("transactions.findByTrackingId", transactionOf)),
    history: (shop, uid) => Effect.flatMap(history(shop, uid), all("transactions.history", transitionOf))
  })
})

export const layer: Layer.Layer<TransactionStore, never, Database> = Layer.effect(TransactionStore, make)
