import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { writing } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
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
 * `pending`, and its job says so. `atLatest`: when the query is due even if the schedule says later; it is not one of the
 * schedule then. Where processes die within a window each begins to wait anew, and the first answer that is lost would be
 * asked for again only after minutes.
 */
export const reschedule = (job: ClaimedJob, next: DateTime.Utc | undefined, atLatest = Number.POSITIVE_INFINITY) => {
  if (next === undefined) return writing("recover-nothing", [{ _tag: "SuspendJob", job }], undefined)
  const runAt = Math.min(next.epochMillis, atLatest)
  const writes: ReadonlyArray<Write> =
    runAt < next.epochMillis
      ? [
          { _tag: "ExtendLease", job, runAt },
          { _tag: "ReleaseJob", job }
        ]
      : [{ _tag: "PostponeJob", job, runAt }]
  return writing("recover-later", writes, undefined, runAt)
}
