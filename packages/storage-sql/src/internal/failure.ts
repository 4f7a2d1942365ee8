import { SqlError } from "@effect/sql/SqlError"
import { Entropy } from "@florin/core/ids/Ids"
import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"

/** A queued statement failed; `operation` is its own, not that of the statement that flushed the queue. */
export class StepFailed {
  constructor(
    readonly operation: string,
    readonly error: unknown
  ) {}
}

/** An identifier in a message can be anything, even a card number, so long numbers are masked. */
const longNumbers = /\d{5,}/g

/** Converts the failure of a driver's effect. Drops the values in its errors. */
export const failureOf = (dialect: Dialect, operation: string, cause: Cause.Cause<unknown>): StorageError => {
  const squashed = Cause.squash(cause)
  const error = squashed instanceof SqlError ? squashed.cause : squashed
  if (error instanceof StorageError) return new StorageError({ ...error, operation })
  if (error instanceof StepFailed) return failureOf(dialect, error.operation, Cause.fail(error.error))
  const { says, ...fault } = dialect.classify(error)
  return new StorageError({
    operation,
    ...fault,
    ...(says === undefined ? {} : { says: says.replace(longNumbers, "?") })
  })
}

/** Converts failures and defects of a driver's effect to `StorageError`. */
export const typed =
  (dialect: Dialect, operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(failureOf(dialect, operation, cause))
    )

/** The longest pause between two attempts. Unit: milliseconds. */
const longestPause = 16

// Other processes release locks in real time: under a virtual clock the wait would never end.
const realTime = Clock.make()

/** Makes a wait interruptible. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Retries on `busy`, with random pauses, until `patience` runs out. */
export const whileBusy =
  (patience: Duration.Duration, restore: Restore) =>
  <A, R>(effect: Effect.Effect<A, StorageError, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAll(effect, (error) =>
      error.reason === "busy" && Duration.greaterThan(patience, Duration.zero)
        ? again(effect, patience, restore)
        : Effect.fail(error)
    )

const again = <A, R>(effect: Effect.Effect<A, StorageError, R>, patience: Duration.Duration, restore: Restore) =>
  Effect.gen(function* () {
    const entropy = yield* Entropy
    const now = realTime.currentTimeMillis
    const until = (yield* now) + Duration.toMillis(patience)
    while (true) {
      yield* restore(realTime.sleep(Duration.millis(1 + (entropy(1)[0]! % longestPause))))
      const answer = yield* Effect.either(effect)
      const busy = answer._tag === "Left" && answer.left.reason === "busy"
      if (!busy || (yield* now) >= until) return yield* answer
    }
  })
