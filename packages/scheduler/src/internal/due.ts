import { type Commit, CommitStore, commit, decided, isStale } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { type JobEnded, type JobHandler, JobHandlers, runningEach } from "@florin/core/due-work/JobHandlers"
import { heartbeatEvery, Lease } from "@florin/core/due-work/Lease"
import { Worker } from "@florin/core/due-work/Worker"
import type { ClaimedJob, JobKind } from "@florin/core/jobs/Job"
import { ServedShops } from "@florin/core/jobs/ServedShops"
import { StorageError } from "@florin/core/store/StorageError"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Tracing from "@florin/core/tracing/Tracing"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FiberSet from "effect/FiberSet"
import * as Option from "effect/Option"
import { type Claimed, type ClaimSpec, claimed, type DueJob } from "./claims.js"
import * as Deaths from "./deaths.js"
import * as Origins from "./origins.js"

/** How often a job is decided anew without a wait: what never stands waits as what fails does. */
const decidedAnew = 10

// A failed job is retried after 1, 2, 4 … seconds, at most an hour.
const backOff = (now: DateTime.Utc, attempts: number): number =>
  DateTime.toEpochMillis(DateTime.add(now, { seconds: Math.min(3600, 2 ** Math.min(attempts, 12)) }))

const claiming = Effect.gen(function* () {
  const write = commit(yield* CommitStore)
  const worker = yield* Worker
  const shops = yield* ServedShops
  const lease = yield* Lease
  const monotonic = yield* MonotonicClock
  const deaths = Deaths.make()
  const lookEvery = Duration.toMillis(heartbeatEvery)
  let looked = Number.NEGATIVE_INFINITY
  let underWay = 0

  // Not tied to this process's heartbeat: in a busy process another commit carries the heartbeat before the loop does.
  const mustLook = () => monotonic.unsafeNow() - looked >= lookEvery

  /** Claims due jobs and marks them as running; `perform` ends that. */
  const claim = (wanted: ClaimSpec): Effect.Effect<Claimed, StorageError> =>
    Effect.suspend(() => {
      const owner = lease.owner()
      const looks = mustLook()
      const begun = monotonic.unsafeNow()
      // A heartbeat offered to another commit may be rolled back with it.
      const renewal = lease.renewal(looks ? "now" : undefined)
      const abandoned = worker.takeAbandoned()
      const keep = Effect.sync(() => abandoned.forEach(worker.abandon))
      const committed = (claimed: Claimed): Claimed => {
        renewal.committed()
        if (claimed.workers !== undefined) {
          looked = begun
          deaths.see(claimed.workers, monotonic.unsafeNow())
        }
        for (const job of claimed.jobs) worker.begin(job)
        return claimed
      }
      underWay += 1
      const here = () => {
        const [isRunning, pick] = [worker.running(), wanted.picking()]
        return { isAlone: underWay === 1, isRunning, pick, seen: deaths.seen() }
      }
      const claiming = write(claimed({ wanted, renewal, looks, abandoned, here, shops, at: begun }))
      return Effect.withTracerEnabled(claiming, false).pipe(
        Effect.onError(() => keep),
        Effect.map(committed),
        Effect.ensuring(
          Effect.sync(() => {
            underWay -= 1
          })
        ),
        // This process was declared dead; it retries under a new name.
        Effect.catchTag("Stale", () => Effect.zipRight(lease.renamed(owner), claim(wanted)))
      )
    })

  return { claim, mustLook }
})

type Handlers = ReadonlyMap<JobKind, JobHandler>

// An error of the store, not of the job, says nothing about what the job attempted.
const isOutage = (cause: Cause.Cause<unknown>): boolean =>
  Option.exists(
    Cause.failureOption(cause),
    (error) => error instanceof StorageError && !["constraint", "corrupt", "unexpected"].includes(error.reason)
  )

// Either another process has taken the job over and finishes it, or something has changed that it is decided by.
const isChanged = (cause: Cause.Cause<unknown>): boolean => Option.exists(Cause.failureOption(cause), isStale)

// A cause may contain a merchant's data. The facts of a storage error do not.
const factsOf = (cause: Cause.Cause<unknown>): Readonly<Record<string, string>> => {
  const error = Option.getOrUndefined(Cause.failureOption(cause))
  return error instanceof StorageError ? StorageError.facts(error) : {}
}

/** When a job that this process still holds is run again. */
const againAt = ({ attempts }: ClaimedJob, cause: Cause.Cause<unknown>, now: DateTime.Utc): number =>
  isChanged(cause) && attempts < decidedAnew ? now.epochMillis : backOff(now, attempts)

/** Releases a failed job. An outage of the store does not count as an attempt, because the backoff grows to hours. */
const givenBack = (
  job: ClaimedJob,
  cause: Cause.Cause<unknown>,
  now: DateTime.Utc
): Commit<{ readonly held: Reads.JobRecord | undefined }, undefined, never> => ({
  name: "job-give-back",
  load: { held: Reads.job(job) },
  decide: ({ held }) => {
    // A commit with an unknown outcome may already have postponed it.
    if (held?.owner !== job.owner) return decided([], undefined)
    if (!isOutage(cause)) return decided([{ _tag: "PostponeJob", job, runAt: againAt(job, cause, now) }], undefined)
    const writes: ReadonlyArray<Write> = [
      { _tag: "ExtendLease", job, runAt: backOff(now, 0) },
      { _tag: "ReleaseJob", job }
    ]
    return decided(writes, undefined)
  }
})

