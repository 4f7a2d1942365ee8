/** Documents of notifications, for the list. */
import type { Notification } from "@florin/core/notifications/Notification"
import { timestamp } from "./internal/sections.js"
import type { Written } from "./internal/written.js"
import type { NotificationListDocument } from "./Schemas.js"

type List = Written<typeof NotificationListDocument.Encoded>

/**
 * A notification under the interface's names. Its body is left out: it is the transaction's document, which `uid`
 * finds.
 *
 * Source: D1, `GET /notifications`; D34.
 */
export const toDocument = (notification: Notification): List["notifications"][number] => ({
  id: notification.id,
  uid: notification.subject,
  sequence: notification.sequence,
  url: notification.url,
  status: notification.status,
  attempts: notification.attempts,
  last_result: notification.lastResult,
  tries: notification.tries.map(({ at, milliseconds, result }) => ({ at: timestamp(at), result, milliseconds })),
  created_at: timestamp(notification.createdAt),
  updated_at: timestamp(notification.updatedAt)
})

/** `{"notifications":[…]}`, in the order given. `id` of the last one is the next page's `after`. */
export const listOf = (notifications: ReadonlyArray<Notification>): List => ({
  notifications: notifications.map(toDocument)
})
