import { assert, describe, it } from "@effect/vitest"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import type { Word } from "@florin/crash-tests/Protocol"
import * as Traps from "@florin/crash-tests/Traps"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"

const trap = { point: "acquirer.perform", moment: "before", action: "wait" } as const

describe("a trap", () => {
  // Those that go on after the wait that the trap is are all of them: none waits for ever.
  it.effect.each([
    { what: "for three springs once, when the third has come", crowd: 3, arrivals: 3, wait: "0 seconds", springs: 1 },
    { what: "for three does not spring for two", crowd: 3, arrivals: 2, wait: "2999 millis", springs: 0 },
    {
      what: "for three springs without one that does not come in 3 s",
      ...{ crowd: 3, arrivals: 2 },
      wait: "3 seconds",
      springs: 1
    },
    { what: "for one works once", crowd: 1, arrivals: 2, wait: "0 seconds", springs: 1 }
  ] as const)("$what", ({ arrivals, crowd, springs, wait }) =>
    Effect.gen(function* () {
      const reply: Array<Word> = []
      const { layer } = Traps.make([{ ...trap, crowd }], (word) => Effect.sync(() => reply.push(word)))
      const arrive = Effect.flatMap(FaultPoints, (reached) => reached!(trap.point, trap.moment))
      const arrived = yield* Effect.replicateEffect(Effect.fork(Effect.provide(arrive, layer)), arrivals)
      yield* TestClock.adjust(wait)
      assert.strictEqual(reply.length, springs)
      yield* TestClock.adjust("5 seconds")
      yield* Fiber.joinAll(arrived)
      assert.strictEqual(reply.length, 1)
    })
  )
})
