/** Creates a thing once under an id that its caller has chosen. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { StorageError } from "./StorageError.js"

/** A row of that id is there already: another request has created it meanwhile. */
export const isTaken = (error: unknown): boolean => error instanceof StorageError && error.reason === "constraint"

/**
 * The id of a record to create. A caller that may have to repeat its request makes the id first and keeps it: the
 * repetition then finds the record. Default: a new one.
 */
export interface WithChosenId<Id> {
  readonly id?: Id
}

/**
 * Finds the record with the id, or creates it. A request that is repeated under its id gets the record that it created
 * the first time.
 */
export const findOrCreate = <A, E, E2>(
  find: Effect.Effect<Option.Option<A>, E>,
  create: Effect.Effect<A, E2>
): Effect.Effect<A, E | E2> => {
  const existingOr = <E3>(orElse: Effect.Effect<A, E3>): Effect.Effect<A, E | E3> =>
    Effect.flatMap(
      find,
      Option.match({ onNone: (): Effect.Effect<A, E | E3> => orElse, onSome: (found) => Effect.succeed(found) })
    )
  return existingOr(Effect.catchIf(create, isTaken, (error) => existingOr(Effect.fail(error))))
}
