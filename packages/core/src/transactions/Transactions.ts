/**
 * Looking at transactions, and the two commands that repeat something about one.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { TransactionUid } from "../ids/Ids.js"
import type { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction, Transition } from "./Transaction.js"

/**
 * How many transactions a query by a tracking id that is not unique answers at most.
 *
 * Source: interface, Limits, "Tracking query with non-unique `tracking_id`".
 *
 * @since 0.1.0
 * @category limits
 */
export const trackingIdMatches = 10

/**
 * @since 0.1.0
 * @category services
 */
export class Transactions extends Context.Tag("@florin/core/Transactions")<
  Transactions,
  {
    readonly find: (shop: Shop, uid: TransactionUid) => Effect.Effect<Transaction, NotFound | StorageError>
    /** Newest first, at most 10; any single value of the id finds it. */
    readonly findByTrackingId: (
      shop: Shop,
      trackingId: string
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** For hosted pages: the unguessable uid is the capability. */
    readonly findPublic: (uid: TransactionUid) => Effect.Effect<Transaction, NotFound | StorageError>
    readonly history: (
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<ReadonlyArray<Transition>, NotFound | StorageError>
    /** Sends the notification of the present state again. */
    readonly renotify: (shop: Shop, uid: TransactionUid) => Effect.Effect<void, NotFound | StorageError>
    /** Asks the acquirer now what became of a pending transaction; one that is not pending is left as it is. */
    readonly recover: (shop: Shop, uid: TransactionUid) => Effect.Effect<Transaction, NotFound | StorageError>
  }
>() {}
