/** The host's own rows: what the host writes in the commit that changes a transaction. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { TransactionChange } from "./TransactionChange.js"

/**
 * Runs inside the commit. Statements of the host's `SqlClient` and of `UnitOfWorkContext` are part of it. When the
 * listener fails, or any of its statements even if the listener handled that, the change is not committed and due work
 * tries again. It must not fork, sleep or wait for the outside; on SQLite it must end at once.
 */
export type CommitListener = (change: TransactionChange) => Effect.Effect<unknown, unknown, UnitOfWorkContext>

/** Default: none. */
export class CommitListeners extends Context.Reference<CommitListeners>()("@florin/core/CommitListeners", {
  defaultValue: (): ReadonlyArray<CommitListener> => []
}) {}

/** Provided to a store's layer: adds a listener, with the services that it asks for. Its errors are its own. */
export const layer = <E, R>(
  listener: (change: TransactionChange) => Effect.Effect<unknown, E, R>
): Layer.Layer<never, never, Exclude<R, UnitOfWorkContext>> =>
  Layer.effect(
    CommitListeners,
    Effect.gen(function* () {
      const services = yield* Effect.context<Exclude<R, UnitOfWorkContext>>()
      const added: CommitListener = (change) =>
        Effect.mapInputContext(
          listener(change),
          (unit: Context.Context<UnitOfWorkContext>) =>
            Context.merge(
              unit,
              Context.omit(UnitOfWorkContext)(services as Context.Context<never>)
            ) as Context.Context<R>
        )
      return [...(yield* CommitListeners), added]
    })
  )
