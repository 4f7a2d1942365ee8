/**
 * What is told to merchants: one notification per committed state, in order per subject, the newest replacing
 * undelivered older ones.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotificationId, ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"

/**
 * Where a notification stands. Source: D34.
 *
 * - `waiting`: not acknowledged yet
 * - `delivered`: the receiver answered 2xx
 * - `superseded`: a newer state replaced it before it was delivered
 * - `stopped`: the receiver answered 410
 * - `exhausted`: every attempt failed; it can be sent again
 */
export const NotificationStatus = Schema.Literal("waiting", "delivered", "superseded", "stopped", "exhausted")

export type NotificationStatus = typeof NotificationStatus.Type

/** A notification. */
export const Notification = Schema.Struct({
  shop: ShopId,
  id: NotificationId,
  /** What it is about: a transaction's uid, or the id of anything else. */
  subject: Schema.String,
  /** The subject's version: grows per subject. */
  sequence: Schema.Int,
  url: Schema.String,
  /** The document, as it was committed. */
  body: Schema.String,
  status: NotificationStatus,
  attempts: Schema.Int,
  /** What the last attempt met: an HTTP status, or a fixed word such as `timeout`. */
  lastResult: Schema.NullOr(Schema.String),
  createdAt: Schema.DateTimeUtcFromNumber,
  updatedAt: Schema.DateTimeUtcFromNumber
})

export type Notification = typeof Notification.Type

/** Where notifications are looked up. */
export class NotificationStore extends Context.Tag("@florin/core/NotificationStore")<
  NotificationStore,
  {
    /** The subject's oldest waiting one. */
    readonly waiting: (shop: ShopId, subject: string) => Effect.Effect<Option.Option<Notification>, StorageError>
    /** Newest first; `after` is the id of the last one of the page before. */
    readonly list: (
      shop: ShopId,
      options: {
        readonly status?: NotificationStatus
        readonly limit: number
        readonly after?: NotificationId
      }
    ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
  }
>() {}
