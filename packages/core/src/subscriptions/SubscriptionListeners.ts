/** Listeners of the host, which write the host's own rows in the commit that changes a subscription. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HostListeners from "../store/HostListeners.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { SubscriptionChange } from "./SubscriptionChange.js"

/** Runs inside the commit, as the listener of a transaction's changes does, and under the same conditions. */
export type SubscriptionListener = HostListeners.HostListener<SubscriptionChange>

/** Default: none. */
export class SubscriptionListeners extends Context.Reference<SubscriptionListeners>()(
  "@florin/core/SubscriptionListeners",
  {
    defaultValue: (): ReadonlyArray<SubscriptionListener> => []
  }
) {}

/** Adds a listener to the store's layer, with the services it requires. It may fail with any error. */
export const layer = <E, R>(
  listener: (change: SubscriptionChange) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> =>
  Layer.effect(
    SubscriptionListeners,
    Effect.zipWith(SubscriptionListeners, HostListeners.provided(listener), (others, added) => [...others, added])
  )
