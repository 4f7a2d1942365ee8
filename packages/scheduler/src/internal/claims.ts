/** Which jobs a round claims and releases. Pure. */
import { type Commit, decided } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import type { Renewal } from "@florin/core/due-work/Lease"
import type { ClaimedJob, JobKind, JobName } from "@florin/core/jobs/Job"
import type { Served } from "@florin/core/jobs/ServedShops"
import * as DateTime from "effect/DateTime"
import * as Deaths from "./deaths.js"

/** A job that this process holds, with the share under which it was claimed. */
export interface DueJob extends ClaimedJob {
  readonly share: string
}

type Found = ReadonlyArray<Reads.JobRecord & { readonly share: string }>

type Pick = (due: Found) => Found

/** What this process knew when the facts had been loaded. */
export interface Here {
  /** No other round is in progress: jobs that another round is claiming would look held but idle. */
  readonly isAlone: boolean
  readonly isRunning: (job: JobName) => boolean
  readonly seen: Deaths.Seen
  readonly pick: Pick
}

/** The reads of a round: due jobs and, periodically, the other processes and idle jobs. */
export interface Facts {
  readonly due: Found
  readonly workers?: ReadonlyArray<Reads.WorkerRecord>
  readonly held?: ReadonlyArray<Reads.JobRecord>
  readonly here: Here
}

/** The result of a round. */
export interface Claimed {
  readonly jobs: ReadonlyArray<DueJob>
  /** The window was filled: more jobs may be due. */
  readonly isFull: boolean
  /** Jobs were released that may be due. */
  readonly freed: boolean
  readonly workers: ReadonlyArray<Reads.WorkerRecord> | undefined
}

/** The request for one claiming commit. */
export interface ClaimSpec {
  readonly now: DateTime.Utc
  readonly kinds: ReadonlyArray<JobKind>
  /** The number of due jobs to read. */
  readonly window: number
  readonly perShare: number
  /** Which of the due jobs are claimed, as it stands when they have been loaded: later nothing changes the choice. */
  readonly picking: () => Pick
}

/** How many held but idle jobs a process releases at a time. */
const idleAtOnce = 256

/** The context of a round. `at`: when it began, by the monotonic clock. */
export interface Round {
  readonly wanted: Omit<ClaimSpec, "picking">
  readonly renewal: Omit<Renewal, "committed">
  readonly looks: boolean
  readonly abandoned: ReadonlyArray<HeldJob>
  readonly shops: Served
  readonly at: number
  readonly here: () => Here
}

/** Claims due jobs, releases idle ones, and deregisters dead processes. */
export const claimed = ({
  abandoned,
  at,
  here,
  looks,
  renewal,
  shops,
  wanted: { kinds, now, perShare, window }
}: Round): Commit<Facts, Claimed, never> => {
  const millis = DateTime.toEpochMillis(now)
  const due = Reads.dueJobs({ now: millis, kinds, limit: window, perShare, shops })
  const others = looks ? { workers: Reads.workers, held: Reads.heldJobs(renewal.owner, millis, idleAtOnce) } : {}
  return {
    name: "jobs-claim",
    load: { due, ...others, here: Reads.process(here) } as Reads.Reads<Facts>,
    decide: ({ due, held = [], here: { isAlone, isRunning, pick, seen }, workers }) => {
      // A job from before this process was declared dead may still run here; it is claimed again after that run.
      const picked = pick(due.filter((job) => !isRunning(job)))
      const idle = isAlone ? held.filter((job) => !isRunning(job)) : []
      const orphaned = workers === undefined ? [] : Deaths.judged(seen, workers, renewal.owner, at)
      const writes: ReadonlyArray<Write> = [
        ...renewal.writes,
        ...orphaned,
        ...[...abandoned, ...idle].map((job): Write => ({ _tag: "ReleaseJob", job })),
        ...picked.map((job): Write => ({ _tag: "ClaimJob", job, owner: renewal.owner }))
      ]
      const jobs = picked.map((job) => ({ ...job, fence: job.fence + 1, owner: renewal.owner }))
      const isDead = orphaned.some(({ _tag }) => _tag === "DeregisterWorker")
      const freed = abandoned.length + idle.length > 0 || isDead
      return decided(writes, { jobs, isFull: due.length >= window, freed, workers })
    }
  }
}
