import * as WallClock from "@florin/crash-tests/WallClock"
import { assert, describe, it } from "vitest"

describe("a clock that is 900 times as fast as time from 1,000 on", () => {
  const pace = { from: 1000, times: 900 }
  const slower = { ...pace, until: 3000 }
  it.each([
    ["shows the time before", pace, 400, 400],
    ["begins with the time", pace, 1000, 1000],
    ["runs as time does for a second", pace, 1999, 1999],
    ["then leaps ahead a quarter of an hour", pace, 2000, 901_000],
    ["shows an hour after 4 s", pace, 5000, 3_601_000],
    ["leaps until it slows down", slower, 3000, 1_801_000],
    ["goes on from there as time does", slower, 5000, 1_803_000]
  ])("%s", (_, pace, at, expected) => assert.strictEqual(WallClock.shown(pace, at), expected))
})
