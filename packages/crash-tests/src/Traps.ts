/** What happens at fault points. */
import { FaultPoints } from "@florin/core/store/FaultPoints"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type { Trap, Word } from "./Protocol.js"

/** The traps that are set, and how one more is set. Each works once. */
export type Traps = ReturnType<typeof make>

const spring = (trap: Trap): Effect.Effect<void> => {
  const signal = (name: "SIGKILL" | "SIGSTOP") => Effect.sync(() => process.kill(process.pid, name))
  switch (trap.action) {
    case "kill":
      return Effect.zipRight(signal("SIGKILL"), Effect.never)
    case "stop":
      return signal("SIGSTOP")
    case "fail":
      return Effect.dieMessage(`${trap.moment} ${trap.point}`)
    case "wait":
      return Effect.sleep("1 second")
  }
}

/** How long the first operation in a trap waits for the others. */
const longestWait = "3 seconds"

/** `say` ends when the word is on its way: it may be the last thing the process does. */
export const make = (traps: ReadonlyArray<Trap>, say: (word: Word) => Effect.Effect<void>) => {
  const waitingIn = (trap: Trap) => ({
    ...{ trap, sprung: Deferred.unsafeMake<void>(FiberId.none), arrived: 0 },
    passing: trap.passing ?? 0
  })
  const waiting: Array<ReturnType<typeof waitingIn>> = []
  const set = (trap: Trap) => void waiting.push(waitingIn(trap))
  traps.forEach(set)

  const reached = Effect.fnUntraced(function* (point: string, moment: "before" | "after") {
    const caught = waiting.find(({ trap }) => trap.point === point && trap.moment === moment)
    if (caught === undefined) return
    if (caught.passing > 0) {
      caught.passing -= 1
      return
    }
    const { sprung, trap } = caught
    caught.arrived += 1
    if (caught.arrived < (trap.crowd ?? 1)) yield* Effect.timeoutOption(Deferred.await(sprung), longestWait)
    const place = waiting.indexOf(caught)
    // Another one has sprung it meanwhile.
    if (place < 0) return yield* Deferred.await(sprung)
    waiting.splice(place, 1)
    yield* say({ reached: trap })
    yield* spring(trap)
    yield* Deferred.succeed(sprung, undefined)
  })

  const clear = () => {
    for (const { sprung } of waiting.splice(0)) Deferred.unsafeDone(sprung, Effect.void)
  }
  return { layer: Layer.succeed(FaultPoints, reached), set, clear }
}
