import { SqlError } from "@effect/sql/SqlError"
import { Entropy } from "@florin/core/ids/Ids"
import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Dialect } from "../Dialect.js"

/** A statement of another operation failed, which had been waiting to be sent. */
export class StepFailed {
  constructor(
    readonly operation: string,
    readonly error: unknown
  ) {}
}

/** A name may be anything, even a card number: a message that names a column quotes none. */
const longNumbers = /\d{5,}/g

/** What a driver's effect ended with, badly. The values that stood in its errors are dropped. */
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

/** Leaves `StorageError` as the only way a driver's effect ends badly. */
export const typed =
  (dialect: Dialect, operation: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, StorageError, R> =>
    Effect.catchAllCause(effect, (cause) =>
      Cause.isInterruptedOnly(cause) ? Effect.interrupt : Effect.fail(failureOf(dialect, operation, cause))
    )

/** Unit: milliseconds. The longest pause between two tries. */
const longestPause = 16

// Another process gives a lock back in real time: under a virtual clock the wait would never end.
const realTime = Clock.make()

/** Makes a wait interruptible. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Tries again, after pauses of random length, as long as the answer is `busy` and patience lasts. */
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