/** Runs claimed jobs. */
const performing = Effect.fnUntraced(function* (handlers: Handlers) {
  const write = commit(yield* CommitStore)
  const worker = yield* Worker

  const giveBack = Effect.fnUntraced(function* (job: ClaimedJob, cause: Cause.Cause<unknown>) {
    yield* write(givenBack(job, cause, yield* DateTime.now))
  })

  const failed = (job: ClaimedJob, cause: Cause.Cause<unknown>) =>
    Effect.logError("Due work failed and will be retried").pipe(
      Effect.annotateLogs({ kind: job.kind, subject: job.subject, ...factsOf(cause) }),
      Effect.unless(() => isChanged(cause)),
      Effect.zipRight(Effect.catchAllCause(giveBack(job, cause), () => Effect.sync(() => worker.abandon(job))))
    )

  const origin = yield* Origins.make

  const run = (job: ClaimedJob): ReturnType<JobHandler["run"]> => {
    const work = handlers.get(job.kind)?.run(job)
    if (work === undefined) return Effect.dieMessage("No handler is registered for this kind of job")
    return Tracing.whereTraced((trace) => origin(trace, job, work), work)
  }

  /** Each job on its own where a tracer is installed, so that each has its span. */
  const runEach = runningEach(run)

  const attempt = (job: ClaimedJob): Effect.Effect<void> =>
    Effect.catchAllCause(
      Effect.suspend(() => run(job)),
      (cause) => failed(job, cause)
    )

  const perform = (job: ClaimedJob): Effect.Effect<void> =>
    Effect.ensuring(
      attempt(job),
      Effect.sync(() => worker.end(job))
    )

  /**
   * Performs jobs of one kind together. Calls `ended` as each job ends, regardless of the others; `fork` runs the
   * cleanup of a failed one.
   */
  const performAll = <Job extends ClaimedJob>(
    runAll: NonNullable<JobHandler["runAll"]>,
    jobs: ReadonlyArray<Job>,
    ended: (job: Job) => void,
    fork: (effect: Effect.Effect<void>) => void
  ): Effect.Effect<void> => {
    const left = new Map<ClaimedJob, Job>(jobs.map((job) => [job, job]))
    const end = (job: ClaimedJob): void => {
      const known = left.get(job)
      if (known === undefined) return
      left.delete(job)
      worker.end(job)
      ended(known)
    }
    const ending = (job: ClaimedJob) => Effect.sync(() => end(job))
    const onEnded: JobEnded = (job, exit) => {
      if (exit._tag === "Success" || !left.has(job)) return end(job)
      fork(Effect.ensuring(failed(job, exit.cause), ending(job)))
    }
    const all = () => [...left.keys()]
    const together = Effect.suspend(() => runAll(jobs, onEnded))
    return Tracing.whereTraced(() => runEach(jobs, onEnded), together).pipe(
      Effect.catchAllCause((cause) => Effect.forEach(all(), (job) => failed(job, cause), { discard: true })),
      Effect.ensuring(Effect.sync(() => all().forEach(end)))
    )
  }

  return { attempt, perform, performAll }
})

/** Claims and runs due work for this process. */
export const make = Effect.gen(function* () {
  const handlers: Handlers = new Map((yield* JobHandlers).map((handler) => [handler.kind, handler]))
  const { claim, mustLook } = yield* claiming
  const { attempt, perform, performAll } = yield* performing(handlers)
  const worker = yield* Worker
  const { heartbeats } = yield* Lease

  /**
   * Performs jobs in order and keeps the lease meanwhile; those of one kind that follow each other start together if
   * their handler takes several. After an interruption the rest count as not running.
   */
  const performEach = (
    jobs: Arr.NonEmptyReadonlyArray<DueJob>,
    restore: <A, E>(_: Effect.Effect<A, E>) => Effect.Effect<A, E>
  ) => {
    const left = new Set(jobs)
    const end = (job: DueJob): void => {
      if (left.delete(job)) worker.end(job)
    }
    const next = (job: DueJob) =>
      Effect.ensuring(
        attempt(job),
        Effect.sync(() => end(job))
      )
    const together = (group: Arr.NonEmptyReadonlyArray<DueJob>): Effect.Effect<void> => {
      const runAll = handlers.get(group[0].kind)?.runAll
      if (runAll === undefined || group.length === 1) return Effect.forEach(group, next, { discard: true })
      return Effect.scoped(
        Effect.flatMap(FiberSet.makeRuntime<never>(), (fork) =>
          performAll(runAll, group, (job) => void left.delete(job), fork)
        )
      )
    }
    const groups = Arr.groupWith(jobs, (one, other) => one.kind === other.kind)
    return Effect.ensuring(
      restore(Effect.raceFirst(Effect.forEach(groups, together, { discard: true }), heartbeats)),
      Effect.sync(() => jobs.forEach(end))
    )
  }

  const claimAndPerform = (wanted: ClaimSpec) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.tap(claim(wanted), ({ jobs }) =>
        Arr.isNonEmptyReadonlyArray(jobs) ? performEach(jobs, restore) : Effect.void
      )
    )

  return { handlers, claim, claimAndPerform, mustLook, perform, performAll }
})

export type Due = Effect.Effect.Success<typeof make>
