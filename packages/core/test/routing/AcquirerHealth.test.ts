import { type AcquirerService, Acquirers, callLimit } from "@florin/core/cards/Acquirer"
import * as AcquirerHealth from "@florin/core/routing/AcquirerHealth"
import { pause, volume } from "@florin/core/routing/CircuitBreaker"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { assert, describe, it } from "vitest"

const acquirer = (gatewayId: number): AcquirerService => ({
  gatewayId,
  name: `A${gatewayId}`,
  simulated: false,
  inFlightWindow: Duration.zero,
  perform: () => Effect.never,
  status: () => Effect.never
})

const limit = Duration.toMillis(callLimit)
const window = Duration.toMillis(AcquirerHealth.window)
const wait = Duration.toMillis(pause)

/** The health of three acquirers on a clock that the test sets. */
const started = () => {
  const time = { now: 0 }
  const acquirers = [1, 2, 3].map(acquirer)
  const health = Effect.runSync(
    AcquirerHealth.make.pipe(
      Effect.provideService(Acquirers, acquirers),
      Effect.provideService(MonotonicClock, { unsafeNow: () => time.now })
    )
  )
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${String(message)}`))
  return {
    time,
    health,
    call: (gatewayId: number, hasFailed: boolean, millis = 0) => {
      const ended = health.begin(gatewayId)
      time.now += millis
      ended(hasFailed ? "failed" : "approved")
    },
    read: (gatewayId: number) => Effect.runSync(health.read).find((one) => one.gatewayId === gatewayId)!,
    choose: (...ids: ReadonlyArray<number>) => {
      const { chosen, skipped } = health.choose(acquirers.filter(({ gatewayId }) => ids.includes(gatewayId)))
      return [chosen?.gatewayId, skipped]
    },
    logged: () => {
      const news = health.news()
      if (news !== undefined) Effect.runSync(Effect.provide(news, Logger.replace(Logger.defaultLogger, logger)))
      return lines.splice(0)
    }
  }
}

/** The acquirers whose breaker is open. */
const failing = (...ids: ReadonlyArray<number>) => {
  const world = started()
  for (const id of ids) for (let call = 0; call < volume; call++) world.call(id, true)
  return world
}

describe("the acquirer of a charge", () => {
  // Source: D17: in the order of the rules; an open breaker puts an acquirer last.
  it.each([
    { open: [], of: [1, 2, 3], expected: [1, []] },
    { open: [1], of: [1, 2, 3], expected: [2, [1]] },
    { open: [1, 2], of: [1, 2, 3], expected: [3, [1, 2]] },
    { open: [2], of: [1, 2, 3], expected: [1, []] },
    { open: [1, 2, 3], of: [1, 2, 3], expected: [1, []] },
    { open: [1], of: [1], expected: [1, []] },
    { open: [1], of: [], expected: [undefined, []] }
  ])("D17: of $of, with $open failing, and those skipped: $expected", ({ expected, of, open }) => {
    assert.deepStrictEqual(failing(...open).choose(...of), expected)
  })

  it("D17: is a failing one for one charge per pause, until it processes a call", () => {
    const { call, choose, time } = failing(1)
    time.now += wait
    assert.deepStrictEqual(
      [choose(1, 2), choose(1, 2)],
      [
        [1, []],
        [2, [1]]
      ]
    )
    call(1, true)
    time.now += wait - 1
    assert.deepStrictEqual(choose(1, 2), [2, [1]])
    time.now += 1
    assert.deepStrictEqual(choose(1, 2), [1, []])
    call(1, false)
    assert.deepStrictEqual(
      [choose(1, 2), choose(1, 2)],
      [
        [1, []],
        [1, []]
      ]
    )
  })

  it("D17: is a failing one once it has answered a status query", () => {
    const { choose, health } = failing(1)
    health.reached(1)
    assert.deepStrictEqual(
      [choose(1, 2), choose(1, 2)],
      [
        [1, []],
        [2, [1]]
      ]
    )
  })

  it("D42: is another one when calls hang, although none of them has ended", () => {
    const { choose, health, read, time } = started()
    for (let call = 0; call < volume; call++) health.begin(1)
    time.now = limit - 1
    assert.deepStrictEqual(choose(1, 2), [1, []])
    time.now = limit
    assert.deepStrictEqual(choose(1, 2), [2, [1]])
    assert.deepStrictEqual(read(1).total, { approved: 0, declined: 0, underway: 0, failed: volume })
  })
})

describe("the health of an acquirer", () => {
  it("D42: a call that ends after its limit has failed, once", () => {
    const { health, read, time } = started()
    const ended = health.begin(1)
    time.now = limit
    assert.strictEqual(read(1).failureRatio, 1)
    ended("approved")
    ended("declined")
    assert.deepStrictEqual([read(1).total, read(1).calls], [{ approved: 0, declined: 0, underway: 0, failed: 1 }, 1])
  })

  it("D42: a slow call that ends before its limit was processed", () => {
    const { call, read } = started()
    call(1, false, limit - 1)
    assert.deepStrictEqual(
      [read(1).total, read(1).median],
      [{ approved: 1, declined: 0, underway: 0, failed: 0 }, limit - 1]
    )
  })

  it("counts the calls of the last minute, and of each acquirer alone", () => {
    const { call, read, time } = started()
    for (const hasFailed of [true, false, false, false]) call(1, hasFailed)
    assert.deepInclude(read(1), { calls: 4, failureRatio: 0.25, breaker: "closed" })
    time.now = window - 1
    assert.strictEqual(read(1).calls, 4)
    time.now = window
    assert.deepInclude(read(1), {
      calls: 0,
      failureRatio: null,
      total: { approved: 3, declined: 0, underway: 0, failed: 1 }
    })
    assert.deepInclude(read(2), { calls: 0, failureRatio: null, median: null, p95: null })
  })

  it("D17: failures of more than a minute ago open no breaker", () => {
    const { call, read, time } = started()
    for (let nth = 0; nth < volume - 1; nth++) call(1, true)
    time.now = window
    call(1, true)
    assert.deepInclude(read(1), { breaker: "closed", calls: 1 })
  })

  it("D17: what was counted before it recovered does not open the breaker again", () => {
    const { call, read } = failing(1)
    call(1, false)
    call(1, true)
    assert.deepInclude(read(1), { breaker: "closed", calls: 1 })
  })

  it.each([
    { durations: [], median: null, p95: null },
    { durations: [7], median: 7, p95: 7 },
    { durations: [30, 10, 20], median: 20, p95: 30 },
    { durations: Array.from({ length: 100 }, (_, index) => index + 1), median: 50, p95: 95 },
    { durations: Array.from({ length: 201 }, (_, index) => (index === 0 ? 9999 : 5)), median: 5, p95: 5 }
  ])("has the median $median and p95 $p95 of its last processed calls", ({ durations, median, p95 }) => {
    const { call, read } = started()
    for (const millis of durations) call(1, false, millis)
    call(1, true, 123)
    assert.deepInclude(read(1), { median, p95 })
  })

  it("is logged once per change", () => {
    const { call, logged } = failing(1)
    assert.deepStrictEqual(logged(), ["WARN Acquirer A1 is failing: 10 of 10 calls within a minute"])
    call(1, true)
    assert.deepStrictEqual(logged(), [])
    call(1, false)
    call(1, false)
    assert.deepStrictEqual(logged(), ["INFO Acquirer A1 processes calls again"])
  })
})
