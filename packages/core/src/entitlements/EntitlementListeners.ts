/** Listeners of the host, which write the host's own rows in the commit that changes what a customer is entitled to. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HostListeners from "../store/HostListeners.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { EntitlementChange } from "./EntitlementChange.js"

/** Runs inside the commit, as the listener of a transaction's changes does, and under the same conditions. */
export type EntitlementListener = HostListeners.HostListener<EntitlementChange>

/** Default: none. */
export class EntitlementListeners extends Context.Reference<EntitlementListeners>()(
  "@florin/core/EntitlementListeners",
  { defaultValue: (): ReadonlyArray<EntitlementListener> => [] }
) {}

/** Adds a listener to the store's layer, with the services it requires. It may fail with any error. */
export const layer = <E, R>(
  listener: (change: EntitlementChange) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> =>
  Layer.effect(
    EntitlementListeners,
    Effect.zipWith(EntitlementListeners, HostListeners.provided(listener), (others, added) => [...others, added])
  )
