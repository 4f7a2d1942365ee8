import * as AcceptanceRules from "@florin/core/operations/AcceptanceRules"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "vitest"
import { later, now } from "../samples.js"

const hour = 3_600_000

/** A process that started long ago, with a wall clock that is set. Unit: milliseconds. */
const process = () => {
  let [elapsed, set] = [0, 0]
  const monotonic = { unsafeNow: () => elapsed }
  const windowAt = Effect.runSync(Effect.provideService(AcceptanceRules.windows, MonotonicClock, monotonic))
  const wall = () => later(elapsed + set)
  return {
    wall,
    look: () => windowAt(wall()),
    pass: (millis: number) => {
      elapsed += millis
    },
    setBack: (millis: number) => {
      set -= millis
    }
  }
}

const refuses = (original: DateTime.Utc, { look }: ReturnType<typeof process>) => AcceptanceRules.isIn(original, look())

describe("D12: an original that was accepted earlier", () => {
  it.each([
    [0, true],
    [29_999, true],
    [30_000, false]
  ])("counts after %i ms: %s", (after, expected) => {
    const one = process()
    one.pass(hour)
    const original = one.wall()
    one.pass(after)
    assert.strictEqual(refuses(original, one), expected)
  })

  it("is none where there was no request", () => {
    assert.isFalse(AcceptanceRules.isIn(null, process().look()))
  })

  it.each([
    [0, true],
    [29_999, true],
    [30_000, false],
    [hour / 2, false]
  ])("counts %i ms after the clock was set back by an hour: %s", (after, expected) => {
    const one = process()
    one.pass(hour)
    one.look()
    const original = one.wall()
    one.setBack(hour)
    one.look()
    one.pass(after)
    assert.strictEqual(refuses(original, one), expected)
  })

  it.each([
    [0, true],
    [29_999, true],
    [30_000, false]
  ])("counts %i ms after a start with a clock that was set back by an hour before: %s", (after, expected) => {
    const one = process()
    one.pass(after)
    assert.strictEqual(refuses(later(hour), one), expected)
  })

  it.each([
    [5000, true],
    [5001, false]
  ])("counts %i ms in the future, where no clock was set back: %s", (ahead, expected) => {
    const one = process()
    one.pass(hour)
    assert.strictEqual(refuses(DateTime.add(one.wall(), { millis: ahead }), one), expected)
  })

  it("does not count its last 30 seconds twice after the clock was set forward", () => {
    const one = process()
    one.pass(hour)
    one.look()
    one.setBack(-hour)
    assert.isFalse(refuses(now, one))
    assert.isTrue(refuses(one.wall(), one))
  })
})
