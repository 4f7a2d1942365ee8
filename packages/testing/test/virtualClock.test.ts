import { assert, describe, it } from "@effect/vitest"
import * as VirtualClock from "@florin/testing/clock/VirtualClock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const start = Date.UTC(2028, 1, 28)

/** Sleeps on the clock, and writes down under which name it woke, and when. */
const sleeper = (clock: VirtualClock.VirtualClock, woken: Array<string>) => (name: string, millis: number) =>
  Effect.sleep(Duration.millis(millis)).pipe(
    Effect.zipRight(Effect.sync(() => woken.push(`${name} ${clock.unsafeCurrentTimeMillis() - start}`))),
    Effect.withClock(clock),
    Effect.fork,
    Effect.tap(Effect.yieldNow())
  )

const opened = Effect.sync(() => {
  const clock = VirtualClock.make(start)
  const woken: Array<string> = []
  return { clock, woken, sleep: sleeper(clock, woken) }
})

describe("a virtual clock", () => {
  it.effect("stands still, and tells its time in milliseconds and nanoseconds", () =>
    Effect.gen(function* () {
      const { clock } = yield* opened
      assert.strictEqual(yield* clock.currentTimeMillis, start)
      assert.strictEqual(yield* clock.currentTimeNanos, BigInt(start) * 1_000_000n)
      assert.isUndefined(clock.nextDue())
    })
  )

  it.effect(
    "wakes the sleepers that are due at its jump, earliest first, and those of one instant in their order",
    () =>
      Effect.gen(function* () {
        const { clock, sleep, woken } = yield* opened
        yield* sleep("later", 200)
        yield* sleep("first", 100)
        yield* sleep("second", 100)
        yield* sleep("never", 201)
        assert.strictEqual(clock.nextDue(), start + 100)
        clock.jumpTo(start + 99)
        yield* Effect.yieldNow()
        assert.deepStrictEqual(woken, [])
        clock.jumpTo(start + 200)
        yield* Effect.yieldNow()
        assert.deepStrictEqual(woken, ["first 200", "second 200", "later 200"])
        assert.strictEqual(clock.nextDue(), start + 201)
      })
  )

  it.effect("forgets a sleeper that was interrupted, and sleeps longer than a timer can", () =>
    Effect.gen(function* () {
      const { clock, sleep, woken } = yield* opened
      const year = Duration.toMillis("365 days")
      yield* sleep("a year", year)
      yield* Fiber.interrupt(yield* sleep("not wanted", 10))
      assert.strictEqual(clock.nextDue(), start + year)
      clock.jumpTo(start + year)
      yield* Effect.yieldNow()
      assert.deepStrictEqual(woken, [`a year ${year}`])
    })
  )
})
