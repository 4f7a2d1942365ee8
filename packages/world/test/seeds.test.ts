import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { run } from "../src/Run.js"
import { itHolds } from "./internal/worlds.js"

const image = Effect.runSync(Disk.image)

describe("2,000 worlds, the first half", () => itHolds(1, 1000))

describe("a seed", () => {
  // Identifiers, instants and texts included: nothing in a world comes from outside of it.
  it.each([7, 36, 250, 563])("%i is the same world every time, line by line", (seed) => {
    const first = run(image, seed)
    run(image, seed + 1)
    assert.deepStrictEqual(run(image, seed), first)
    assert.isAbove(first.trace.length, 20)
  })

  it("is another world than the next seed", () => {
    assert.notDeepEqual(run(image, 1).trace, run(image, 2).trace)
  })
})
