/** Listeners of the host, which write the host's own rows in the commit that changes a checkout. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HostListeners from "../store/HostListeners.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { CheckoutChange } from "./CheckoutChange.js"

/** Runs inside the commit, as the listener of a transaction's changes does, and under the same conditions. */
export type CheckoutListener = HostListeners.HostListener<CheckoutChange>

/** Default: none. */
export class CheckoutListeners extends Context.Reference<CheckoutListeners>()("@florin/core/CheckoutListeners", {
  defaultValue: (): ReadonlyArray<CheckoutListener> => []
}) {}

/** Adds a listener to the store's layer, with the services it requires. It may fail with any error. */
export const layer = <E, R>(
  listener: (change: CheckoutChange) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> =>
  Layer.effect(
    CheckoutListeners,
    Effect.zipWith(CheckoutListeners, HostListeners.provided(listener), (others, added) => [...others, added])
  )
