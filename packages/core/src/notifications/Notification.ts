/**
 * What is told to merchants: one notification per committed state, in order per transaction, the newest replacing
 * undelivered older ones.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { NotificationId, ShopId, TransactionUid } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"

/**
 * Where a notification stands. Source: D34.
 *
 * - `waiting`: not acknowledged yet
 * - `delivered`: the receiver answered 2xx
 * - `superseded`: a newer state replaced it before it was delivered
 * - `stopped`: the receiver answered 410
 * - `exhausted`: every attempt failed; it can be sent again
 *
 * @since 0.1.0
 * @category models
 */
export const NotificationStatus = Schema.Literal("waiting", "delivered", "superseded", "stopped", "exhausted")

/**
 * @since 0.1.0
 * @category models
 */
export type NotificationStatus = typeof NotificationStatus.Type

/**
 * A notification.
 *
 * @since 0.1.0
 * @category models
 */
export const Notification = Schema.Struct({
  shop: ShopId,
  id: NotificationId,
  uid: TransactionUid,
  /** The transaction's version: grows per transaction. */
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

/**
 * @since 0.1.0
 * @category models
 */
export type Notification = typeof Notification.Type

/**
 * Where notifications are kept.
 *
 * @since 0.1.0
 * @category ports
 */
export class NotificationStore extends Context.Tag("@florin/core/NotificationStore")<
  NotificationStore,
  {
    /** Adds it and marks the transaction's waiting older ones as `superseded`. */
    readonly insert: (notification: Notification) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    readonly update: (
      notification: Pick<Notification, "shop" | "id" | "status" | "attempts" | "lastResult" | "updatedAt">
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** The transaction's oldest waiting one. */
    readonly waiting: (shop: ShopId, uid: TransactionUid) => Effect.Effect<Option.Option<Notification>, StorageError>
    readonly lock: (
      shop: ShopId,
      id: NotificationId
    ) => Effect.Effect<Option.Option<Notification>, StorageError, UnitOfWorkContext>
    /** Newest first; `after` is the id of the last one of the page before. */
    readonly list: (
      shop: ShopId,
      options: {
        readonly status?: NotificationStatus
        readonly limit: number
        readonly after?: NotificationId
      }
    ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
    /** The newest exhausted one of every transaction of the shop, up to `limit`. */
    readonly exhausted: (
      shop: ShopId,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Notification>, StorageError, UnitOfWorkContext>
  }
>() {}
