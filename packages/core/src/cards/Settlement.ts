/**
 * The last step of an operation: what happened and everything that follows from it, in one commit.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { IdempotencyStore } from "../idempotency/IdempotencyStore.js"
import { type ClaimedJob, JobStore, LeaseLost } from "../jobs/Job.js"
import { JobQueue } from "../jobs/JobQueue.js"
import { Worker } from "../jobs/Worker.js"
import type { Refused } from "../machine/Machine.js"
import type { Shop } from "../shops/Shop.js"
import { committing } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import { Acquirers } from "./Acquirer.js"
import type { Answer } from "./Answer.js"
import { Changes } from "./Changes.js"
import { acquirerOf, askAgainAt } from "./internal/asking.js"
import type { TransactionEvent } from "./TransactionEvent.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Settlement extends Context.Tag("@florin/core/Settlement")<
  Settlement,
  {
    /**
     * Commits the outcome of an accepted transaction. `job` is the due work that would otherwise finish it; it is
     * finished in the same commit, or put off when there was no answer. When another process has taken
     * the job meanwhile nothing is written and the transaction is answered as it stands.
     */
    readonly settle: (
      shop: Shop,
      transaction: Transaction,
      event: TransactionEvent,
      job: ClaimedJob
    ) => Effect.Effect<Answer, StorageError>
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
  const jobs = yield* JobStore
  const jobQueue = yield* JobQueue
  const changes = yield* Changes
  const worker = yield* Worker
  const idempotency = yield* IdempotencyStore
  const acquirers = yield* Acquirers

  const release = Effect.fnUntraced(function* (event: TransactionEvent, job: ClaimedJob) {
    if (event._tag !== "NoAnswer") return yield* jobs.finish(job)
    const now = yield* DateTime.now
    const next = Option.getOrElse(askAgainAt(now, job.attempts), () => now)
    yield* jobs.postpone(job, next)
    yield* Effect.flatMap(UnitOfWorkContext, ({ afterCommit }) => afterCommit(worker.wakeFor(next)))
  })

  // When what was sent by this process may still do something at the acquirer.
  const mayStandFrom = Effect.fnUntraced(
    function* (transaction: Transaction, event: TransactionEvent) {
      const now = yield* DateTime.now
      if (event._tag === "Approved") return Option.some(now)
      const acquirer = yield* acquirerOf(transaction)
      if (event._tag !== "NoAnswer" || acquirer === undefined) return Option.none<DateTime.Utc>()
      return Option.some(DateTime.addDuration(now, acquirer.inFlightWindow))
    },
    Effect.provideService(Acquirers, acquirers)
  )

  // Another process decides, or has. If it gives up what this one sent, that is taken back. The first answer stays.
  const standing = Effect.fnUntraced(function* (transaction: Transaction, event: TransactionEvent) {
    const current = Option.getOrThrow(yield* store.lock(transaction.shop, transaction.uid))
    const { idempotencyKey, shop, status, uid } = current
    const reverseAt = yield* mayStandFrom(transaction, event)
    if (Option.isSome(reverseAt) && status !== "successful") {
      yield* jobQueue.enqueue({ shop, kind: "reverse", subject: uid }, reverseAt.value)
    }
    const document = documents.encode(current)
    if (idempotencyKey !== undefined) yield* idempotency.answer(shop, idempotencyKey, { status: 200, body: document })
    return { transaction: current, document }
  }, commit("settle-too-late"))

  const settleInUnit = Effect.fnUntraced(function* (
    shop: Shop,
    transaction: Transaction,
    event: TransactionEvent,
    job: ClaimedJob
  ) {
    yield* release(event, job)
    const written = yield* changes.write(shop, transaction, event)
    return yield* Effect.mapError(written, () => new LeaseLost({ kind: job.kind }))
  }, commit("settle"))

  return Settlement.of({
    settle: (shop, transaction, event, job) =>
      settleInUnit(shop, transaction, event, job).pipe(
        Effect.catchTags({
          LeaseLost: (_: LeaseLost) => standing(transaction, event),
          Refused: (_: Refused) => standing(transaction, event)
        })
      )
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Settlement, make)
