import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { run } from "../src/Run.js"

const image = Effect.runSync(Disk.image)

describe("a seed", () => {
  // Identifiers, instants and texts included: nothing in a simulation comes from outside of it.
  it.each([7, 36, 250, 563])("%i is the same simulation every time, line by line", (seed) => {
    const first = run(image, seed)
    run(image, seed + 1)
    assert.deepStrictEqual(run(image, seed), first)
    assert.isAbove(first.trace.length, 20)
  })

  // Or a seed that fails among others could not be replayed alone.
  it.each([7, 36, 250, 563])("%i is the same on a new database as on one that other simulations have left", (seed) => {
    run(image, seed + 1)
    assert.deepStrictEqual(run(image, seed), run(Effect.runSync(Disk.image), seed))
  })

  it("is another simulation than the next seed", () => {
    assert.notDeepEqual(run(image, 1).trace, run(image, 2).trace)
  })
})
