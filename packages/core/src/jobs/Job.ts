/** Due work: scheduled jobs, stored as rows, claimed with a lease and a fencing token. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { Served } from "./ServedShops.js"

/** A kind of due work, named by the module that contributes its handler. */
export type JobKind = string

/** The kind of job that takes an approval back, which several rooms ask for. */
export const reversal: JobKind = "reverse"

/** The kind of job that has a charge looked for that was given up as never seen; its subject is the uid. */
export const lateApproval: JobKind = "look-again"

/** The kind of job that asks what became of a transaction whose outcome is unknown; its subject is the uid. */
export const recovery: JobKind = "recover"

/**
 * The kind of job that says that an acquirer contradicts what it had decided; its subject is the uid. It is never due, and
 * waits for a person who settles it.
 */
export const contradiction: JobKind = "contradiction"

/** When work is due that waits for a person: the end of the year 9999. Unit: milliseconds since 1970. */
export const never = Date.UTC(9999, 11, 31)

/** Identifies a job: there is at most one per shop, kind and subject. */
export interface JobName {
  readonly shop: ShopId
  readonly kind: JobKind
  /** The entity it concerns, such as a transaction's uid. */
  readonly subject: string
}

/**
 * A job that this process holds. Every claim raises the fence; the write that commits the job's result names it and is
 * refused if another process has claimed the job since.
 */
export interface ClaimedJob extends JobName {
  readonly runAt: DateTime.Utc
  readonly attempts: number
  readonly fence: number
  /** The name under which this process claimed it. Requests are sent only while that name's lease is certain. */
  readonly owner: string
}

/** Read-only queries of the job queue. */
export class JobStore extends Context.Tag("@florin/core/JobStore")<
  JobStore,
  {
    /** When the earliest job that no process holds is due. */
    readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** The same, of the shops that are served. */
    readonly nextDueOf: (shops: Served) => Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
    /** The subjects of all jobs of a kind, due or not, held or not. */
    readonly subjects: (kind: JobKind) => Effect.Effect<ReadonlySet<string>, StorageError>
  }
>() {}
