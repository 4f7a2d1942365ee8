/**
 * Announcing what was committed, and sending again what did not arrive.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { NotificationId } from "../ids/Ids.js"
import type { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { Writing } from "../store/UnitOfWork.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { Notification, NotificationStatus } from "./Notification.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Notifications extends Context.Tag("@florin/core/Notifications")<
  Notifications,
  {
    /** Commits the notification of a state with that state. Nothing is announced where there is no URL. Source: D33. */
    readonly announce: (
      shop: Shop,
      transaction: Transaction,
      document: string
    ) => Effect.Effect<void, StorageError, Writing>
    readonly list: (
      shop: Shop,
      options: { readonly status?: NotificationStatus; readonly limit?: number; readonly after?: NotificationId }
    ) => Effect.Effect<ReadonlyArray<Notification>, StorageError>
    /** Sends one again, whatever became of it. */
    readonly resend: (shop: Shop, id: NotificationId) => Effect.Effect<void, NotFound | StorageError>
    /** Sends every exhausted one again; says how many. */
    readonly resendExhausted: (shop: Shop) => Effect.Effect<number, StorageError>
  }
>() {}
