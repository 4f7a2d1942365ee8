import * as QueryTimes from "@florin/core/transfer-operations/QueryTimes"
import { noReport } from "@florin/core/transfers/ProviderReport"
import * as TimeToPay from "@florin/core/transfers/TimeToPay"
import type { Transfer } from "@florin/core/transfers/Transfer"
import type * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { later, now } from "../samples.js"
import { changed, minutes15, timePassed, transferWith } from "./given.js"

const since = (instant: DateTime.Utc | null): number | undefined =>
  instant === null ? undefined : instant.epochMillis - now.epochMillis

const order = transferWith()
const code = transferWith({ method: "sbp", payBy: null })
const endsAt = (ends: number) => ({ expiredAt: later(ends) })

describe("the end of the time to pay", () => {
  // The last instant of an order counts, that of an earlier `expired_at` does not.
  it.each<readonly [string, number | undefined, Transfer]>([
    ["an order", 900_001, order],
    ["an order that ends after a minute", 60_000, { ...order, ...endsAt(60_000) }],
    ["an order that ends 1 ms before its 15 minutes", 899_999, { ...order, ...endsAt(899_999) }],
    ["an order that ends with its 15 minutes", 900_001, { ...order, ...endsAt(900_000) }],
    ["an order that ends 1 ms after its 15 minutes", 900_001, { ...order, ...endsAt(900_001) }],
    ["an order that ends an hour later", 900_001, { ...order, ...endsAt(3_600_000) }],
    ["a code", undefined, code],
    ["a code that ends after a minute", 60_000, { ...code, ...endsAt(60_000) }],
    ["a refund", undefined, transferWith({ type: "refund", ...endsAt(60_000) })],
    ["a payout", undefined, transferWith({ type: "payout", ...endsAt(60_000) })],
    ["a proof", undefined, transferWith({ type: "proof", ...endsAt(60_000) })]
  ])("D28: of %s: after %s ms", (_, expected, transfer) => {
    assert.strictEqual(since(TimeToPay.expiresFrom(transfer)), expected)
    if (expected === undefined) return assert.isFalse(TimeToPay.isOver(transfer, later(9e12)))
    const isOver = [expected - 1, expected, expected + 1].map((at) => TimeToPay.isOver(transfer, later(at)))
    assert.deepStrictEqual(isOver, [false, true, true])
  })

  it("D28: is the instant from which its machine lets the time have passed", () => {
    const instants = FastCheck.option(FastCheck.constantFrom(59_999, 60_000, 60_001, minutes15 - 1, minutes15, 900_001))
    FastCheck.assert(
      FastCheck.property(instants, FastCheck.boolean(), instants, (ends, isCode, at) => {
        const expiredAt = ends === null ? null : later(ends)
        const transfer = { ...(isCode ? code : order), expiredAt }
        const reported = timePassed(at ?? 0)
        assert.strictEqual(TimeToPay.isOver(transfer, later(at ?? 0)), Either.isRight(changed(transfer, reported)))
      }),
      { numRuns: 500 }
    )
  })
})

const seconds = (count: number): number => count * 1000
const minutes = (count: number): number => seconds(60 * count)
const hours = (count: number): number => minutes(60 * count)
const days = (count: number): number => hours(24 * count)

/** How long after it is asked, so many milliseconds after its creation, a transfer is asked about again. */
const again = (transfer: Transfer, age: number, attempts = 0): number | undefined => {
  const next = QueryTimes.nextQueryAt(transfer, later(age), attempts)
  return next === undefined ? undefined : next.epochMillis - now.epochMillis - age
}

