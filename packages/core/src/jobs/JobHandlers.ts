/** What each kind of due work does: every room contributes the handlers of its own. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type { Stale } from "../store/Operation.js"
import type { StorageError } from "../store/StorageError.js"
import type { ClaimedJob, JobKind } from "./Job.js"

/**
 * Which places a kind of work runs in, so that one kind never waits behind another.
 *
 * - `calls`: it asks an acquirer or a bank
 * - `deliveries`: it posts to a receiver
 * - `commits`: it asks nothing outside
 */
export type Lane = "calls" | "deliveries" | "commits"

/** Is told how a job ended. */
export type JobEnded = (job: ClaimedJob, exit: Exit.Exit<void, Stale | StorageError>) => void

/**
 * Does the jobs of one kind. It commits its result together with the job's end or its next instant; one that fails or
 * dies is given back and tried again later.
 */
export interface JobHandler {
  readonly kind: JobKind
  readonly lane: Lane
  /** How many of these run at once for one resource, such as a receiver. Default: as many as its share allows. */
  readonly perResource?: number
  readonly run: (job: ClaimedJob) => Effect.Effect<void, Stale | StorageError>
  /**
   * Does several at once, each for itself, with one effect for all. `ended` is called as each of them ends; the effect
   * ends when all have. Interrupting it gives up those that have not.
   *
   * Default: `run` for each.
   */
  readonly runAll?: (jobs: ReadonlyArray<ClaimedJob>, ended: JobEnded) => Effect.Effect<void, Stale | StorageError>
}

export class JobHandlers extends Context.Tag("@florin/core/JobHandlers")<JobHandlers, ReadonlyArray<JobHandler>>() {}
