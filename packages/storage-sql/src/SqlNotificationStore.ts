/**
 * Notifications in SQL.
 *
 * @since 0.1.0
 */
import { Notification, NotificationStore } from "@florin/core/notifications/Notification"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, columnsOf, first, number } from "./internal/rows.js"
import { limit, read, tell, write } from "./internal/statement.js"

const millis = DateTime.toEpochMillis

const notificationOf = columnsOf(Notification, (row) => ({
  shop: row.shop_id,
  id: row.id,
  uid: row.uid,
  sequence: number(row, "sequence"),
  url: row.url,
  body: row.body,
  status: row.status,
  attempts: number(row, "attempts"),
  lastResult: row.last_result,
  createdAt: number(row, "created_at"),
  updatedAt: number(row, "updated_at")
}))

// The same state announced again replaces itself: it has the same sequence.
const supersede = tell(
  "notifications.insert",
  `UPDATE notifications SET status = 'superseded', updated_at = ?
  WHERE shop_id = ? AND uid = ? AND status = 'waiting' AND sequence <= ?`
)

const insertOne = tell(
  "notifications.insert",
  `INSERT INTO notifications
    (shop_id, id, uid, sequence, url, body, status, attempts, last_result, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
)

const update = tell(
  "notifications.update",
  "UPDATE notifications SET status = ?, attempts = ?, last_result = ?, updated_at = ? WHERE shop_id = ? AND id = ?"
)

const insert = (_: Notification) =>
  Effect.zipRight(
    supersede(millis(_.createdAt), _.shop, _.uid, _.sequence),
    insertOne(
      _.shop,
      _.id,
      _.uid,
      _.sequence,
      _.url,
      _.body,
      _.status,
      _.attempts,
      _.lastResult,
      millis(_.createdAt),
      millis(_.updatedAt)
    )
  )

const newestExhausted = `SELECT * FROM notifications
  WHERE shop_id = ? AND status = 'exhausted' AND NOT EXISTS (
    SELECT 1 FROM notifications newer WHERE newer.shop_id = notifications.shop_id AND newer.uid = notifications.uid
      AND newer.status = 'exhausted' AND (newer.sequence > notifications.sequence
        OR (newer.sequence = notifications.sequence AND newer.id > notifications.id)))
  ORDER BY id ${limit}`

// After every id that there can be: `g` is no hexadecimal digit.
const beginning = "msg_g"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.map(Database, (database) => {
  const { forUpdate } = database.dialect
  const query = read(database)
  const waiting = query(
    "notifications.waiting",
    `SELECT * FROM notifications WHERE shop_id = ? AND uid = ? AND status = 'waiting'
    ORDER BY sequence, id LIMIT 1`
  )
  const lock = write("notifications.lock", `SELECT * FROM notifications WHERE shop_id = ? AND id = ?${forUpdate}`)
  const exhausted = write("notifications.exhausted", `${newestExhausted}${forUpdate}`)
  const list = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND id < ? ORDER BY id DESC ${limit}`
  )
  const listOfStatus = query(
    "notifications.list",
    `SELECT * FROM notifications WHERE shop_id = ? AND status = ? AND id < ? ORDER BY id DESC ${limit}`
  )

  return NotificationStore.of({
    insert,
    update: ({ attempts, id, lastResult, shop, status, updatedAt }) =>
      update(status, attempts, lastResult, millis(updatedAt), shop, id),
    waiting: (shop, uid) => Effect.flatMap(waiting(shop, uid), first("notifications.waiting", notificationOf)),
    lock: (shop, id) => Effect.flatMap(lock(shop, id), first("notifications.lock", notificationOf)),
    list: (shop, { after = beginning, limit, status }) =>
      Effect.flatMap(
        status === undefined ? list(shop, after, limit) : listOfStatus(shop, status, after, limit),
        all("notifications.list", notificationOf)
      ),
    exhausted: (shop, limit) => Effect.flatMap(exhausted(shop, limit), all("notifications.exhausted", notificationOf))
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<NotificationStore, never, Database> = Layer.effect(NotificationStore, make)
