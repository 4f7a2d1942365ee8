/** What happens at fault points. */
import { FaultPoints } from "@florin/core/store/FaultPoints"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import type { Trap, Word } from "./Protocol.js"

/** The traps that are set, and how one more is set. Each works once. */
export interface Traps {
  readonly layer: Layer.Layer<never>
  readonly set: (trap: Trap) => void
  readonly clear: () => void
}

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

/** A trap that is set, and how many operations have arrived in it. */
interface SetTrap {
  readonly trap: Trap
  readonly sprung: Deferred.Deferred<void>
  arrived: number
}

/** How long the first operation in a trap waits for the others. */
const longestWait = "3 seconds"

/** `say` ends when the word is on its way: it may be the last thing the process does. */
export const make = (traps: ReadonlyArray<Trap>, say: (word: Word) => Effect.Effect<void>): Traps => {
  const waiting: Array<SetTrap> = []
  const set = (trap: Trap) => void waiting.push({ trap, sprung: Deferred.unsafeMake(FiberId.none), arrived: 0 })
  traps.forEach(set)

  const release = Effect.fnUntraced(function* (caught: SetTrap) {
    const place = waiting.indexOf(caught)
    // Another one has sprung it meanwhile.
    if (place < 0) return yield* Deferred.await(caught.sprung)
    waiting.splice(place, 1)
    yield* say({ _tag: "Reached", trap: caught.trap })
    yield* spring(caught.trap)
    yield* Deferred.succeed(caught.sprung, undefined)
  })

  const reached = Effect.fnUntraced(function* (point: string, moment: "before" | "after") {
    const caught = waiting.find(({ trap }) => trap.point === point && trap.moment === moment)
    if (caught === undefined) return
    caught.arrived += 1
    const isComplete = caught.arrived >= (caught.trap.crowd ?? 1)
    if (!isComplete) yield* Effect.timeoutOption(Deferred.await(caught.sprung), longestWait)
    yield* release(caught)
  })

  const clear = () => {
    for (const { sprung } of waiting.splice(0)) Deferred.unsafeDone(sprung, Effect.void)
  }
  return { layer: Layer.succeed(FaultPoints, reached), set, clear }
}
