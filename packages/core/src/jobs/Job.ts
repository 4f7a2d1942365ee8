/**
 * Due work: what has to happen at an instant, kept as rows, claimed with a lease and a fencing token.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"

/**
 * The kinds of due work.
 *
 * - `recover`: a transaction was accepted; whoever finds this due asks the acquirer what became of it
 * - `expire`: a transaction's `expired_at` is reached
 * - `release-hold`: an authorization's hold period is over
 * - `reverse`: an approval that we do not keep is taken back at the acquirer
 * - `notify`: a transaction has an undelivered notification
 * - `sweep`: what is older than its keeping time is removed
 *
 * @since 0.1.0
 * @category models
 */
export const JobKind = Schema.Literal("recover", "expire", "release-hold", "reverse", "notify", "sweep")

/**
 * @since 0.1.0
 * @category models
 */
export type JobKind = typeof JobKind.Type

/**
 * A piece of due work. There is at most one per shop, kind and subject.
 *
 * @since 0.1.0
 * @category models
 */
export interface JobName {
  readonly shop: ShopId
  readonly kind: JobKind
  /** What it is about: a transaction uid. */
  readonly subject: string
}

/**
 * A job that this process holds. The fence grows with every claim; a write that commits a job's result names it and
 * is refused when another has claimed the job since.
 *
 * @since 0.1.0
 * @category models
 */
export interface ClaimedJob extends JobName {
  readonly runAt: DateTime.Utc
  readonly attempts: number
  readonly fence: number
}

/**
 * Another process has claimed the job: this one came back too late, and its unit of work must not commit.
 *
 * @since 0.1.0
 * @category errors
 */
export class LeaseLost extends Schema.TaggedError<LeaseLost>("@florin/core/LeaseLost")("LeaseLost", {
  kind: JobKind
}) {}

/**
 * The queue of due work. `owner` names a process; a lease holds while its owner is alive (`beat`).
 *
 * @since 0.1.0
 * @category ports
 */
export class JobStore extends Context.Tag("@florin/core/JobStore")<
  JobStore,
  {
    /**
     * Adds a job, or moves an existing one to the earlier of both instants; who holds it keeps holding it.
     */
    readonly add: (job: JobName, runAt: DateTime.Utc) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** Adds a job that does not exist yet and holds it at once. */
    readonly addClaimed: (
      job: JobName,
      runAt: DateTime.Utc,
      owner: string
    ) => Effect.Effect<ClaimedJob, StorageError, UnitOfWorkContext>
    /** Claims up to `limit` due jobs in order of their instant: those nobody holds who is alive at `now`. */
    readonly claimDue: (options: {
      readonly now: DateTime.Utc
      readonly owner: string
      readonly limit: number
      readonly kinds?: ReadonlyArray<JobKind>
    }) => Effect.Effect<ReadonlyArray<ClaimedJob>, StorageError, UnitOfWorkContext>
    /** Frees due jobs that `owner` holds but does not work on: their result could not be committed. */
    readonly releaseIdle: (options: {
      readonly now: DateTime.Utc
      readonly owner: string
      readonly running: (job: JobName) => boolean
    }) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** Claims one job, due or not; none when it does not exist, another holds it, or `owner` works on it. */
    readonly claim: (options: {
      readonly job: JobName
      readonly now: DateTime.Utc
      readonly owner: string
      readonly running: (job: JobName) => boolean
    }) => Effect.Effect<Option.Option<ClaimedJob>, StorageError, UnitOfWorkContext>
    /** Holds the job's row until the unit ends. First statement of a unit that decides by what else is waiting. */
    readonly hold: (job: ClaimedJob) => Effect.Effect<void, LeaseLost | StorageError, UnitOfWorkContext>
    /** Removes the job. */
    readonly finish: (job: ClaimedJob) => Effect.Effect<void, LeaseLost | StorageError, UnitOfWorkContext>
    /** Gives the job back, due again at `runAt`. `attempts` grows by one. */
    readonly postpone: (
      job: ClaimedJob,
      runAt: DateTime.Utc
    ) => Effect.Effect<void, LeaseLost | StorageError, UnitOfWorkContext>
    /** Removes a job that is no longer needed, whoever holds it. */
    readonly cancel: (job: JobName) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** The instant of the earliest job that nobody alive holds at `now`. */
    readonly nextDue: (now: DateTime.Utc) => Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** `owner` is alive until then. */
    readonly heartbeat: (owner: string, until: DateTime.Utc) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /** `owner` has stopped: what it held is free at once. */
    readonly deregister: (owner: string) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}
