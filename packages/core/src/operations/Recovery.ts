/**
 * Finishing what was accepted and never recorded: the provider is asked what became of it, and what rolls forward is
 * sent again under the same key.
 *
 * Source: D40.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Entropy } from "../ids/Entropy.js"
import { TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import type { JobHandler } from "../jobs/JobHandlers.js"
import { Lease } from "../jobs/Lease.js"
import * as Share from "../jobs/Share.js"
import { Worker } from "../jobs/Worker.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import { decided, type Operation } from "../store/Operation.js"
import { commit, OperationStore, type Stale } from "../store/OperationStore.js"
import * as Reads from "../store/Reads.js"
import type { StorageError } from "../store/StorageError.js"
import type { Write } from "../store/Write.js"
import type { Transaction, TransactionType } from "../transactions/Transaction.js"
import { TransactionEvent } from "../transactions/TransactionEvent.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { Operations } from "./Operations.js"
import { askAgainAt } from "./RetrySchedule.js"
import { traced } from "./Tracing.js"
import type { Knowledge, TransactionKind } from "./TransactionKind.js"

/**
 * The kind of due work that finishes a transaction.
 *
 * @since 0.2.0
 * @category jobs
 */
export const kind = "recover"

/**
 * The kinds of transactions that there are, by their type.
 *
 * @since 0.2.0
 * @category services
 */
export class TransactionKinds extends Context.Tag("@florin/core/TransactionKinds")<
  TransactionKinds,
  (type: TransactionType) => TransactionKind
>() {}

/**
 * @since 0.1.0
 * @category services
 */
export class Recovery extends Context.Tag("@florin/core/Recovery")<
  Recovery,
  {
    readonly handler: JobHandler
    /** Asks now, unless this or another process is asking already. */
    readonly now: (transaction: Transaction) => Effect.Effect<void, Stale | StorageError>
  }
>() {}

/** How long one sending may take; afterwards its outcome is unknown. */
const sendingLimit = Duration.seconds(30)

/** The longest text of a job's life: after 7 days of asking a human has to find out. */
const handedOver = "A transaction is still pending after 7 days of asking"
const notRepeatable = "A transaction is pending, and its acquirer does not promise that one key is one operation"

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const store = yield* OperationStore
  const transactions = yield* TransactionStore
  const lease = yield* Lease
  const worker = yield* Worker
  const shops = yield* ShopDirectory
  const operations = yield* Operations
  const kindOf = yield* TransactionKinds
  const entropy = yield* Entropy
  const write = commit(store)

  const ended = (name: "recover-nothing" | "recover-later", writes: ReadonlyArray<Write>, wakeAt?: number) =>
    write({ name, load: {}, decide: () => decided(writes, undefined, { wakeAt }) } as Operation<
      object,
      undefined,
      never
    >)

  const finish = (job: ClaimedJob) => ended("recover-nothing", [{ _tag: "FinishJob", job }])

  // Nothing is known after 7 days: a human has to find out. The transaction stays `pending`.
  const later = Effect.fnUntraced(function* (job: ClaimedJob, atLatest?: number) {
    const now = yield* DateTime.now
    const next = askAgainAt(now, job.attempts)
    if (next === undefined) {
      // First: after a commit whose outcome nobody knows there is nothing left to tell it by.
      yield* Effect.logError(handedOver, { uid: job.subject })
      return yield* finish(job)
    }
    const runAt = Math.min(
      next.epochMillis,
      atLatest === undefined ? Number.POSITIVE_INFINITY : now.epochMillis + atLatest
    )
    yield* ended("recover-later", [{ _tag: "PostponeJob", job, runAt }], runAt)
  })

  const record = (shop: Shop, transaction: Transaction, event: TransactionEvent, job: ClaimedJob) =>
    operations.record(shop, kindOf(transaction.type), transaction, event, job)

  const sendAgain = (shop: Shop, transaction: Transaction, job: ClaimedJob) => {
    const kind = kindOf(transaction.type)
    const ask = kind.sendAgain(transaction)
    if (ask === undefined)
      return Effect.zipRight(Effect.logWarning(notRepeatable, { uid: transaction.uid }), later(job))
    return operations.resume(shop, kind, transaction, job, { ask, limit: sendingLimit })
  }

  /** The provider does not know the key. */
  const neverSeen = (shop: Shop, transaction: Transaction, job: ClaimedJob, quietFor: number) => {
    const kind = kindOf(transaction.type)
    if (kind.unknownOutcome === "rolls-forward") return sendAgain(shop, transaction, job)
    const window = Duration.toMillis(kind.inFlightWindow(transaction))
    return quietFor >= window
      ? record(shop, transaction, TransactionEvent.NotDone(), job)
      : later(job, window - quietFor)
  }

  const conclude = (shop: Shop, transaction: Transaction, job: ClaimedJob, known: Knowledge, quietFor: number) => {
    if (known === "unknown") return later(job)
    return known === "never-seen" ? neverSeen(shop, transaction, job, quietFor) : record(shop, transaction, known, job)
  }

  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const found = yield* transactions.find(job.shop, TransactionUid.make(job.subject))
    if (Option.isNone(found) || found.value.status !== "pending") return yield* finish(job)
    const shop = yield* shops.find(job.shop)
    if (Option.isNone(shop)) return yield* later(job)
    const transaction = found.value
    // The answer is as old as the question, however long it takes to come.
    const quietFor = operations.quietFor(job)
    const known = yield* kindOf(transaction.type).status(transaction)
    yield* conclude(shop.value, transaction, job, known, quietFor)
  })

  const claimed = (
    { gatewayId, shop, uid }: Transaction,
    now: number
  ): Operation<{ readonly held: Reads.JobRecord | undefined }, ClaimedJob | undefined, never> => {
    const job = { shop, kind, subject: uid }
    const fence = entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)
    const renewal = lease.renewal("now")
    const isWorking = worker.isRunning(job)
    return {
      name: "recover-claim",
      load: { held: Reads.job(job) },
      decide: ({ held }) => {
        const owner = renewal.owner
        if (held === undefined) {
          const made = { ...job, fence, attempts: 0, runAt: DateTime.unsafeMake(now) }
          const share = Share.ofAcquirer(shop, gatewayId)
          return decided([...renewal.writes, { _tag: "HoldJob", job: made, runAt: now, share, owner }], made)
        }
        if (isWorking || (held.owner !== null && held.owner !== owner)) return decided([], undefined)
        return decided([...renewal.writes, { _tag: "ClaimJob", job: held, owner }], { ...held, fence: held.fence + 1 })
      }
    }
  }

  return Recovery.of({
    handler: { kind, lane: "calls", run: (job) => traced("Recovery.run", run(job)) },
    now: Effect.fnUntraced(function* (transaction) {
      if (transaction.status !== "pending") return
      const { epochMillis } = yield* DateTime.now
      const job = yield* write(claimed(transaction, epochMillis))
      if (job !== undefined) yield* worker.working(job)(run(job))
    })
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer = Layer.effect(Recovery, make)
