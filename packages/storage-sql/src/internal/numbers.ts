import { Entropy } from "@florin/core/ids/Entropy"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Numbers } from "./writing.js"

// So many jobs may be added in a millisecond before their places run ahead of the clock.
const placesPerMillisecond = 1000

/** Places grow for as long as the process lives, and begin after those of the process before it. */
export const make: Effect.Effect<Numbers> = Effect.gen(function* () {
  const entropy = yield* Entropy
  let last = (yield* Clock.currentTimeMillis) * placesPerMillisecond
  return {
    place: () => {
      last += 1
      return last
    },
    fence: () => entropy(6).reduce((sum, byte) => sum * 256 + byte, 0)
  }
})
