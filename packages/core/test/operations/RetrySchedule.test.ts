import * as RetrySchedule from "@florin/core/time/RetrySchedule"
import { assert, describe, it } from "vitest"
import { now } from "../samples.js"

const seconds = (attempts: number): number | undefined => {
  const next = RetrySchedule.nextQueryAt(now, attempts)
  return next === undefined ? undefined : (next.epochMillis - now.epochMillis) / 1000
}

describe("when a charge is looked for that was given up as never seen", () => {
  // Source: D40: what a process sends that stood still is found.
  it.each([
    [0, 60],
    [1, 3600],
    [2, 86_400],
    [3, undefined],
    [4, undefined]
  ])("D40: after %i looks: in %s seconds", (looked, expected) => {
    const next = RetrySchedule.nextLookAt(now, looked)
    assert.strictEqual(next && (next.epochMillis - now.epochMillis) / 1000, expected)
  })
})

describe("when an unknown outcome is asked for again", () => {
  // Source: reliability, promise 3.
  it.each([
    [0, 2],
    [1, 5],
    [2, 15],
    [3, 60],
    [4, 300],
    [5, 1800],
    [6, 3600],
    [173, 3600],
    [174, undefined],
    [175, undefined]
  ])("D40: after %i queries: in %s seconds", (attempts, expected) => {
    assert.strictEqual(seconds(attempts), expected)
  })

  it("D40: adds up to a little more than 7 days", () => {
    const all = Array.from({ length: 174 }, (_, attempts) => seconds(attempts) ?? 0)
    assert.strictEqual(
      all.reduce((sum, one) => sum + one),
      7 * 24 * 3600 + 2 + 5 + 15 + 60 + 300 + 1800
    )
  })
})
