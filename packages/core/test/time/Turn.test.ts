import { turns } from "@florin/core/time/Turn"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"

describe("turns of the loop", () => {
  it.each([0, 1, 7])("%i of them are what others get in between", async (count) => {
    let taken = 0
    let isOver = false
    const other = (): void => {
      if (isOver) return
      taken++
      setImmediate(other)
    }
    setImmediate(other)
    await Effect.runPromise(turns(count))
    isOver = true
    assert.strictEqual(taken, count)
  })
})
