/** Due work for charges: expiry, lapsed holds, and reversals of approvals. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type Commit, CommitStore, commit } from "../commits/Commit.js"
import type { JobHandler } from "../due-work/JobHandlers.js"
import { Worker } from "../due-work/Worker.js"
import { makeNotificationId, TransactionUid } from "../ids/Ids.js"
import { type ClaimedJob, lateApproval, reversal } from "../jobs/Job.js"
import { TransactionHook } from "../operations/TransactionHook.js"
import { type Shop, ShopDirectory } from "../shops/Shop.js"
import { ofCard } from "../transactions/Transaction.js"
import { TransactionDocuments, TransactionStore } from "../transactions/TransactionStore.js"
import * as HoldRules from "./HoldRules.js"
import * as AcquirerCalls from "./internal/acquirerCalls.js"
import * as ReversalJob from "./internal/reversalJob.js"
import * as LateApprovalRules from "./LateApprovalRules.js"

/**
 * - `expire`: expires an incomplete transaction at `expired_at`
 * - `release-hold`: releases what is left of an authorization after the hold period (D10)
 * - `look-again`: asks the acquirer once more about a charge that was given up as never seen
 * - `reverse`: reverses the part of an approval that was not captured or voided, at the acquirer
 */
export const make = Effect.gen(function* () {
  const store = yield* CommitStore
  const shops = yield* ShopDirectory
  const transactions = yield* TransactionStore
  const follows = yield* TransactionHook
  const documents = yield* TransactionDocuments
  const worker = yield* Worker
  const newNotificationId = yield* makeNotificationId
  const reverse = yield* ReversalJob.make
  const asking = yield* AcquirerCalls.make
  const write = commit(store)

  /** Applies a rule to the job's transaction and commits the result. */
  const committed = (
    ruleOf: (job: ClaimedJob, context: HoldRules.HoldContext) => Commit<HoldRules.HoldFacts, number | undefined, never>
  ) =>
    Effect.fnUntraced(function* (job: ClaimedJob) {
      const shop: Shop | undefined = Option.getOrUndefined(yield* shops.find(job.shop))
      const found = Option.getOrUndefined(yield* transactions.find(job.shop, TransactionUid.make(job.subject)))
      const now = yield* DateTime.now
      const notification = newNotificationId(now.epochMillis)
      const projection = found === undefined || shop === undefined ? undefined : follows(found, shop, now)
      const context = { shop, encode: documents.encode, notification, now, projection }
      const wakeAt = yield* write(ruleOf(job, context))
      worker.unsafeWakeAll(wakeAt, now.epochMillis)
    })

  const lookAgain = Effect.fnUntraced(function* (job: ClaimedJob) {
    const found = ofCard(Option.getOrUndefined(yield* transactions.find(job.shop, TransactionUid.make(job.subject))))
    const isQueried = found !== undefined && LateApprovalRules.isQueried(found)
    const known = isQueried ? yield* asking.status(found) : "unknown"
    const now = yield* DateTime.now
    worker.unsafeWakeAll(yield* write(LateApprovalRules.conclude(job, known, now)), now.epochMillis)
  })

  const handlers: ReadonlyArray<JobHandler> = [
    { kind: "expire", pool: "commits", run: committed(HoldRules.expireIncomplete) },
    { kind: "release-hold", pool: "commits", run: committed(HoldRules.release) },
    { kind: lateApproval, pool: "calls", run: lookAgain },
    { kind: reversal, pool: "calls", run: reverse }
  ]
  return handlers
})
