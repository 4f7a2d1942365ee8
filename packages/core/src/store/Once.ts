/** Creates a thing once under an id that its caller has chosen. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { StorageError } from "./StorageError.js"

/** A row of that id is there already: another request has created it meanwhile. */
export const isTaken = (error: unknown): boolean => error instanceof StorageError && error.reason === "constraint"

/**
 * The id under which a thing is created. Whoever may have to repeat a request makes the id first and keeps it: a
 * repetition is answered with what stands under it. Default: a new one.
 */
export interface Named<Id> {
  readonly id?: Id
}

/**
 * What stands under the id, or else what is created. A request that runs again under its id is thus answered with what
 * it began the first time.
 */
export const once = <A, E, E2>(
  find: Effect.Effect<Option.Option<A>, E>,
  create: Effect.Effect<A, E2>
): Effect.Effect<A, E | E2> => {
  const standing = <E3>(orElse: Effect.Effect<A, E3>): Effect.Effect<A, E | E3> =>
    Effect.flatMap(
      find,
      Option.match({ onNone: (): Effect.Effect<A, E | E3> => orElse, onSome: (found) => Effect.succeed(found) })
    )
  return standing(Effect.catchIf(create, isTaken, (error) => standing(Effect.fail(error))))
}
