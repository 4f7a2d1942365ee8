import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"

/** The typed error of whatever a driver threw, died or failed with. Values that stood in it are dropped. */
export const storageError = (dialect: Dialect, operation: string, error: unknown): StorageError =>
  error instanceof StorageError ? error : new StorageError({ operation, ...dialect.classify(error) })

/** Leaves `StorageError` as the only way a driver's effect can end badly. */
export const typed =
  (dialect: Dialect, operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause)
        ? Effect.interrupt
        : Effect.fail(storageError(dialect, operation, Cause.squash(cause)))
    )

/** The same error under the name of the operation that met it. */
export const named =
  (operation: string) =>
  ({ detail, reason }: StorageError): StorageError =>
    new StorageError(detail === undefined ? { operation, reason } : { operation, reason, detail })
