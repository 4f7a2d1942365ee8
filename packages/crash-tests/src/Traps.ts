/**
 * What happens at fault points.
 *
 * @since 0.1.0
 */
import { FaultPoints } from "@florin/core/store/FaultPoints"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Trap, Word } from "./HostSettings.js"

/**
 * The traps that are set, and how one more is set. Each works once.
 *
 * @since 0.1.0
 * @category models
 */
export interface Traps {
  readonly layer: Layer.Layer<never>
  readonly set: (trap: Trap) => void
}

const spring = (trap: Trap): Effect.Effect<void> => {
  switch (trap.action) {
    case "kill":
      return Effect.zipRight(
        Effect.sync(() => process.kill(process.pid, "SIGKILL")),
        Effect.never
      )
    case "stop":
      return Effect.sync(() => process.kill(process.pid, "SIGSTOP"))
    case "fail":
      return Effect.dieMessage(`${trap.moment} ${trap.point}`)
    case "wait":
      return Effect.sleep("1 second")
  }
}

/**
 * `say` must have written before it returns: it may be the last that the process does.
 *
 * @since 0.1.0
 * @category constructors
 */
export const make = (traps: ReadonlyArray<Trap>, say: (word: Word) => void): Traps => {
  const waiting = [...traps]
  const reached = Effect.fnUntraced(function* (point: string, moment: "before" | "after") {
    const place = waiting.findIndex((trap) => trap.point === point && trap.moment === moment)
    const [trap] = place < 0 ? [] : waiting.splice(place, 1)
    if (trap === undefined) return
    say({ _tag: "Reached", trap })
    yield* spring(trap)
  })
  return {
    layer: Layer.succeed(FaultPoints, reached),
    set: (trap) => void waiting.push(trap)
  }
}
