import { Entropy } from "@florin/core/ids/Entropy"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

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
