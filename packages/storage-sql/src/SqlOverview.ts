/** What operators look up, in SQL. */
import type { ShopId } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import type { OverviewQueries } from "@florin/core/operator/OverviewStore"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "./Database.js"
import { limit, listing } from "./internal/queries.js"
import { notificationOf, transactionOf } from "./internal/records.js"

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
    `SELECT document FROM {transactions} WHERE shop_id = ? AND parent_uid = ? ORDER BY uid ${limit}`,
    transactionOf
  )
  const webhooksOf = list(
    "operator.webhooksOf",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND subject = ? ORDER BY sequence DESC, id DESC ${limit}`,
    notificationOf
  )
  const ofAll = list("operator.webhookList", webhooksOfAll, notificationOf)
  const ofOne = list("operator.webhookList", webhooksOfShop, notificationOf)
  return {
    followers,
    webhooksOf,
    webhooks: ({ after = beginning, limit, sight, status }) =>
      sight === "all"
        ? ofAll(status, after, limit, limit)
        : Effect.map(
            Effect.forEach(sight, (shop: ShopId) => ofOne(shop, status, after, limit)),
            (lists) => merged(lists, limit)
          )
  }
}
