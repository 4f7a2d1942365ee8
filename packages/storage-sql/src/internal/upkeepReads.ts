/** Reads of the sweep and of operators: of many rows. */
import type { NotificationId, ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import type { Dialect } from "../Dialect.js"
import { claimsAll, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { statement } from "./statement.js"
import { number, step, text } from "./values.js"

/** A row limit. With a bare parameter here, SQLite would replan the statement on every run. */
const limited = "LIMIT ([limit] + 0)"

// The newest of a subject is the last one of its index, unless it is superseded: a row costs one search, however many
// its subject has.
const exhaustedWithNewest = `SELECT notifications.*, (
    SELECT t.id FROM {notifications} t WHERE t.shop_id = notifications.shop_id
      AND t.subject = notifications.subject AND t.status <> 'superseded'
    ORDER BY t.sequence DESC, t.id DESC LIMIT 1) AS newest
  FROM {notifications} notifications
  WHERE shop_id = [shop] AND status = 'exhausted' AND id > [after]
  ORDER BY id ${limited}` as const

export const upkeepReads = ({ forUpdate, skipLocked }: Dialect) => {
  const exhausted = statement(
    "load.exhausted",
    `${exhaustedWithNewest}${forUpdate === "" ? "" : `${forUpdate} OF notifications`}`
  )
  const keysBefore = statement(
    "load.keysBefore",
    `SELECT shop_id, request_key FROM {idempotency_keys} WHERE claimed_at < [before]
    ORDER BY claimed_at ${limited}${skipLocked}`
  )
  const eventsAfter = statement(
    "load.usageEventsAfter",
    `SELECT shop_id, subscription, event_key, happened_at FROM {usage_events}
    WHERE (shop_id, subscription, event_key) > ([shop], [subscription], [key])
    ORDER BY shop_id, subscription, event_key ${limited}`
  )
  return {
    UsageEventsAfter: {
      ...claimsAll,
      // Nothing is named by an empty text.
      step: ({ after, limit }) => step(eventsAfter, { ...(after ?? { shop: "", subscription: "", key: "" }), limit }),
      decode: (rows) =>
        rows.map((row) => ({
          shop: text(row, "shop_id") as ShopId,
          subscription: text(row, "subscription") as SubscriptionId,
          key: text(row, "event_key"),
          at: number(row, "happened_at")
        }))
    },
    Exhausted: {
      ...claimsAll,
      step: (read) => step(exhausted, read),
      decode: (rows) =>
        rows.map((row) => ({ ...Records.notificationOf(row), newest: text(row, "newest") as NotificationId }))
    },
    KeysBefore: {
      ...claimsAll,
      step: (read) => step(keysBefore, read),
      decode: (rows) => rows.map((row) => [text(row, "shop_id") as ShopId, text(row, "request_key")] as const)
    }
  } satisfies Partial<ReadTable>
}
