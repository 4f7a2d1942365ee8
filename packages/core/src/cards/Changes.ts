/**
 * UnitOfWorkContext a change of a transaction together with everything that follows from it.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import type { JobStore } from "../jobs/Job.js"
import type { JobQueue } from "../jobs/JobQueue.js"
import type { Refused } from "../machine/Machine.js"
import type { Notifications } from "../notifications/Notifications.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import { CommitListeners } from "../transactions/CommitListeners.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import { effectsOf } from "./internal/effects.js"
import { apply, type Change, TransactionEvent } from "./TransactionEvent.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Changes extends Context.Tag("@florin/core/Changes")<
  Changes,
  {
    /** What must be committed with a change that the caller has written: notification, due work, answer, listeners. */
    readonly record: (shop: Shop, change: Change) => Effect.Effect<Answer, StorageError, UnitOfWorkContext>
    /** Applies a event inside the caller's unit of work. None when the stored version is another. */
    readonly write: (
      shop: Shop,
      transaction: Transaction,
      event: TransactionEvent
    ) => Effect.Effect<Option.Option<Answer>, Refused | StorageError, UnitOfWorkContext>
  }
>() {}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const store = yield* TransactionStore
  const documents = yield* TransactionDocuments
  const idempotency = yield* IdempotencyStore
  const listeners = yield* CommitListeners
  const effects = yield* effectsOf

  const closeParent = Effect.fnUntraced(function* (shop: Shop, child: Transaction) {
    if (child.type === "refund" || child.parentUid === undefined) return
    const parent = Option.getOrThrow(yield* store.lock(shop.id, child.parentUid))
    const taken = yield* store.parentTotals(shop.id, parent.uid)
    if (taken.pending || parent.closedAt !== null || taken.captured + taken.voided < parent.amount) return
    yield* write(shop, parent, TransactionEvent.Closed()).pipe(Effect.catchTag("Refused", () => Effect.void))
  })

  const record: Context.Tag.Service<Changes>["record"] = Effect.fnUntraced(function* (shop, change) {
    const { transaction } = change
    const document = documents.encode(transaction)
    yield* Effect.forEach(
      change.effects,
      (effect) =>
        effect === "close-parent" ? closeParent(shop, transaction) : effects(effect, shop, transaction, document),
      { discard: true }
    )
    if (transaction.idempotencyKey !== undefined) {
      yield* idempotency.answer(shop.id, transaction.idempotencyKey, { status: 200, body: document })
    }
    yield* Effect.forEach(listeners, (listener) => listener(transaction), { discard: true })
    return { transaction, document }
  })

  const write: Context.Tag.Service<Changes>["write"] = Effect.fnUntraced(function* (shop, transaction, event) {
    const change = yield* apply(transaction, event, yield* DateTime.now)
    const written = yield* store.update(change.transaction, change.transition)
    return written ? Option.some(yield* record(shop, change)) : Option.none()
  })

  return Changes.of({ record, write })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<
  Changes,
  never,
  TransactionStore | TransactionDocuments | IdempotencyStore | JobQueue | JobStore | Notifications
> = Layer.effect(Changes, make)
