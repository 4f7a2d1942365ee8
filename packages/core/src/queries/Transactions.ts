/** Queries of transactions, and the commands to notify again and to recover now. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, CommitStore, commitUnguarded, decided, refuse } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { Worker } from "../due-work/Worker.js"
import { makeNotificationId, type TransactionUid } from "../ids/Ids.js"
import type { Period } from "../money/Movement.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import * as OutboxMessage from "../operations/OutboxMessage.js"
import { Recovery } from "../operations/Recovery.js"
import { NotFound } from "../request/InvalidRequest.js"
import * as Explanation from "../routing/Explanation.js"
import type { Shop } from "../shops/Shop.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { Transition } from "../transaction-base/TransactionBase.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"
import {
  type NewestPageRequest,
  type PageRequest,
  TransactionDocuments,
  TransactionStore
} from "../transactions/TransactionStore.js"

/**
 * The maximum number of transactions in the answer to a query by tracking id.
 *
 * Source: interface, "Limits | Tracking query with non-unique `tracking_id`".
 */
export const trackingIdMatches = 10

/** Whether a transaction can have the tracking id: no one is longer, and some stores reject NUL. */
export const isFindable = (trackingId: string): boolean =>
  trackingId.length <= 255 * 2 && !trackingId.includes("\u0000")

export class Transactions extends Context.Tag("@florin/core/Transactions")<
  Transactions,
  {
    readonly find: (shop: Shop, uid: TransactionUid) => Effect.Effect<Transaction, NotFound | StorageError>
    /** Newest first, at most 10; any single value of the id matches. */
    readonly findByTrackingId: (
      shop: Shop,
      trackingId: string
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Those that are wanted, newest first. */
    readonly newest: (shop: Shop, page: NewestPageRequest) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /**
     * The transactions that were accepted in a period and have moved money, oldest first. A reversal of an approval that
     * was not kept, and of a hold's rest, is no transaction.
     */
    readonly moved: (
      shop: Shop,
      period: Period,
      page: PageRequest
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** For hosted pages: an unguessable uid is the capability. */
    readonly findPublic: (uid: TransactionUid) => Effect.Effect<Transaction, NotFound | StorageError>
    readonly history: (
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<ReadonlyArray<Transition>, NotFound | StorageError>
    /** Why a charge went where it went. Other transactions have no explanation. Source: D17. */
    readonly explain: (
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<Explanation.Explanation, NotFound | StorageError>
    /** Resends the notification of the current state. */
    readonly renotify: (
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<void, NotFound | NotInsideTransaction | StorageError>
    /** Queries the acquirer now for the outcome of a pending transaction; does nothing if it is not pending. */
    readonly recover: (
      shop: Shop,
      uid: TransactionUid
    ) => Effect.Effect<Transaction, NotFound | NotInsideTransaction | StorageError>
  }
>() {}

export const make = Effect.gen(function* () {
  const store = yield* TransactionStore
  const documents = yield* TransactionDocuments
  const worker = yield* Worker
  const recovery = yield* Recovery
  const newNotificationId = yield* makeNotificationId
  const write = commitUnguarded(yield* CommitStore)

  const find: Context.Tag.Service<Transactions>["find"] = (shop, uid) => existing(store.find(shop.id, uid))

  const announced = (
    shop: Shop,
    uid: TransactionUid,
    now: DateTime.Utc
  ): Commit<{ readonly transaction: Transaction | undefined }, void, NotFound> => {
    const id = newNotificationId(now.epochMillis)
    return {
      name: "renotify",
      load: { transaction: Reads.transaction(shop.id, uid) },
      decide: ({ transaction }) => {
        if (transaction === undefined) return refuse(new NotFound())
        const url = transaction.details.notificationUrl ?? shop.notificationUrl
        if (url === undefined) return decided([], undefined)
        const body = documents.encode(transaction)
        const { version: sequence } = transaction
        return decided(OutboxMessage.writes({ shop: shop.id, id, subject: uid, sequence, url, body, now }), undefined)
      }
    }
  }

  const renotify = Effect.fnUntraced(function* (shop: Shop, uid: TransactionUid) {
    yield* write(announced(shop, uid, yield* DateTime.now))
    yield* worker.wake
  })

  const recover = Effect.fnUntraced(function* (shop: Shop, uid: TransactionUid) {
    const transaction = yield* find(shop, uid)
    // A process that has taken over the job meanwhile queries the acquirer too; answer with the stored transaction.
    yield* recovery.now(transaction).pipe(Effect.catchTag("Stale", () => Effect.void))
    return yield* find(shop, uid)
  })

  return Transactions.of({
    find,
    findByTrackingId: (shop, trackingId) =>
      isFindable(trackingId) ? store.findByTrackingId(shop.id, trackingId, trackingIdMatches) : Effect.succeed([]),
    newest: (shop, page) => store.newest(shop.id, page),
    moved: (shop, period, page) => store.moved(shop.id, period, page),
    findPublic: (uid) => existing(store.findPublic(uid)),
    explain: (shop, uid) =>
      Effect.flatMap(find(shop, uid), (transaction) => {
        const charge = ofCard(transaction)
        const explanation = charge === undefined ? undefined : Explanation.of(charge)
        return explanation === undefined ? new NotFound() : Effect.succeed(explanation)
      }),
    history: (shop, uid) => Effect.zipRight(find(shop, uid), store.history(shop.id, uid)),
    renotify: (shop, uid) => outsideUnitOfWork("Transactions.renotify", renotify(shop, uid)),
    recover: (shop, uid) => outsideUnitOfWork("Transactions.recover", recover(shop, uid))
  })
})
