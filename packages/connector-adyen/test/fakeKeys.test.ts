/** What the fake counts as sent under a key that was forgotten. Source: D53, D55. */
import { assert, describe, it } from "vitest"
import * as Keys from "../src/testing/internal/keys.js"

const answer = { status: 200, body: {} }

/** How many of the requests, each at its second and with its answer, came under a key that was forgotten by then. */
const pastLife = (...requests: ReadonlyArray<readonly [second: number, answer: Keys.Answer]>): number => {
  const keys = Keys.make("60 seconds")
  for (const [second, reply] of requests) {
    if (keys.take("a", second * 1000)._tag === "New") keys.keep("a", reply, second * 1000)
  }
  return keys.pastLife()
}

describe("the keys of the fake", () => {
  it.each<[string, ReadonlyArray<readonly [number, Keys.Answer]>, number]>([
    ["one request", [[0, answer]], 0],
    [
      "a repetition in its last second",
      [
        [0, answer],
        [59, answer]
      ],
      0
    ],
    [
      "a repetition when it is forgotten",
      [
        [0, answer],
        [60, answer]
      ],
      1
    ],
    [
      "each repetition that comes too late",
      [
        [0, answer],
        [60, answer],
        [120, answer]
      ],
      2
    ]
  ])("count %s", (_, requests, count) => {
    assert.strictEqual(pastLife(...requests), count)
  })
})
