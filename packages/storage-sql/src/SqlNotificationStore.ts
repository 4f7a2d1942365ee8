/** Notifications in SQL. */
import { NotificationStore } from "@florin/core/notifications/Notification"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, first, notificationOf } from "./internal/records.js"
import { limit, read } from "./internal/statement.js"

// After every id that there can be: `g` is no hexadecimal digit.
const beginning = "msg_g"

export const make = Effect.map(Database, (database) => {
  const query = read(database)
  const waiting = query(
    "notifications.waiting",
    `SELECT * FROM notifications WHERE shop_id = ? AND subject = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1`
  )
  const list = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND id < ? ORDER BY id DESC ${limit}`
  )
  const listOfStatus = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`
  )

  return NotificationStore.of({
    waiting: (shop, subject) => Effect.flatMap(waiting(shop, subject), first("notifications.waiting", notificationOf)),
    list: (shop, { after = beginning, limit, status }) =>
      Effect.flatMap(
        status === undefined ? list(shop, after, limit) : listOfStatus(shop, status, after, limit),
        all("notifications.list", notificationOf)
      )
  })
})

export const layer: Layer.Layer<NotificationStore, never, Database> = Layer.effect(NotificationStore, make)
