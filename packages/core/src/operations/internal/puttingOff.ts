import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { commit, decided, type Operation, type OperationStore } from "../../commits/Operation.js"
import type { Write } from "../../commits/Write.js"
import type { ClaimedJob } from "../../jobs/Job.js"

/** Logs that nothing asks about the transaction any more. */
export const stillPending = (uid: string): Effect.Effect<void> =>
  Effect.logError("A transaction is still pending after the last status query, and an operator has to resolve it", {
    uid
  })

/** Ends a recovery job without a decision: for good, or until the next status query. */
export const make = (store: Context.Tag.Service<OperationStore>) => {
  const write = commit(store)

  const ended = (name: "recover-nothing" | "recover-later", writes: ReadonlyArray<Write>, wakeAt?: number) => {
    const operation: Operation<object, void, never> = {
      name,
      load: {},
      decide: () => decided(writes, undefined, { wakeAt })
    }
    return write(operation)
  }

  const finish = (job: ClaimedJob) => ended("recover-nothing", [{ _tag: "FinishJob", job }])

  // Without a next query an operator has to resolve it. The transaction stays `pending`, and its job says so.
  const later = Effect.fnUntraced(function* (
    job: ClaimedJob,
    nextAfter: (now: DateTime.Utc) => DateTime.Utc | undefined,
    atLatest = Number.POSITIVE_INFINITY
  ) {
    const now = yield* DateTime.now
    const next = nextAfter(now)
    if (next === undefined) {
      // Logged before the commit: if its outcome is unknown, no later run would log it.
      yield* stillPending(job.subject)
      return yield* ended("recover-nothing", [{ _tag: "ParkJob", job }])
    }
    // A monotonic clock counts fractions of milliseconds, and no store keeps one in an instant.
    const runAt = Math.min(next.epochMillis, now.epochMillis + Math.ceil(atLatest))
    yield* ended("recover-later", [{ _tag: "PostponeJob", job, runAt }], runAt)
  })

  return { finish, later }
}
