import { points } from "@florin/core/store/FaultPoints"
import { kinds } from "@florin/crash-tests/Kinds"
import * as Walk from "@florin/crash-tests/Walk"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it } from "vitest"
import { program } from "./internal/gateway.js"

// Every fault point: npm run crash -- --only walk
describe("a crash at a fault point, a restart, and what the gateway, the acquirer and the merchant hold", () => {
  const results = new Map<string, Promise<ReadonlyArray<string>>>()

  // All steps begin here, so many at once as the machine bears; each test waits for its own.
  beforeAll(async () => {
    const made = await Effect.runPromise(program)
    const { withPermits } = Effect.unsafeMakeSemaphore(Walk.atOnce)
    for (const step of Walk.short) {
      const faults = Walk.faults({ ...step, program: made, restsWithin: 60_000 })
      results.set(step.name, Effect.runPromise(withPermits(1)(faults)))
    }
  }, 60_000)

  it.each(Walk.short)(
    "$name: all agree",
    async ({ name }) => assert.deepStrictEqual(await results.get(name), []),
    300_000
  )
})

const sides = (all: ReadonlyArray<string>) => all.flatMap((point) => [`before ${point}`, `after ${point}`])

describe("the walk", () => {
  it("comes to every fault point, before and after", () => {
    assert.includeMembers(
      Walk.steps.map(({ name }) => name),
      sides(points)
    )
  })

  it("knows the kind of every fault point, and only one", () => {
    assert.sameMembers(Object.values(kinds).flat(), [...points])
  })

  it("where it is short, comes to the first of each kind, after it, and to what moves money before it too", () => {
    const [others, moving] = Arr.partition(
      Object.values(kinds).map(([first]) => first),
      (point) => point.endsWith(".perform")
    )
    assert.sameMembers(
      Walk.short.map(({ name }) => name),
      [...others.map((point) => `after ${point}`), ...sides(moving)]
    )
  })
})
