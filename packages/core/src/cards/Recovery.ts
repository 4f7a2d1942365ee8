/**
 * Finishing what was accepted and never settled: the acquirer is asked what became of it.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { TransactionUid } from "../ids/Ids.js"
import { type ClaimedJob, JobStore, type LeaseLost } from "../jobs/Job.js"
import { JobQueue } from "../jobs/JobQueue.js"
import { Worker } from "../jobs/Worker.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import { committing } from "../store/FaultPoints.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { type AcquirerService, type AcquirerStatus, Acquirers } from "./Acquirer.js"
import { acquirerOf, askAgainAt, askStatus } from "./internal/asking.js"
import { Settlement } from "./Settlement.js"
import { TransactionEvent } from "./TransactionEvent.js"

/**
 * @since 0.1.0
 * @category services
 */
export class Recovery extends Context.Tag("@florin/core/Recovery")<
  Recovery,
  {
    /** Does the work of one `recover` job. */
    readonly run: (job: ClaimedJob) => Effect.Effect<void, LeaseLost | StorageError>
    /** Asks now, unless somebody is asking already. */
    readonly now: (transaction: Transaction) => Effect.Effect<void, LeaseLost | StorageError>
  }
>() {}

const verificationLimit = { seconds: 10 }

/**
 * From when on `NotFound` means that it never happened: nobody is asking any more (whoever runs this holds the work),
 * and what was sent has had the time to arrive.
 */
const settledFrom = (transaction: Transaction, acquirer: AcquirerService): DateTime.Utc => {
  const { details, updatedAt } = transaction
  const asked = details.verificationUrl === undefined ? updatedAt : DateTime.add(updatedAt, verificationLimit)
  return DateTime.addDuration(asked, acquirer.inFlightWindow)
}

/** What was learned; while that is nothing, from when on asking again is worth it, if that is known. */
interface Learned {
  readonly event: TransactionEvent
  readonly askFrom?: DateTime.Utc
}

const learnedFrom = (status: AcquirerStatus, asked: DateTime.Utc, settled: DateTime.Utc): Learned => {
  switch (status._tag) {
    case "Approved":
      return { event: TransactionEvent.Approved({ report: status.report }) }
    case "Declined":
      return { event: TransactionEvent.Declined({ reason: status.reason, report: status.report }) }
    case "NotFound":
      return DateTime.greaterThanOrEqualTo(asked, settled)
        ? { event: TransactionEvent.NotDone() }
        : { event: TransactionEvent.NoAnswer(), askFrom: settled }
    case "Unknown":
      return { event: TransactionEvent.NoAnswer() }
  }
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const store = yield* TransactionStore
  const jobs = yield* JobStore
  const jobQueue = yield* JobQueue
  const worker = yield* Worker
  const shops = yield* ShopDirectory
  const settlement = yield* Settlement
  const acquirers = yield* Acquirers

  const learn = Effect.fnUntraced(
    function* (transaction: Transaction) {
      const acquirer = yield* acquirerOf(transaction)
      if (acquirer === undefined) return { event: TransactionEvent.NoAnswer() }
      // The answer is as old as the question, however long it takes to come.
      const asked = yield* DateTime.now
      const status = yield* askStatus(transaction)
      return learnedFrom(status, asked, settledFrom(transaction, acquirer))
    },
    Effect.provideService(Acquirers, acquirers)
  )

  // Nothing is known after 7 days: a human has to find out. The transaction stays `pending`.
  const handOver = (job: ClaimedJob) =>
    Effect.zipRight(
      jobs.finish(job),
      Effect.logError("A transaction is still pending after 7 days of asking", { uid: job.subject })
    )

  const postpone = Effect.fnUntraced(function* (job: ClaimedJob, askFrom?: DateTime.Utc) {
    const next = askAgainAt(yield* DateTime.now, job.attempts)
    yield* Option.match(next, {
      onNone: () => handOver(job),
      onSome: (at) => jobs.postpone(job, askFrom === undefined ? at : DateTime.min(at, askFrom))
    })
  }, commit("recover-later"))

  const finish = (job: ClaimedJob) => commit("recover-nothing")(jobs.finish(job))

  const recover = Effect.fnUntraced(function* (shop: Shop, transaction: Transaction, job: ClaimedJob) {
    const { askFrom, event } = yield* learn(transaction)
    if (event._tag === "NoAnswer") return yield* postpone(job, askFrom)
    yield* settlement.settle(shop, transaction, event, job)
  })

  const run = Effect.fn("Recovery.run")(function* (job: ClaimedJob) {
    const transaction = yield* store.find(job.shop, TransactionUid.make(job.subject))
    if (Option.isNone(transaction) || transaction.value.status !== "pending") return yield* finish(job)
    const shop = yield* shops.find(job.shop)
    if (Option.isNone(shop)) return yield* postpone(job)
    yield* recover(shop.value, transaction.value, job)
  })

  const claim = Effect.fnUntraced(function* ({ shop, uid }: Transaction) {
    const now = yield* DateTime.now
    const job = { shop, kind: "recover", subject: uid } as const
    yield* jobQueue.enqueue(job, now)
    return yield* jobs.claim({ job, now, owner: worker.owner, running: worker.isRunning })
  }, commit("recover-claim"))

  return Recovery.of({
    run,
    now: Effect.fn("Recovery.now")(function* (transaction) {
      if (transaction.status !== "pending") return
      const job = yield* claim(transaction)
      if (Option.isSome(job)) yield* worker.working(job.value)(run(job.value))
    })
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Recovery, make)
