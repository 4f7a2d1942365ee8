/** Operations of any kind, as the two ways of committing them take them. */
import { type Commit, type CommitOutcome, type Decision, Stale } from "@florin/core/commits/Commit"
import type { Read } from "@florin/core/commits/Reads"

// biome-ignore lint/suspicious/noExplicitAny: only the submitter knows the types of the facts and the answer
export type AnyOperation = Commit<any, any, any>

export type AnyDecision = Decision<unknown, unknown>

export type AnyOutcome = CommitOutcome<unknown, unknown>

/** An operation that waits for its commit. */
export interface Waiting {
  readonly operation: AnyOperation
  readonly done: (outcome: AnyOutcome) => void
}

/** A write found its row in another state than expected. */
export const stale = new Stale()

/** Schedules a flush, so that operations submitted close together share a commit. */
export type Gather = (flush: () => void) => void

/** Flushes after one turn of the event loop: requests that have already arrived share the commit. */
// biome-ignore lint/style/noRestrictedGlobals: not a timer: it runs after the pending I/O events
export const gatherOneTurn: Gather = setImmediate

/** An operation's reads by the name of the fact they load. */
export const readsOf = ({ load }: AnyOperation): ReadonlyArray<readonly [name: string, read: Read]> =>
  Object.entries(load as Readonly<Record<string, Read>>)
