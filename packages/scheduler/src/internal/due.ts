import { type ClaimedJob, type JobKind, JobStore } from "@florin/core/jobs/Job"
import { JobHandlers } from "@florin/core/jobs/JobHandlers"
import { Worker } from "@florin/core/jobs/Worker"
import { committing } from "@florin/core/store/FaultPoints"
import { UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { aliveFor, beatEvery } from "../SchedulerSettings.js"

// A job that failed comes back after 1, 2, 4 … seconds, at most an hour.
const backOff = (now: DateTime.Utc, attempts: number): DateTime.Utc =>
  DateTime.add(now, { seconds: Math.min(3600, 2 ** Math.min(attempts, 12)) })

/** Claiming due work for this process, and doing it. */
export const make = Effect.gen(function* () {
  const commit = yield* committing
  const jobs = yield* JobStore
  const handlers = yield* JobHandlers
  const worker = yield* Worker
  const lastBeat = yield* Ref.make(Number.NEGATIVE_INFINITY)

  /** A clock that went back counts as a heartbeat too late. */
  const mustBeat = (now: DateTime.Utc) =>
    Effect.map(Ref.get(lastBeat), (last) => {
      const since = now.epochMillis - last
      return since < 0 || since >= Duration.toMillis(beatEvery)
    })

  const beat = Effect.fnUntraced(function* (now: DateTime.Utc) {
    if (!(yield* mustBeat(now))) return
    const { afterCommit } = yield* UnitOfWorkContext
    yield* jobs.heartbeat(worker.owner, DateTime.addDuration(now, aliveFor))
    yield* jobs.releaseIdle({ now, owner: worker.owner, running: worker.isRunning })
    // Nobody has seen a heartbeat that was not committed: what this process holds may count as free, also for itself.
    yield* afterCommit(Ref.set(lastBeat, now.epochMillis))
  })

  /** Claims due jobs. They count as worked on from here; `perform` ends that. */
  const claim = (now: DateTime.Utc, limit: number, kinds: ReadonlyArray<JobKind>) => {
    const begun: Array<ClaimedJob> = []
    const claimed = Effect.gen(function* () {
      // A round that has taken its time still claims what was due when it began; its heartbeat is of the present.
      yield* beat(DateTime.max(now, yield* DateTime.now))
      if (limit <= 0) return []
      const due = yield* jobs.claimDue({ now, owner: worker.owner, limit, kinds })
      begun.push(...due)
      yield* Effect.forEach(due, worker.begin, { discard: true })
      return due
    })
    return Effect.onError(commit("jobs-claim")(claimed), () => Effect.forEach(begun, worker.end, { discard: true }))
  }

  const giveBack = Effect.fnUntraced(function* (job: ClaimedJob) {
    yield* jobs.postpone(job, backOff(yield* DateTime.now, job.attempts))
  }, commit("job-give-back"))

  // A cause may hold what a merchant sent; the kind and the subject are enough to find it.
  const failed = (job: ClaimedJob) =>
    Effect.logError("Due work failed and will be tried again", { kind: job.kind, subject: job.subject }).pipe(
      Effect.zipRight(giveBack(job)),
      Effect.ignore
    )

  const perform = (job: ClaimedJob): Effect.Effect<void> =>
    handlers[job.kind](job).pipe(
      // Another process has taken it over, and does it.
      Effect.catchTag("LeaseLost", () => Effect.void),
      Effect.catchAllCause(() => failed(job)),
      Effect.ensuring(worker.end(job))
    )

  // Alive before the first work is accepted, so that nobody else takes it over at once.
  yield* commit("owner-start")(Effect.flatMap(DateTime.now, beat))
  yield* Effect.addFinalizer(() => Effect.ignore(commit("owner-stop")(jobs.deregister(worker.owner))))

  return { mustBeat, claim, perform }
})
