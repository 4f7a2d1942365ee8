/**
 * Writing a change of a transaction together with everything that follows from it.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import type { Agenda } from "../jobs/Agenda.js"
import type { JobStore } from "../jobs/Job.js"
import type { Refused } from "../machine/Machine.js"
import type { Notifications } from "../notifications/Notifications.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { Writing } from "../store/UnitOfWork.js"
import { CommitListeners } from "../transactions/CommitListeners.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import type { Answer } from "./Answer.js"
import { apply, type Change, Happening } from "./Happening.js"
import { dutiesOf } from "./internal/duties.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Changes extends Context.Tag("@florin/core/Changes")<
  Changes,
  {
    /** What must be committed with a change that the caller has written: notification, due work, answer, listeners. */
    readonly record: (shop: Shop, change: Change) => Effect.Effect<Answer, StorageError, Writing>
    /** Applies a happening inside the caller's unit of work. None when the stored version is another. */
    readonly write: (
      shop: Shop,
      transaction: Transaction,
      happening: Happening
    ) => Effect.Effect<Option.Option<Answer>, Refused | StorageError, Writing>
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
  const duties = yield* dutiesOf

  const closeParent = Effect.fnUntraced(function* (shop: Shop, child: Transaction) {
    if (child.type === "refund" || child.parentUid === undefined) return
    const parent = Option.getOrThrow(yield* store.lock(shop.id, child.parentUid))
    const taken = yield* store.taken(shop.id, parent.uid)
    if (taken.pending || parent.closedAt !== null || taken.captured + taken.voided < parent.amount) return
    yield* write(shop, parent, Happening.Closed()).pipe(Effect.catchTag("Refused", () => Effect.void))
  })

  const record: Context.Tag.Service<Changes>["record"] = Effect.fnUntraced(function* (shop, change) {
    const { transaction } = change
    const document = documents.encode(transaction)
    yield* Effect.forEach(
      change.duties,
      (duty) => (duty === "close-parent" ? closeParent(shop, transaction) : duties(duty, shop, transaction, document)),
      { discard: true }
    )
    if (transaction.idempotencyKey !== undefined) {
      yield* idempotency.answer(shop.id, transaction.idempotencyKey, { status: 200, body: document })
    }
    yield* Effect.forEach(listeners, (listener) => listener(transaction), { discard: true })
    return { transaction, document }
  })

  const write: Context.Tag.Service<Changes>["write"] = Effect.fnUntraced(function* (shop, transaction, happening) {
    const change = yield* apply(transaction, happening, yield* DateTime.now)
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
  TransactionStore | TransactionDocuments | IdempotencyStore | Agenda | JobStore | Notifications
> = Layer.effect(Changes, make)
