import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"

/** A statement of another operation failed, which had been waiting to be sent. */
export class StepFailed {
  constructor(
    readonly operation: string,
    readonly error: unknown
  ) {}
}

/** What a driver's effect ended with, badly. The values that stood in its errors are dropped. */
export const failureOf = (dialect: Dialect, operation: string, cause: Cause.Cause<unknown>): StorageError => {
  const error = Cause.squash(cause)
  if (error instanceof StepFailed) return failureOf(dialect, error.operation, Cause.fail(error.error))
  return new StorageError({ operation, ...dialect.classify(error) })
}

/** Leaves `StorageError` as the only way a driver's effect ends badly. */
export const typed =
  (dialect: Dialect, operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(failureOf(dialect, operation, cause))
    )
