/** Notifications in SQL. */
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { finding, limit, listing } from "./internal/queries.js"
import { notificationOf } from "./internal/records.js"

// Sorts after every id: ids are hexadecimal and `g` is not a hexadecimal digit.
const beginning = "msg_g"

export const make = Effect.map(Database, (database) => {
  const [query, queryAll] = [finding(database), listing(database)]
  const list = queryAll(
    "notifications.list",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND id < ? ORDER BY id DESC ${limit}`,
    notificationOf
  )
  const listWith = queryAll(
    "notifications.list",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`,
    notificationOf
  )

  return NotificationStore.of({
    find: query("notifications.find", "SELECT * FROM {notifications} WHERE shop_id = ? AND id = ?", notificationOf),
    waiting: query(
      "notifications.waiting",
      `SELECT * FROM {notifications} WHERE shop_id = ? AND subject = ? AND status = 'waiting'
      ORDER BY sequence, id LIMIT 1`,
      notificationOf
    ),
    list: (shop, { after = beginning, limit, status }) =>
      status === undefined ? list(shop, after, limit) : listWith(shop, status, after, limit)
  })
})