describe("when a provider is asked again", () => {
  const known = { ...code, report: noReport }

  it.each([
    ["at once", 0, seconds(5)],
    ["after 1 s", seconds(1), seconds(5)],
    ["after 49.999 s", 49_999, seconds(5)],
    ["after 50 s", seconds(50), seconds(5)],
    ["after 50.01 s", 50_010, 5001],
    ["after 50.014 s", 50_014, 5001],
    ["after 50.015 s", 50_015, 5002],
    ["after 100 s", seconds(100), seconds(10)],
    ["after 15 minutes", minutes(15), seconds(90)],
    ["1 ms before 10 hours", hours(10) - 10, hours(1) - 1],
    ["after 10 hours", hours(10), hours(1)],
    ["after 10 hours and 10 ms", hours(10) + 10, hours(1)],
    ["after 30 days less 1 ms", days(30) - 1, hours(1)],
    ["after 30 days", days(30), hours(1)],
    ["after 30 days and 1 ms", days(30) + 1, undefined],
    ["a second before it was made, by a clock that went back", -seconds(1), seconds(5)]
  ])("D40: one that is known and waits, %s: after %s ms", (_, age, expected) => {
    for (const type of ["payment", "refund", "payout"] as const) {
      assert.strictEqual(again({ ...known, type }, age), expected)
      // However often it was asked about.
      assert.strictEqual(again({ ...known, type }, age, 1000), expected)
    }
  })

  it.each([
    [0, seconds(2)],
    [1, seconds(5)],
    [2, seconds(15)],
    [3, minutes(1)],
    [6, hours(1)],
    [173, hours(1)],
    [174, undefined]
  ])(
    "D40: one that the provider has not answered about, after %i queries, however old: after %s ms",
    (attempts, expected) => {
      for (const age of [0, hours(1), days(31)]) assert.strictEqual(again(code, age, attempts), expected)
    }
  )

  const end = minutes15 + 1
  it.each<readonly [string, number, Transfer, number, number]>([
    ["known, at once", seconds(5), { ...order, report: noReport }, 0, 0],
    ["known, 5 s before its end", seconds(5), { ...order, report: noReport }, end - seconds(5), 0],
    ["known, 4.999 s before its end", 4999, { ...order, report: noReport }, end - 4999, 0],
    ["known, at its last instant", 1, { ...order, report: noReport }, minutes15, 0],
    ["known, at its end", seconds(90), { ...order, report: noReport }, end, 0],
    ["known, after its end", seconds(100), { ...order, report: noReport }, end + seconds(100), 0],
    ["known, before an end of its own", seconds(60), { ...known, ...endsAt(minutes(60)) }, minutes(59), 0],
    ["known, at an end of its own", seconds(360), { ...known, ...endsAt(minutes(60)) }, minutes(60), 0],
    ["unknown, an hour's query before its end", end - minutes(1), order, minutes(1), 6],
    ["unknown, 2 s before its end", seconds(2), order, end - seconds(2), 0],
    ["unknown, 1.999 s before its end", 1999, order, end - 1999, 0],
    ["unknown, after its end", hours(1), order, end, 6]
  ])(
    "D28: of one that is %s, never later than the end of its time: after %i ms",
    (_, expected, transfer, age, attempts) => {
      assert.strictEqual(again(transfer, age, attempts), expected)
    }
  )

  // Source: D28: `expired` when reached, however far away that is.
  it.each<readonly [string, number | undefined, Transfer, number, number]>([
    ["known, 30 days old, ends after 60", hours(1), { ...known, ...endsAt(days(60)) }, days(30), 0],
    ["known, 30 days and 1 ms old, ends after 60", days(30) - 1, { ...known, ...endsAt(days(60)) }, days(30) + 1, 0],
    ["known, 60 days old, ended then", undefined, { ...known, ...endsAt(days(60)) }, days(60), 0],
    ["unknown, asked for 7 days, ends after 60", days(52), { ...code, ...endsAt(days(60)) }, days(8), 174],
    ["unknown, asked for 7 days, ended", undefined, { ...code, ...endsAt(days(60)) }, days(60), 174]
  ])(
    "D28: of one that is %s, asks at the end of its time if nothing is asked before: after %s ms",
    (_, expected, transfer, age, attempts) => {
      assert.strictEqual(again(transfer, age, attempts), expected)
    }
  )

  it("D28, D40: is later than now, and within an hour while it waits", () => {
    const age = FastCheck.integer({ min: 0, max: days(30) })
    const ends = FastCheck.option(FastCheck.integer({ min: 1, max: days(40) }), { nil: null })
    FastCheck.assert(
      FastCheck.property(age, ends, FastCheck.boolean(), (age, ends, isCode) => {
        const transfer = { ...(isCode ? code : order), report: noReport, expiredAt: ends === null ? null : later(ends) }
        const next = again(transfer, age)
        assert.isDefined(next)
        assert.isTrue(next! > 0 && next! <= hours(1))
        const end = since(TimeToPay.expiresFrom(transfer))
        if (end !== undefined && age < end) assert.isAtMost(age + next!, end)
      })
    )
  })

  it("D40: stops after the days that are told", () => {
    assert.strictEqual(Duration.toMillis(QueryTimes.queryPeriod), days(30))
  })
})
