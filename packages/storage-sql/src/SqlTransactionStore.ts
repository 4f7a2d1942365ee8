/** Transactions in SQL: searchable fields are columns, the rest is one document. */
import * as SqlSchema from "@effect/sql/SqlSchema"
import { TransactionStatus } from "@florin/core/envelope/Envelope"
import { leastUidAt, ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Period } from "@florin/core/money/Movement"
import { Transaction } from "@florin/core/transactions/Transaction"
import { type Page, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "./Database.js"
import { all, transactionRowOf } from "./internal/records.js"
import { TransitionRow } from "./internal/rows.js"
import { atMost, limit, reading, read as rows } from "./internal/statement.js"

/** The most uids in one statement. */
const most = 500

/** The most history rows read for one transaction. */
export const historyLimit = 1000

const TransactionRow = Schema.Struct({ document: Schema.parseJson(Transaction) })

const ByUid = Schema.Struct({ shop: ShopId, uid: TransactionUid })

const ByTrackingId = Schema.Struct({ shop: ShopId, trackingId: Schema.String, limit: Schema.Int })

const Moved = Schema.Struct({
  shop: ShopId,
  from: TransactionUid,
  to: TransactionUid,
  after: Schema.String,
  limit: Schema.Int
})

const Newest = Schema.Struct({
  shop: ShopId,
  status: Schema.UndefinedOr(TransactionStatus),
  after: Schema.String,
  limit: Schema.Int
})

// Sorts after every uid, which begins with a hexadecimal digit.
const end = "g"

// One lower bound: of two, SQLite would use either, and might read the pages before this one too.
const rangeOf = ({ from, to }: Period, { after, limit }: Page): Omit<typeof Moved.Type, "shop"> => ({
  from: after ?? leastUidAt(from.epochMillis),
  to: leastUidAt(to.epochMillis),
  after: after ?? "",
  limit
})

const documents = (rows: ReadonlyArray<typeof TransactionRow.Type>): ReadonlyArray<Transaction> =>
  rows.map(({ document }) => document)

const found = Option.map(({ document }: typeof TransactionRow.Type) => document)

export const make = Effect.map(Database, (database) => {
  const sql = database.client
  const table = {
    transactions: database.table("transactions"),
    trackingIds: database.table("tracking_ids"),
    history: database.table("transaction_history")
  }
  const read = reading(database)

  const find = SqlSchema.findOne({
    Request: ByUid,
    Result: TransactionRow,
    execute: ({ shop, uid }) => sql`SELECT document FROM ${table.transactions} WHERE shop_id = ${shop} AND uid = ${uid}`
  })
  const findPublic = SqlSchema.findOne({
    Request: TransactionUid,
    Result: TransactionRow,
    execute: (uid) => sql`SELECT document FROM ${table.transactions} WHERE uid = ${uid}`
  })
  const findByTrackingId = SqlSchema.findAll({
    Request: ByTrackingId,
    Result: TransactionRow,
    execute: ({ limit, shop, trackingId }) => sql`
      SELECT t.document FROM ${table.trackingIds} i JOIN ${table.transactions} t ON t.shop_id = i.shop_id AND t.uid = i.uid
      WHERE i.shop_id = ${shop} AND i.tracking_id = ${trackingId}
      ORDER BY i.created_at DESC, i.uid DESC ${atMost(sql, limit)}`
  })
  const newest = SqlSchema.findAll({
    Request: Newest,
    Result: TransactionRow,
    execute: ({ after, limit, shop, status }) => sql`
      SELECT document FROM ${table.transactions}
      WHERE ${sql.and([
        sql`shop_id = ${shop}`,
        ...(status === undefined ? [] : [sql`status = ${status}`]),
        sql`uid < ${after}`
      ])}
      ORDER BY uid DESC ${atMost(sql, limit)}`
  })
  const created = rows(database)(
    "transactions.created",
    `SELECT document FROM {transactions} WHERE uid >= ? AND uid < ? AND uid <> ? ORDER BY uid ${limit}`
  )
  const moved = SqlSchema.findAll({
    Request: Moved,
    Result: TransactionRow,
    execute: ({ after, from, limit, shop, to }) => sql`
      SELECT document FROM ${table.transactions}
      WHERE shop_id = ${shop} AND uid >= ${from} AND uid < ${to} AND uid <> ${after}
        AND status = 'successful' AND type NOT IN ('tokenization', 'proof')
      ORDER BY uid ${atMost(sql, limit)}`
  })
  const ofUids = SqlSchema.findAll({
    Request: Schema.Array(TransactionUid),
    Result: TransactionRow,
    execute: (uids) => sql`SELECT document FROM ${table.transactions} WHERE ${sql.in("uid", uids)}`
  })
  const history = SqlSchema.findAll({
    Request: ByUid,
    Result: TransitionRow,
    execute: ({ shop, uid }) => sql`
      SELECT * FROM ${table.history} WHERE shop_id = ${shop} AND uid = ${uid}
      ORDER BY version ${atMost(sql, historyLimit)}`
  })

  return TransactionStore.of({
    find: (shop, uid) => Effect.map(read("transactions.find")(find({ shop, uid })), found),
    findPublic: (uid) => Effect.map(read("transactions.findPublic")(findPublic(uid)), found),
    findByTrackingId: (shop, trackingId, limit) =>
      Effect.map(read("transactions.findByTrackingId")(findByTrackingId({ shop, trackingId, limit })), documents),
    newest: (shop, { after = end, limit, status }) =>
      Effect.map(read("transactions.newest")(newest({ shop, status, after, limit })), documents),
    created: (period, page) => {
      const { after, from, limit, to } = rangeOf(period, page)
      return Effect.flatMap(created(from, to, after, limit), all("transactions.created", transactionRowOf))
    },
    moved: (shop, period, page) =>
      Effect.map(read("transactions.moved")(moved({ ...rangeOf(period, page), shop })), documents),
    findAll: (uids) =>
      Effect.map(
        Effect.forEach(Arr.chunksOf(uids, most), (some) => read("transactions.findAll")(ofUids(some))),
        (parts) => documents(parts.flat())
      ),
    history: (shop, uid) => read("transactions.history")(history({ shop, uid }))
  })
})

export const layer: Layer.Layer<TransactionStore, never, Database> = Layer.effect(TransactionStore, make)
