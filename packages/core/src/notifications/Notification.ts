/**
 * Notifications to merchants: one per committed state, in order per subject; the newest supersedes undelivered older
 * ones.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotificationId, ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"

/**
 * The status of a notification. Source: D34.
 *
 * - `waiting`: not acknowledged yet
 * - `delivered`: the receiver answered 2xx
 * - `superseded`: a newer notification replaced it before delivery
 * - `stopped`: the receiver answered 410
 * - `exhausted`: every attempt failed; it can be resent
 */
export const NotificationStatus = Schema.Literal("waiting", "delivered", "superseded", "stopped", "exhausted")

export type NotificationStatus = typeof NotificationStatus.Type

/** What became of an attempt to deliver. Nothing else of the receiver's answer is kept. */
export const Try = Schema.Struct({
  /** When it ended. */
  at: Schema.DateTimeUtcFromNumber,
  /** Real time. Unit: milliseconds. */
  milliseconds: Schema.Int,
  /** An HTTP status, or a fixed word such as `timeout`. */
  result: Schema.String
})

export interface Try extends Schema.Schema.Type<typeof Try> {}

/** The most attempts that are kept of a notification: the last ones. */
export const mostTries = 20

/** Those that are kept once there is one more. */
export const tried = (tries: ReadonlyArray<Try>, last: Try): ReadonlyArray<Try> => [...tries, last].slice(-mostTries)

export const Notification = Schema.Struct({
  shop: ShopId,
  id: NotificationId,
  /** The uid of its transaction, or the id of another entity. */
  subject: Schema.String,
  /** The subject's version: increases per subject. */
  sequence: Schema.Int,
  url: Schema.String,
  /** The document as committed. */
  body: Schema.String,
  status: NotificationStatus,
  attempts: Schema.Int,
  /** The result of the last attempt: an HTTP status, or a fixed word such as `timeout`. */
  lastResult: Schema.NullOr(Schema.String),
  /** The last attempts, also those before it was sent again, oldest first; none of those before they were kept. */
  tries: Schema.Array(Try),
  createdAt: Schema.DateTimeUtcFromNumber,
  updatedAt: Schema.DateTimeUtcFromNumber
})

export interface Notification extends Schema.Schema.Type<typeof Notification> {}

export class NotificationStore extends Context.Tag("@florin/core/NotificationStore")<
  NotificationStore,
  {
    readonly find: (shop: ShopId, id: NotificationId) => Effect.Effect<Option.Option<Notification>, StorageError>
    /** The subject's oldest waiting notification. */
    readonly waiting: (shop: ShopId, subject: string) => Effect.Effect<Option.Option<Notification>, StorageError>
    /** Newest first; `after` is the last id of the previous page. */
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
