import * as Effect from "effect/Effect"
import type { Manner } from "../Ledger.js"
import { slowness } from "../TestTriggers.js"

/** Answers a first request as it was decided. Too late for its caller is no answer. */
export const inManner = <A>(manner: Manner, answer: A, noAnswer: A): Effect.Effect<A> => {
  switch (manner) {
    case "prompt":
      return Effect.succeed(answer)
    case "slow":
      return Effect.delay(Effect.succeed(answer), slowness)
    case "late":
      return Effect.succeed(noAnswer)
  }
}
