/** Notifications in SQL. */
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { limit, read } from "./internal/queries.js"
import { notificationOf } from "./internal/records.js"
import { all, one } from "./internal/values.js"

// Sorts after every id: ids are hexadecimal and `g` is not a hexadecimal digit.
const beginning = "msg_g"

export const make = Effect.map(Database, (database) => {
  const query = read(database)
  const find = query("notifications.find", "SELECT * FROM {notifications} WHERE shop_id = ? AND id = ?")
  const waiting = query(
    "notifications.waiting",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1`
  )
  const list = query(
    "notifications.list",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND id < ? ORDER BY id DESC ${limit}`
  )
  const listWith = query(
    "notifications.list",
    `SELECT * FROM {notifications} WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`
  )

  return NotificationStore.of({
    find: (shop, id) => Effect.flatMap(find(shop, id), one("notifications.find", notificationOf)),
    waiting: (shop, subject) => Effect.flatMap(waiting(shop, subject), one("notifications.waiting", notificationOf)),
    list: (shop, { after = beginning, limit, status }) =>
      Effect.flatMap(
        status === undefined ? list(shop, after, limit) : listWith(shop, status, after, limit),
        all("notifications.list", notificationOf)
      )
  })
})
