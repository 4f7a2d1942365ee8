/** What is kept of attempts to deliver. Source: D73. */
import { mostTries, type Try, tried } from "@florin/core/notifications/Notification"
import * as DateTime from "effect/DateTime"
import { assert, describe, it } from "vitest"

const one = (nth: number): Try => ({ at: DateTime.unsafeMake(nth), milliseconds: nth, result: "500" })

const tries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => one(from + at))

describe("what is kept of attempts", () => {
  it.each([
    [0, 1],
    [1, 1],
    [mostTries - 1, 1],
    [mostTries, 2],
    [mostTries + 7, 9]
  ])("after %i attempts and one more begins with attempt %i", (before, first) => {
    assert.deepStrictEqual(tried(tries(1, before), one(before + 1)), tries(first, before + 1))
  })
})
