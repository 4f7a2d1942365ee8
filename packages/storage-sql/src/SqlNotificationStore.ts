/** Notifications in SQL. */
import * as SqlSchema from "@effect/sql/SqlSchema"
import { NotificationId, ShopId } from "@florin/core/ids/Ids"
import { NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Database } from "./Database.js"
import { NotificationRow } from "./internal/rows.js"
import { atMost, reading } from "./internal/statement.js"

// Sorts after every id: ids are hexadecimal and `g` is not a hexadecimal digit.
const beginning = "msg_g"

const ById = Schema.Struct({ shop: ShopId, id: NotificationId })

const OfSubject = Schema.Struct({ shop: ShopId, subject: Schema.String })

const Page = Schema.Struct({
  shop: ShopId,
  status: Schema.UndefinedOr(NotificationStatus),
  after: Schema.String,
  limit: Schema.Int
})

export const make = Effect.map(Database, (database) => {
  const sql = database.client
  const table = { notifications: database.table("notifications") }
  const read = reading(database)

  const find = SqlSchema.findOne({
    Request: ById,
    Result: NotificationRow,
    execute: ({ id, shop }) => sql`SELECT * FROM ${table.notifications} WHERE shop_id = ${shop} AND id = ${id}`
  })
  const waiting = SqlSchema.findOne({
    Request: OfSubject,
    Result: NotificationRow,
    execute: ({ shop, subject }) => sql`
      SELECT * FROM ${table.notifications} WHERE shop_id = ${shop} AND subject = ${subject} AND status = 'waiting'
      ORDER BY sequence, id LIMIT 1`
  })
  const list = SqlSchema.findAll({
    Request: Page,
    Result: NotificationRow,
    execute: ({ after, limit, shop, status }) => sql`
      SELECT * FROM ${table.notifications}
      WHERE ${sql.and([
        sql`shop_id = ${shop}`,
        ...(status === undefined ? [] : [sql`status = ${status}`]),
        sql`id < ${after}`
      ])}
      ORDER BY id DESC ${atMost(sql, limit)}`
  })

  return NotificationStore.of({
    find: (shop, id) => read("notifications.find")(find({ shop, id })),
    waiting: (shop, subject) => read("notifications.waiting")(waiting({ shop, subject })),
    list: (shop, { after = beginning, limit, status }) =>
      read("notifications.list")(list({ shop, status, after, limit }))
  })
})

export const layer: Layer.Layer<NotificationStore, never, Database> = Layer.effect(NotificationStore, make)
