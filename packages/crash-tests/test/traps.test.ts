import { assert, describe, it } from "@effect/vitest"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import type { Word } from "@florin/crash-tests/Protocol"
import * as Traps from "@florin/crash-tests/Traps"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/TestClock"

const trap = { point: "acquirer.perform", moment: "before", action: "wait" } as const

const set = (crowd: number) => {
  const said: Array<Word> = []
  const traps = Traps.make([{ ...trap, crowd }], (word) => Effect.sync(() => said.push(word)))
  const arrive = Effect.flatMap(FaultPoints, (reached) => reached!(trap.point, trap.moment)).pipe(
    Effect.provide(traps.layer),
    Effect.fork,
    Effect.tap(Effect.yieldNow())
  )
  return { said, arrive }
}

describe("a trap for three", () => {
  it.effect("springs when the third has come, and then all of them go on", () =>
    Effect.gen(function* () {
      const { arrive, said } = set(3)
      const first = [yield* arrive, yield* arrive]
      assert.deepStrictEqual(said, [])
      const third = yield* arrive
      assert.strictEqual(said.length, 1)
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll([...first, third])
      assert.strictEqual(said.length, 1)
    })
  )

  it.effect("springs without those that do not come within 3 s", () =>
    Effect.gen(function* () {
      const { arrive, said } = set(3)
      const first = [yield* arrive, yield* arrive]
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(said.length, 1)
      yield* TestClock.adjust("1 second")
      yield* Fiber.joinAll(first)
      assert.strictEqual(said.length, 1)
    })
  )

  it.effect("works once", () =>
    Effect.gen(function* () {
      const { arrive, said } = set(1)
      yield* arrive
      yield* Fiber.join(yield* arrive)
      assert.strictEqual(said.length, 1)
    })
  )
})
