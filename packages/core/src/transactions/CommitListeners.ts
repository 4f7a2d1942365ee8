/** Listeners of the host, which write the host's own rows in the commit that changes a transaction. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HostListeners from "../store/HostListeners.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { TransactionChange } from "./TransactionChange.js"

/**
 * Runs inside the commit. Statements of the host's `SqlClient` and of `UnitOfWorkContext` are part of it. If the
 * listener fails, or any of its statements even if the listener handled that, the change is not committed and due work
 * retries it. It must not fork, sleep or wait for an external system; on SQLite it ends before the next turn of the event
 * loop, or it is interrupted and fails.
 */
export type CommitListener = HostListeners.HostListener<TransactionChange>

/** Default: none. */
export class CommitListeners extends Context.Reference<CommitListeners>()("@florin/core/CommitListeners", {
  defaultValue: (): ReadonlyArray<CommitListener> => []
}) {}

/** Adds a listener to the store's layer, with the services it requires. It may fail with any error. */
export const layer = <E, R>(
  listener: (change: TransactionChange) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> =>
  Layer.effect(
    CommitListeners,
    Effect.zipWith(CommitListeners, HostListeners.provided(listener), (others, added) => [...others, added])
  )
