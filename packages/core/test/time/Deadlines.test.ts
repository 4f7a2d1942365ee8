import { assert, describe, it } from "@effect/vitest"
import * as Deadlines from "@florin/core/time/Deadlines"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"

const limit = Duration.seconds(10)

/** Sets three deadlines, one of them a second later, cancels one, and returns which are late after a wait. */
const lateAfter = (wait: Duration.DurationInput) =>
  Effect.gen(function* () {
    const deadline = yield* Deadlines.make
    const late: Array<string> = []
    deadline(limit, () => late.push("first"))
    const takeBack = deadline(limit, () => late.push("taken back"))
    deadline(Duration.seconds(20), () => late.push("of another length"))
    yield* TestClock.adjust("1 second")
    deadline(limit, () => late.push("second"))
    takeBack()
    yield* TestClock.adjust(Duration.subtract(wait, "1 second"))
    return late
  }).pipe(Effect.scoped)

describe("a deadline", () => {
  for (const [wait, expected] of [
    ["9999 millis", []],
    ["10 seconds", ["first"]],
    ["10999 millis", ["first"]],
    ["11 seconds", ["first", "second"]],
    ["20 seconds", ["first", "second", "of another length"]]
  ] as const) {
    it.effect(`after ${wait}: ${expected.length} of those that stand are late`, () =>
      Effect.map(lateAfter(wait), (late) => assert.deepStrictEqual(late, [...expected]))
    )
  }

  it.effect("is late at a real instant of the calendar to the millisecond", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2031, 4, 17, 11, 22, 33, 123))
      const deadline = yield* Deadlines.make
      let isLate = false
      deadline(limit, () => {
        isLate = true
      })
      yield* TestClock.adjust("9999 millis")
      assert.isFalse(isLate)
      yield* TestClock.adjust("1 millis")
      assert.isTrue(isLate)
    }).pipe(Effect.scoped)
  )

  it.effect("is not reached when its scope is closed", () =>
    Effect.gen(function* () {
      let isLate = false
      yield* Effect.scoped(
        Effect.map(Deadlines.make, (deadline) =>
          deadline(limit, () => {
            isLate = true
          })
        )
      )
      yield* TestClock.adjust("1 minute")
      assert.isFalse(isLate)
    })
  )
})
