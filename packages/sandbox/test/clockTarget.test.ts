import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as ClockTarget from "../src/ClockTarget.js"

const landing = (now: string, body: unknown) =>
  Effect.map(ClockTarget.decode(body), (target) =>
    Option.getOrNull(Option.map(ClockTarget.instantOf(target, DateTime.unsafeMake(now)), DateTime.formatIso))
  )

// D38; months are calendar months in UTC.
describe("A clock target", () => {
  it.effect.each([
    { now: "2031-01-15T10:00:00.000Z", advance: "P1M", expected: "2031-02-15T10:00:00.000Z" },
    { now: "2031-01-31T10:00:00.000Z", advance: "P1M", expected: "2031-02-28T10:00:00.000Z" },
    { now: "2032-01-31T10:00:00.000Z", advance: "P1M", expected: "2032-02-29T10:00:00.000Z" },
    { now: "2031-01-31T10:00:00.000Z", advance: "P2M", expected: "2031-03-31T10:00:00.000Z" },
    { now: "2031-01-31T10:00:00.000Z", advance: "P1M1D", expected: "2031-03-01T10:00:00.000Z" },
    { now: "2032-02-29T10:00:00.000Z", advance: "P1Y", expected: "2033-02-28T10:00:00.000Z" },
    { now: "2032-02-29T10:00:00.000Z", advance: "P1Y1M", expected: "2033-03-29T10:00:00.000Z" },
    { now: "2031-12-31T23:59:59.999Z", advance: "PT0.001S", expected: "2032-01-01T00:00:00.000Z" },
    { now: "2031-01-01T00:00:00.000Z", advance: "P2W", expected: "2031-01-15T00:00:00.000Z" },
    { now: "2031-01-01T00:00:00.000Z", advance: "PT90M", expected: "2031-01-01T01:30:00.000Z" },
    { now: "2031-01-01T00:00:00.000Z", advance: "PT1H2M3,5S", expected: "2031-01-01T01:02:03.500Z" },
    { now: "2031-01-01T00:00:00.000Z", advance: "P1Y2M1W3DT4H5M6.78S", expected: "2032-03-11T04:05:06.780Z" },
    { now: "2031-01-01T00:00:00.000Z", advance: "PT0S", expected: "2031-01-01T00:00:00.000Z" },
    { now: "9999-12-31T23:59:59.998Z", advance: "PT0.001S", expected: "9999-12-31T23:59:59.999Z" },
    { now: "9999-12-31T23:59:59.999Z", advance: "PT0.001S", expected: null },
    { now: "2031-01-01T00:00:00.000Z", advance: "P99999Y99999M999999W999999D", expected: null },
    { now: "2031-01-01T00:00:00.000Z", advance: "PT999999999H999999999M999999999S", expected: null }
  ])("from $now by $advance is $expected", ({ advance, expected, now }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* landing(now, { advance }), expected)
    })
  )

  it.effect.each([
    { to: "2031-01-31T03:00:00+03:00", expected: "2031-01-31T00:00:00.000Z" },
    { to: "2031-01-31T00:00:00.250Z", expected: "2031-01-31T00:00:00.250Z" }
  ])("at $to is $expected", ({ expected, to }) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* landing("2030-01-01T00:00:00Z", { to, advance: null, other: 1 }), expected)
    })
  )

  it.effect.each([
    { body: {}, error: "advance can't be blank, unless to is sent" },
    { body: null, error: "advance can't be blank, unless to is sent" },
    { body: "P1M", error: "advance can't be blank, unless to is sent" },
    { body: { advance: "P1M", to: "2031-01-31T00:00:00Z" }, error: "to can't be sent together with advance" },
    ...["", "P", "PT", "P1", "1M", "p1m", "P-M", "P1MT", "P1H", "PT1D", "P1.5D", "P1M1Y", " P1M", "P1M\n"].map(
      (advance) => ({ body: { advance }, error: "advance is invalid. Format should be an ISO 8601 duration" })
    ),
    ...["-P1M", "P-1M", "P0Y0M-1DT0H0M0S"].map((advance) => ({
      body: { advance },
      error: "advance must not be negative"
    })),
    { body: { advance: 5 }, error: "advance is invalid. Format should be an ISO 8601 duration" },
    ...["2031-01-31", "2031-01-31T00:00:00", "2031-02-29T00:00:00Z", "tomorrow", 1].map((to) => ({
      body: { to },
      error: "to is invalid. Format should be ISO 8601 with a time-zone offset"
    }))
  ])("of $body is refused", ({ body, error }) =>
    Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(ClockTarget.decode(body))).message, error)
    })
  )
})
