/**
 * Finishes operations that were accepted but never recorded: queries the provider for the outcome, and resends what
 * rolls forward under the same key.
 *
 * Source: D40.
 */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Commit, CommitStore, commit, decided, type Stale } from "../commits/Commit.js"
import { currentActionIn } from "../commits/CurrentAction.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import * as Claim from "../due-work/Claim.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { Lease } from "../due-work/Lease.js"
import { Worker } from "../due-work/Worker.js"
import { Entropy, makeFence, TransactionUid } from "../ids/Ids.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import { contradiction, reversal } from "../jobs/Job.js"
import * as PartitionKey from "../jobs/PartitionKey.js"
import { ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import type { Transaction } from "../transactions/Transaction.js"
import { TransactionStore } from "../transactions/TransactionStore.js"
import { finish, reschedule, stillPending } from "./internal/reschedule.js"
import { Operations } from "./Operations.js"
import type { TransactionKind } from "./TransactionKind.js"
import * as TransactionWriter from "./TransactionWriter.js"

/** The kind of job that finishes a transaction. */
export const kind = "recover"

/** The kind of each transaction. Undefined for those that no provider is called for. */
export class TransactionKinds extends Context.Tag("@florin/core/TransactionKinds")<
  TransactionKinds,
  (transaction: Transaction) => TransactionKind | undefined
>() {}

export class Recovery extends Context.Tag("@florin/core/Recovery")<
  Recovery,
  {
    readonly handler: JobHandler
    /**
     * Queries the provider now, unless this or another process is already doing so. Of what is not pending, a reversal
     * without an answer is asked for at once, and a contradiction is settled where the fiber acts for a person.
     */
    readonly now: (transaction: Transaction) => Effect.Effect<void, Stale | StorageError>
  }
>() {}

const shareOf = (transaction: Transaction) =>
  PartitionKey.ofAcquirer(transaction.shop, lastCharge(transaction).gatewayId)

const jobOf = ({ shop, uid }: Transaction): JobName => ({ shop, kind, subject: uid })

/** Claims the job of a transaction immediately, unless this or another process is running it. */
const claimed = (
  transaction: Transaction,
  claim: Omit<Claim.Claim, "held" | "share">,
  isWorking: boolean
): Commit<{ readonly held: Reads.JobRecord | undefined }, ClaimedJob | undefined, never> => ({
  name: "recover-claim",
  load: { held: Reads.job(claim.job) },
  decide: ({ held }) => {
    const isHeld = held !== undefined && held.owner !== null && held.owner !== claim.renewal.owner
    if ((held !== undefined && isWorking) || isHeld) return decided([], undefined)
    const { job, writes } = Claim.claimed({ ...claim, held, share: shareOf(transaction) })
    return decided(writes, job)
  }
})

interface WaitingFacts {
  readonly held: Reads.JobRecord | undefined
  readonly contradicted: Reads.JobRecord | undefined
}

/**
 * A reversal without an answer, also one that was given up, is due now. A contradiction is settled where a person asks:
 * they have looked, and what a shop's own program asks says nothing of that.
 */
const hurried = (transaction: Transaction, now: number, isPerson: boolean): Commit<WaitingFacts, void, never> => {
  const job = TransactionWriter.job(transaction, reversal)
  const settled = TransactionWriter.job(transaction, contradiction)
  const share = shareOf(transaction)
  return {
    name: "recover-claim",
    load: { held: Reads.job(job), contradicted: Reads.job(settled) },
    decide: ({ contradicted, held }) => {
      const writes: ReadonlyArray<Write> = [
        ...(held === undefined ? [] : [{ _tag: "EnqueueJob", job, runAt: now, share } as const]),
        ...(isPerson && contradicted !== undefined ? [{ _tag: "CancelJob", job: settled } as const] : [])
      ]
      return decided(writes, undefined, held === undefined ? {} : { wakeAt: now })
    }
  }
}

export const make = Effect.gen(function* () {
  const store = yield* CommitStore
  const transactions = yield* TransactionStore
  const lease = yield* Lease
  const worker = yield* Worker
  const shops = yield* ShopDirectory
  const operations = yield* Operations
  const kindOf = yield* TransactionKinds
  const entropy = yield* Entropy
  const write = commit(store)

  const run = Effect.fnUntraced(function* (job: ClaimedJob) {
    const found = yield* transactions.find(job.shop, TransactionUid.make(job.subject))
    const transaction = Option.getOrUndefined(found)
    const kind = transaction?.status === "pending" ? kindOf(transaction) : undefined
    if (transaction === undefined || kind === undefined) return yield* write(finish(job))
    const shop = yield* shops.find(job.shop)
    if (Option.isSome(shop)) return yield* operations.recover(shop.value, kind, transaction, job)
    const next = kind.nextQueryAt(transaction, yield* DateTime.now, job.attempts)
    // Logged before the commit: if its outcome is unknown, no later run would log it.
    if (next === undefined) yield* stillPending(job.subject)
    yield* write(reschedule(job, next))
  })

  return Recovery.of({
    handler: { kind, pool: "calls", run },
    now: Effect.fnUntraced(function* (transaction) {
      const { epochMillis } = yield* DateTime.now
      if (transaction.status !== "pending") {
        yield* write(hurried(transaction, epochMillis, currentActionIn(yield* Effect.context<never>()) !== undefined))
        return yield* worker.wake
      }
      if (kindOf(transaction) === undefined) return
      const job = jobOf(transaction)
      const isWorking = worker.isRunning(job)
      const claim = { job, now: epochMillis, fence: makeFence(entropy), renewal: lease.renewal("now") }
      // Marked as running before the commit: otherwise the job would look held but idle until the commit returns.
      yield* worker.working(job)(
        Effect.flatMap(write(claimed(transaction, claim, isWorking)), (held) =>
          held === undefined ? Effect.void : run(held)
        )
      )
    })
  })
})
