/** Due work: what has to happen at an instant, kept as rows, claimed with a lease and a fencing token. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"

/** A kind of due work, named by the room that contributes its handler. */
export type JobKind = string

/** A piece of due work. There is at most one per shop, kind and subject. */
export interface JobName {
  readonly shop: ShopId
  readonly kind: JobKind
  /** What it is about, such as a transaction's uid. */
  readonly subject: string
}

/**
 * A job that this process holds. The fence grows with every claim; a write that commits a job's result names it and
 * is refused when another process has claimed the job since.
 */
export interface ClaimedJob extends JobName {
  readonly runAt: DateTime.Utc
  readonly attempts: number
  readonly fence: number
  /** The name under which this process claimed it. What is sent for it is sent while that name's lease is sure. */
  readonly owner: string
}

/** The queue of due work, as far as it is looked at without claiming anything. */
export class JobStore extends Context.Tag("@florin/core/JobStore")<
  JobStore,
  {
    /** The instant of the earliest job that no process holds. */
    readonly nextDue: Effect.Effect<Option.Option<DateTime.Utc>, StorageError>
  }
>() {}
