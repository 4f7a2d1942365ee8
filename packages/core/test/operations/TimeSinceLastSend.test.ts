import * as TimeSinceLastSend from "@florin/core/operations/TimeSinceLastSend"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { assert, describe, it } from "vitest"
import { claimed } from "../samples.js"

const job = claimed("recover")

/** One whose clock is set by hand. */
const quiet = () => {
  let now = 1000
  const own = TimeSinceLastSend.make(() => now)
  return {
    ...own,
    later: (millis: number) => {
      now += millis
    }
  }
}

/** Held by the next claim after that one. */
const claimedAgain = (claims: number) => ({ ...job, fence: job.fence + claims })

describe("how long nothing can have been sent", () => {
  // Source: D40: counted from the last instant at which it can have been sent.
  it("D40: is counted from when it is asked for first", () => {
    const { later, since } = quiet()
    assert.strictEqual(since(job, true), 0)
    later(5)
    assert.strictEqual(since(job, true), 5)
    assert.strictEqual(since({ ...job, subject: "other" }, true), 0)
    assert.strictEqual(since({ ...job, shop: "other" as typeof job.shop }, true), 0)
  })

  it("D40: of what is sent again begins anew where another process has held it meanwhile", () => {
    const { later, since } = quiet()
    since(job, true)
    later(5)
    assert.strictEqual(since(claimedAgain(1), true), 5)
    assert.strictEqual(since(claimedAgain(2), true), 5)
    assert.strictEqual(since(claimedAgain(4), true), 0)
    later(3)
    assert.strictEqual(since(claimedAgain(5), true), 3)
    // New work of the same name.
    assert.strictEqual(since(claimedAgain(-5), true), 0)
  })

  it("D40: of what is sent once goes on, whoever has held it meanwhile", () => {
    const { later, since } = quiet()
    since(job, false)
    later(5)
    assert.strictEqual(since(claimedAgain(4), false), 5)
  })

  it("D40: begins anew with the end of each call, and with what was forgotten", () => {
    const { begin, forget, later, since } = quiet()
    since(job, true)
    later(5)
    begin(job)
    assert.strictEqual(since(job, true), 0)
    later(3)
    assert.strictEqual(since(job, true), 3)
    forget(job)
    assert.strictEqual(since(job, true), 0)
  })

  it.each([
    { name: "without a decision", exit: Effect.succeed(false), known: true },
    { name: "with a decision", exit: Effect.succeed(true), known: false },
    { name: "with a defect", exit: Effect.die("defect"), known: true },
    { name: "interrupted", exit: Effect.interrupt, known: true }
  ])("D40: is none while it is sent, and is counted from the end of that, $name", async ({ exit, known }) => {
    const { known: all, later, sending, since } = quiet()
    since(job, true)
    later(100)
    await Effect.runPromise(
      Effect.gen(function* () {
        const end = yield* Deferred.make<boolean>()
        const call = sending(job, Effect.zipRight(Deferred.await(end), exit), (isDecided) => isDecided)
        const fiber = yield* Effect.fork(call)
        yield* Effect.yieldNow()
        later(100)
        assert.strictEqual(since(job, true), Number.NEGATIVE_INFINITY)
        yield* Deferred.succeed(end, true)
        yield* Fiber.await(fiber)
      })
    )
    assert.strictEqual(all.size, known ? 1 : 0)
    later(7)
    assert.strictEqual(since(job, true), known ? 7 : 0)
  })

  it("keeps no more than 100,000, and drops first what began longest ago", () => {
    const { begin, known, since } = quiet()
    const other = (number: number) => ({ ...job, subject: String(number) })
    for (let number = 1; number <= 100_000; number++) since(other(number), true)
    begin(other(1))
    assert.strictEqual(known.size, 100_000)
    since(other(100_001), true)
    assert.strictEqual(known.size, 100_000)
    assert.isTrue(known.has(`${job.shop} 1`))
    assert.isFalse(known.has(`${job.shop} 2`))
  })
})
