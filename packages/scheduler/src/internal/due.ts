import type { ClaimedJob, JobKind } from "@florin/core/jobs/Job"
import { type JobHandler, JobHandlers } from "@florin/core/jobs/JobHandlers"
import { Lease, type Renewal } from "@florin/core/jobs/Lease"
import { Worker } from "@florin/core/jobs/Worker"
import { decided, type Operation } from "@florin/core/store/Operation"
import { commit, OperationStore } from "@florin/core/store/OperationStore"
import * as Reads from "@florin/core/store/Reads"
import type { StorageError } from "@florin/core/store/StorageError"
import type { HeldJob, Write } from "@florin/core/store/Write"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Deaths from "./deaths.js"

/** A job that this process holds, with the share it was claimed by. */
export interface DueJob extends ClaimedJob {
  readonly share: string
}

type Found = ReadonlyArray<Reads.JobRecord & { readonly share: string }>

/** What is looked at in a round: due jobs and, with a heartbeat, the other processes and what lies idle. */
interface Facts {
  readonly due: Found
  readonly workers?: ReadonlyArray<Reads.WorkerRecord>
  readonly held?: ReadonlyArray<Reads.JobRecord>
}

interface Claimed {
  readonly jobs: ReadonlyArray<DueJob>
  /** As many as were asked for are due: there may be more. */
  readonly isFull: boolean
  /** Something was freed that may be due. */
  readonly freed: boolean
  readonly workers: ReadonlyArray<Reads.WorkerRecord> | undefined
}

/** What is claimed in one commit. */
export interface Wanted {
  readonly now: DateTime.Utc
  readonly kinds: ReadonlyArray<JobKind>
  /** How many are looked at. */
  readonly window: number
  readonly perShare: number
  readonly pick: (due: Found) => Found
}

/** How many jobs of its own that nobody works on a process frees with a heartbeat. */
const idleAtOnce = 256

// A job that failed comes back after 1, 2, 4 … seconds, at most an hour.
const backOff = (now: DateTime.Utc, attempts: number): number =>
  DateTime.toEpochMillis(DateTime.add(now, { seconds: Math.min(3600, 2 ** Math.min(attempts, 12)) }))

/** Claiming due work for this process, and doing it. */
export const make = Effect.gen(function* () {
  const write = commit(yield* OperationStore)
  const handlers = new Map((yield* JobHandlers).map((handler) => [handler.kind, handler] as const))
  const worker = yield* Worker
  const lease = yield* Lease
  const monotonic = yield* MonotonicClock
  const deaths = Deaths.make()

  const operation = (
    wanted: Wanted,
    renewal: Renewal,
    abandoned: ReadonlyArray<HeldJob>
  ): Operation<Facts, Claimed, never> => {
    const beats = renewal.writes.length > 0
    const at = monotonic.unsafeNow()
    const { kinds, now, perShare, pick, window } = wanted
    const millis = DateTime.toEpochMillis(now)
    const due = Reads.due({ now: millis, kinds, limit: window, perShare })
    const load = beats ? { due, workers: Reads.workers, held: Reads.held(renewal.owner, millis, idleAtOnce) } : { due }
    return {
      name: "jobs-claim",
      load: load as Reads.Reads<Facts>,
      decide: ({ due, held = [], workers }) => {
        // What this process was taken for dead with may still run here: it is claimed again when that has ended.
        const picked = pick(due.filter((job) => !worker.isRunning(job)))
        const idle = held.filter((job) => !worker.isRunning(job))
        const writes: ReadonlyArray<Write> = [
          ...renewal.writes,
          ...(workers === undefined ? [] : deaths.judge(workers, renewal.owner, at)),
          ...[...abandoned, ...idle].map((job): Write => ({ _tag: "ReleaseJob", job })),
          ...picked.map((job): Write => ({ _tag: "ClaimJob", job, owner: renewal.owner }))
        ]
        const jobs = picked.map((job) => ({ ...job, fence: job.fence + 1 }))
        const freed = abandoned.length + idle.length > 0
        return decided(writes, { jobs, isFull: due.length >= window, freed, workers })
      }
    }
  }

  /** Claims due jobs. They count as worked on from here; `perform` ends that. */
  const claim = (wanted: Wanted): Effect.Effect<Claimed, StorageError> =>
    Effect.suspend(() => {
      const renewal = lease.renewal()
      const abandoned = worker.takeAbandoned()
      const keep = Effect.sync(() => abandoned.forEach(worker.abandon))
      return Effect.map(
        Effect.onError(write(operation(wanted, renewal, abandoned)), () => keep),
        (claimed) => {
          renewal.committed()
          if (claimed.workers !== undefined) deaths.see(claimed.workers, monotonic.unsafeNow())
          for (const job of claimed.jobs) worker.begin(job)
          return claimed
        }
      )
    }).pipe(
      // This process was taken for dead: it goes on under another name.
      Effect.catchTag("Stale", () => Effect.zipRight(lease.renamed, claim(wanted)))
    )

  const giveBack = Effect.fnUntraced(function* (job: ClaimedJob) {
    const runAt = backOff(yield* DateTime.now, job.attempts)
    yield* write({
      name: "job-give-back",
      load: {},
      decide: () => decided([{ _tag: "PostponeJob", job, runAt } as const], undefined)
    } satisfies Operation<object, undefined, never>)
  })

  // A cause may hold what a merchant sent; the kind and the subject are enough to find it.
  const failed = (job: ClaimedJob) =>
    Effect.logError("Due work failed and will be tried again", { kind: job.kind, subject: job.subject }).pipe(
      Effect.zipRight(Effect.catchAllCause(giveBack(job), () => Effect.sync(() => worker.abandon(job))))
    )

  const run = (job: ClaimedJob): ReturnType<JobHandler["run"]> =>
    handlers.get(job.kind)?.run(job) ?? Effect.dieMessage("No room has contributed this kind of work")

  const perform = (job: ClaimedJob): Effect.Effect<void> =>
    Effect.suspend(() => run(job)).pipe(
      // Another process has taken it over, and does it.
      Effect.catchTag("Stale", () => Effect.void),
      Effect.catchAllCause(() => failed(job)),
      Effect.ensuring(Effect.sync(() => worker.end(job)))
    )

  return { handlers, mustBeat: lease.mustBeat, claim, perform }
})

export type Due = Effect.Effect.Success<typeof make>
