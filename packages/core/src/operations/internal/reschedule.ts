import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { type Commit, decided } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"

/** Logs that recovery has stopped querying a transaction, which an operator has to resolve. */
export const stillPending = (uid: string): Effect.Effect<void> =>
  Effect.logError("A transaction is still pending after the last status query, and an operator has to resolve it", {
    uid
  })

const ended = (
  name: "recover-nothing" | "recover-later",
  write: Write,
  wakeAt?: number
): Commit<object, undefined, never> => ({ name, load: {}, decide: () => decided([write], undefined, { wakeAt }) })

/** Ends a recovery job whose transaction needs none. */
export const finish = (job: ClaimedJob) => ended("recover-nothing", { _tag: "FinishJob", job })

/**
 * Ends a recovery job until the next query, or without one: an operator then has to resolve the transaction, which stays
 * `pending`, and its job says so.
 */
export const reschedule = (job: ClaimedJob, next: DateTime.Utc | undefined, atLatest = Number.POSITIVE_INFINITY) => {
  if (next === undefined) return ended("recover-nothing", { _tag: "SuspendJob", job })
  const runAt = Math.min(next.epochMillis, atLatest)
  return ended("recover-later", { _tag: "PostponeJob", job, runAt }, runAt)
}
