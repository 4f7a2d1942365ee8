/** Listeners of the host, which write the host's own rows in a commit of ours: what those of each record share. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { UnitOfWorkContext } from "./UnitOfWork.js"

/** What listens to changes of one kind, inside their commit. */
export type HostListener<Change> = (change: Change) => Effect.Effect<unknown, unknown, UnitOfWorkContext>

/** A listener with the services that it requires besides those of the commit. It may fail with any error. */
export const provided = <Change, E, R>(
  listener: (change: Change) => Effect.Effect<unknown, E, R>
): Effect.Effect<HostListener<Change>, never, Exclude<R, UnitOfWorkContext>> =>
  Effect.map(
    Effect.context<Exclude<R, UnitOfWorkContext>>(),
    (services) => (change) =>
      Effect.mapInputContext(
        listener(change),
        (unit: Context.Context<UnitOfWorkContext>) =>
          Context.merge(unit, Context.omit(UnitOfWorkContext)(services as Context.Context<never>)) as Context.Context<R>
      )
  )
