import { Entropy } from "@florin/core/ids/Entropy"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

/** How long a statement that found the database held by others is tried again. */
export const patience = Duration.seconds(5)

/** Unit: milliseconds. The longest pause between two tries. */
const longestPause = 16

// Another process gives a lock back in real time: under a virtual clock the wait would never end.
const realTime = Clock.make()

/** Tries again, with pauses of random length, as long as the answer is `busy` and patience lasts. */
export const whileBusy = <A, R>(effect: Effect.Effect<A, StorageError, R>): Effect.Effect<A, StorageError, R> =>
  Effect.catchAll(effect, (error) => {
    if (error.reason !== "busy") return Effect.fail(error)
    return Effect.flatMap(realTime.currentTimeMillis, (now) => again(effect, now + Duration.toMillis(patience)))
  })

const again = <A, R>(effect: Effect.Effect<A, StorageError, R>, until: number): Effect.Effect<A, StorageError, R> =>
  Effect.gen(function* () {
    const entropy = yield* Entropy
    let answer = yield* Effect.either(effect)
    while (answer._tag === "Left" && answer.left.reason === "busy" && (yield* realTime.currentTimeMillis) < until) {
      yield* realTime.sleep(Duration.millis(1 + (entropy(1)[0]! % longestPause)))
      answer = yield* Effect.either(effect)
    }
    return yield* answer
  })
