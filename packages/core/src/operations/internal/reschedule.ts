import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { writing } from "../../commits/Commit.js"
import type { ClaimedJob } from "../../jobs/Job.js"

/** Logs that recovery has stopped querying a transaction, which an operator has to resolve. */
export const stillPending = (uid: string): Effect.Effect<void> =>
  Effect.logError("A transaction is still pending after the last status query, and an operator has to resolve it", {
    uid
  })

/** Ends a recovery job whose transaction needs none. */
export const finish = (job: ClaimedJob) => writing("recover-nothing", [{ _tag: "FinishJob", job }], undefined)

/**
 * Ends a recovery job until the next query, or without one: an operator then has to resolve the transaction, which stays
 * `pending`, and its job says so.
 */
export const reschedule = (job: ClaimedJob, next: DateTime.Utc | undefined, atLatest = Number.POSITIVE_INFINITY) => {
  if (next === undefined) return writing("recover-nothing", [{ _tag: "SuspendJob", job }], undefined)
  const runAt = Math.min(next.epochMillis, atLatest)
  return writing("recover-later", [{ _tag: "PostponeJob", job, runAt }], undefined, runAt)
}
