/**
 * Announcing what was committed, and sending again what did not arrive.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { NotificationId } from "../ids/Ids.js"
import { JobQueue } from "../jobs/JobQueue.js"
import * as Machine from "../machine/Machine.js"
import { NotFound } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import { committing } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWork, UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { Transaction } from "../transactions/Transaction.js"
import { announcing } from "./internal/announcing.js"
import { type Notification, type NotificationStatus, NotificationStore } from "./Notification.js"
import * as NotificationMachine from "./NotificationMachine.js"

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
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
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

const pageLimit = 100
const batch = 1000

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* NotificationStore
  const jobQueue = yield* JobQueue

  const announce = yield* announcing

  const sendAgain = Effect.fnUntraced(function* (notification: Notification) {
    const now = yield* DateTime.now
    const { id, lastResult, shop, uid } = notification
    const fresh = { attempts: 0, attemptLimit: 1 }
    // The table lets every state be sent again; were one not, that would be our mistake.
    const { next } = yield* Effect.orDie(
      Machine.decide(NotificationMachine.machine, notification.status, "ResendAsked", fresh)
    )
    yield* store.update({ shop, id, status: next, attempts: 0, lastResult, updatedAt: now })
    yield* jobQueue.enqueue({ shop, kind: "notify", subject: uid }, now)
  })

  const resend = Effect.fn("Notifications.resend")(function* (shop: Shop, id: NotificationId) {
    const notification = yield* Effect.flatten(store.lock(shop.id, id)).pipe(
      Effect.catchTag("NoSuchElementException", () => new NotFound())
    )
    yield* sendAgain(notification)
  }, commit("resend"))

  const resendBatch = Effect.fnUntraced(function* (shop: Shop) {
    const exhausted = yield* store.exhausted(shop.id, batch)
    yield* Effect.forEach(exhausted, sendAgain, { discard: true })
    return exhausted.length
  }, commit("resend-exhausted"))

  const resendExhausted = Effect.fn("Notifications.resendExhausted")(function* (shop: Shop) {
    let sent = 0
    let last = batch
    while (last === batch) {
      last = yield* resendBatch(shop)
      sent += last
    }
    return sent
  })

  return Notifications.of({
    announce,
    list: (shop, { after, limit, status }) =>
      store.list(shop.id, {
        limit: limit ?? pageLimit,
        ...(status === undefined ? {} : { status }),
        ...(after === undefined ? {} : { after })
      }),
    resend,
    resendExhausted
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<Notifications, never, UnitOfWork | NotificationStore | JobQueue> = Layer.effect(
  Notifications,
  make
)
