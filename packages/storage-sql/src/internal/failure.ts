import { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"

const storageError = (dialect: Dialect, operation: string, error: unknown): StorageError =>
  new StorageError({ operation, ...dialect.classify(error instanceof SqlError ? error.cause : error) })

/** Leaves `StorageError` as the only way a driver's effect ends badly; values that stood in its errors are dropped. */
export const typed =
  (dialect: Dialect, operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.interrupt
        : Effect.fail(storageError(dialect, operation, Cause.squash(cause)))
    )
