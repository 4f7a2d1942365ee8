/** The handlers of due work, contributed by the modules that own each kind. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Stale } from "../commits/Commit.js"
import type { ClaimedJob, JobKind } from "../jobs/Job.js"
import type { StorageError } from "../store/StorageError.js"

/**
 * The pool of workers that a kind of work runs in. Pools never wait for each other.
 *
 * - `calls`: calls an acquirer or a bank
 * - `deliveries`: posts to a receiver
 * - `mails`: talks to the mail server
 * - `commits`: makes no external call
 */
export type WorkerPool = "calls" | "deliveries" | "mails" | "commits"

/** Called when a job ends. */
export type JobEnded = (job: ClaimedJob, exit: Exit.Exit<void, Stale | StorageError>) => void

/**
 * Runs the jobs of one kind. It commits its result together with the job's completion or next run; a job that fails or
 * dies is released and retried later.
 */
export interface JobHandler {
  readonly kind: JobKind
  readonly pool: WorkerPool
  /** The maximum number running at once per resource, such as a receiver. Default: as many as its share allows. */
  readonly perResource?: number
  readonly run: (job: ClaimedJob) => Effect.Effect<void, Stale | StorageError>
  /**
   * Runs several jobs independently in one effect. Calls `ended` as each job ends, and completes when all have.
   * Interruption abandons the rest.
   *
   * Default: `run` for each.
   */
  readonly runAll?: (jobs: ReadonlyArray<ClaimedJob>, ended: JobEnded) => Effect.Effect<void, Stale | StorageError>
}

/** Runs each of several jobs by itself, all at once. */
export const runningEach =
  (run: JobHandler["run"]): NonNullable<JobHandler["runAll"]> =>
  (jobs, ended) =>
    Effect.forEach(jobs, (job) => Effect.map(Effect.exit(run(job)), (exit) => ended(job, exit)), {
      concurrency: "unbounded",
      discard: true
    })

export class JobHandlers extends Context.Tag("@florin/core/JobHandlers")<JobHandlers, ReadonlyArray<JobHandler>>() {}
