/** Listeners of the host, which write the host's own rows in the commit that changes a checkout. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { CheckoutChange } from "./CheckoutChange.js"

/** Runs inside the commit, as the listener of a transaction's changes does, and under the same conditions. */
export type CheckoutListener = (change: CheckoutChange) => Effect.Effect<unknown, unknown, UnitOfWorkContext>

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
    Effect.gen(function* () {
      const services = yield* Effect.context<Exclude<R, UnitOfWorkContext>>()
      const added: CheckoutListener = (change) =>
        Effect.mapInputContext(
          listener(change),
          (unit: Context.Context<UnitOfWorkContext>) =>
            Context.merge(
              unit,
              Context.omit(UnitOfWorkContext)(services as Context.Context<never>)
            ) as Context.Context<R>
        )
      return [...(yield* CheckoutListeners), added]
    })
  )
