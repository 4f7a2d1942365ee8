/** What operators look up, in SQL. */
import { leastUidAt, type ShopId, type TransactionUid } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import type { OverviewQueries, Tallied, TallySlice } from "@florin/core/operator/OverviewStore"
import type { Division, TallyLine } from "@florin/core/operator/Tally"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "./Database.js"
import { limit, listing, read } from "./internal/queries.js"
import { notificationOf, parentTotals, parentTotalsOf, transactionOf } from "./internal/records.js"
import { number, text } from "./internal/values.js"

// Sorts after every id: ids are hexadecimal and `g` is not a hexadecimal digit.
const beginning = "msg_g"

const ofShop = "n.shop_id = each_shop.shop AND n.status = ? AND n.id < ?"

// Steps from shop to shop through the index: the newest ones of each, and of these the newest.
const webhooksOfAll = `WITH RECURSIVE each_shop (shop) AS (
    SELECT MIN(shop_id) FROM {notifications}
    UNION ALL SELECT (SELECT MIN(shop_id) FROM {notifications} WHERE shop_id > each_shop.shop)
    FROM each_shop WHERE shop IS NOT NULL
  )
  SELECT w.* FROM each_shop CROSS JOIN {notifications} w
  WHERE w.shop_id = each_shop.shop AND w.id IN (
    SELECT n.id FROM {notifications} n WHERE ${ofShop} ORDER BY n.id DESC ${limit}
  ) ORDER BY w.id DESC, w.shop_id ${limit}`

const webhooksOfShop = `SELECT * FROM {notifications} WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`

/** What is counted alike, of columns alone: no document is read. */
const tally = (isOfShop: boolean): string => `SELECT part, type, status, currency, gateway_id, method, reason, renewal,
    COUNT(*) AS found, SUM(amount) AS total, MIN(uid) AS oldest
  FROM (
    SELECT t.uid, (t.created_at - CAST(? AS BIGINT)) / CAST(? AS BIGINT) AS part, t.type, t.status, t.currency,
      t.gateway_id, t.method, CASE t.status WHEN 'failed' THEN t.reason END AS reason, t.amount,
      CASE WHEN t.cycle IS NULL THEN NULL WHEN EXISTS (
        SELECT 1 FROM {transactions} e WHERE e.subscription = t.subscription AND e.shop_id = t.shop_id
          AND (e.uid || '') < (t.uid || '') AND e.cycle = t.cycle
      ) THEN 'retry' ELSE 'first' END AS renewal
    FROM {transactions} t WHERE ${isOfShop ? "t.shop_id = ? AND " : ""}t.uid >= ? AND t.uid < ?
    ORDER BY t.uid DESC ${limit}
  ) slice
  GROUP BY part, type, status, currency, gateway_id, method, reason, renewal`

const lineOf = (row: Row, { from, step }: Division): TallyLine => ({
  at: DateTime.add(from, { millis: number(row, "part") * step }),
  type: text(row, "type") as TallyLine["type"],
  status: text(row, "status") as TallyLine["status"],
  currency: text(row, "currency") as TallyLine["currency"],
  gatewayId: row.gateway_id === null ? null : number(row, "gateway_id"),
  method: row.method as string | null,
  reason: row.reason as TallyLine["reason"],
  renewal: row.renewal as TallyLine["renewal"],
  count: number(row, "found"),
  amount: number(row, "total")
})

const tallied = (slice: TallySlice, rows: ReadonlyArray<Row>): Tallied => {
  const lines = rows.map((row) => lineOf(row, slice))
  const [last] = rows.map((row) => text(row, "oldest")).sort()
  return {
    lines,
    counted: lines.reduce((sum, { count }) => sum + count, 0),
    last: last as TransactionUid | undefined
  }
}

/** The newest of several lists that are newest first. */
const merged = (lists: ReadonlyArray<ReadonlyArray<Notification>>, most: number) =>
  lists
    .flat()
    .sort((one, other) => (one.id < other.id ? 1 : -1))
    .slice(0, most)

export const make = (database: DatabaseService): OverviewQueries => {
  const list = listing(database)
  const followers = list(
    "operator.followers",
    // By an expression: in the order of the uids SQLite would go through all transactions of the shop.
    `SELECT document FROM {transactions} WHERE shop_id = ? AND parent_uid = ? ORDER BY (uid || '') ${limit}`,
    transactionOf
  )
  const totals = read(database)("operator.totals", parentTotals("?", "?"))
  const webhooksOf = list(
    "operator.webhooksOf",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND subject = ? ORDER BY sequence DESC, id DESC ${limit}`,
    notificationOf
  )
  const ofAll = list("operator.webhookList", webhooksOfAll, notificationOf)
  const ofOne = list("operator.webhookList", webhooksOfShop, notificationOf)
  const tallyOfAll = read(database)("operator.tally", tally(false))
  const tallyOfOne = read(database)("operator.tally", tally(true))
  const rowsOf = ({ before, from, limit, shop, step, to }: TallySlice) => {
    const [least, end] = [leastUidAt(from.epochMillis), before ?? leastUidAt(to.epochMillis)]
    return shop === null
      ? tallyOfAll(from.epochMillis, step, least, end, limit)
      : tallyOfOne(from.epochMillis, step, shop, least, end, limit)
  }
  return {
    followers,
    totals: (shop, parent) => Effect.map(totals(shop, parent), parentTotalsOf),
    webhooksOf,
    tally: (slice) => Effect.map(rowsOf(slice), (rows) => tallied(slice, rows)),
    webhooks: ({ after = beginning, limit, sight, status }) =>
      sight === "all"
        ? ofAll(status, after, limit, limit)
        : Effect.map(
            Effect.forEach(sight, (shop: ShopId) => ofOne(shop, status, after, limit)),
            (lists) => merged(lists, limit)
          )
  }
}
