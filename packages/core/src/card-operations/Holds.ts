/** Due work for charges: expiry, lapsed holds, and reversals of approvals. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Operation } from "../commits/Operation.js"
import { commit, OperationStore, type Stale } from "../commits/Operation.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { Worker } from "../due-work/Worker.js"
import { makeNotificationId, TransactionUid } from "../ids/Ids.js"
import { type ClaimedJob, reversal } from "../jobs/Job.js"
import { ChangeFollower } from "../operations/ChangeFollower.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import * as HoldRules from "./HoldRules.js"
import * as Reversing from "./internal/reversing.js"

export class Holds extends Context.Tag("@florin/core/Holds")<
  Holds,
  {
    /**
     * - `expire`: expires an incomplete transaction at `expired_at`
     * - `release-hold`: releases what is left of an authorization after the hold period (D10)
     * - `reverse`: reverses the part of an approval that was not captured or voided, at the acquirer
     */
    readonly handlers: ReadonlyArray<JobHandler>
  }
>() {}

export const make = Effect.gen(function* () {
  const store = yield* OperationStore
  const shops = yield* ShopDirectory
  const transactions = yield* TransactionStore
  const follows = yield* ChangeFollower
  const documents = yield* TransactionDocuments
  const worker = yield* Worker
  const newNotificationId = yield* makeNotificationId
  const reverse = yield* Reversing.make
  const write = commit(store)

  /** Applies a rule to the job's transaction and commits the result. */
  const committed = (
    ruleOf: (job: ClaimedJob, regime: HoldRules.Regime) => Operation<HoldRules.Facts, number | undefined, never>
  ) =>
    Effect.fnUntraced(function* (job: ClaimedJob) {
      const shop: Shop | undefined = Option.getOrUndefined(yield* shops.find(job.shop))
      const found = Option.getOrUndefined(yield* transactions.find(job.shop, TransactionUid.make(job.subject)))
      const now = yield* DateTime.now
      const notification = newNotificationId(now.epochMillis)
      const following = found === undefined || shop === undefined ? undefined : follows(found, shop, now)
      const regime = { shop, encode: documents.encode, notification, now, following }
      const wakeAt = yield* write(ruleOf(job, regime))
      worker.unsafeWakeAll(wakeAt, now.epochMillis)
    })

  const handler = (
    kind: string,
    lane: JobHandler["lane"],
    run: (job: ClaimedJob) => Effect.Effect<void, Stale | StorageError>
  ): JobHandler => ({ kind, lane, run })

  return Holds.of({
    handlers: [
      handler("expire", "commits", committed(HoldRules.expire)),
      handler("release-hold", "commits", committed(HoldRules.release)),
      handler(reversal, "calls", reverse)
    ]
  })
})
