/**
 * Looking at transactions, and the two commands that repeat something about one.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Recovery } from "../cards/Recovery.js"
import type { TransactionUid } from "../ids/Ids.js"
import { Notifications } from "../notifications/Notifications.js"
import { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { committing } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction, Transition } from "./Transaction.js"
import { TransactionDocuments, TransactionStore } from "./TransactionStore.js"

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

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* TransactionStore
  const documents = yield* TransactionDocuments
  const notifications = yield* Notifications
  const recovery = yield* Recovery

  const existing = <E, R>(found: Effect.Effect<Option.Option<Transaction>, E, R>) =>
    Effect.flatMap(
      found,
      Option.match({ onNone: () => new NotFound(), onSome: (transaction) => Effect.succeed(transaction) })
    )

  const find: Context.Tag.Service<Transactions>["find"] = (shop, uid) => existing(store.find(shop.id, uid))

  return Transactions.of({
    find,
    findByTrackingId: (shop, trackingId) => store.findByTrackingId(shop.id, trackingId, trackingIdMatches),
    findPublic: (uid) => existing(store.findPublic(uid)),
    history: Effect.fn("Transactions.history")(function* (shop, uid) {
      yield* find(shop, uid)
      return yield* store.history(shop.id, uid)
    }),
    renotify: Effect.fn("Transactions.renotify")(function* (shop, uid) {
      const transaction = yield* existing(store.lock(shop.id, uid))
      yield* notifications.announce(shop, transaction, documents.encode(transaction))
    }, commit("renotify")),
    recover: Effect.fn("Transactions.recover")(function* (shop, uid) {
      const transaction = yield* find(shop, uid)
      // Whoever has taken the work over meanwhile is asking too; the answer is what stands now.
      yield* recovery.now(transaction).pipe(Effect.catchTag("LeaseLost", () => Effect.void))
      return yield* find(shop, uid)
    })
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Transactions, make)
