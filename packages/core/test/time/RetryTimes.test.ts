import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import * as NightWindow from "../../src/time/NightWindow.js"
import * as RetryTimes from "../../src/time/RetryTimes.js"
import { anywhere, at, day, hour, iso, minute, nearChange, shownAt, zone } from "./clocks.js"

const anyRetry = FastCheck.record({
  failure: FastCheck.oneof(anywhere, nearChange),
  preventPaymentsAtNight: FastCheck.boolean()
})

// Source: interface, "Retry rules for a failed charge", 1; D25.
describe("after a decline the next attempt", () => {
  it.each([
    // zone, declined, at any hour, by day
    ["Europe/Berlin", "2026-06-01T00:00+02:00", "2026-06-02T03:00+02:00", "2026-06-02T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T03:00+02:00", "2026-06-02T03:00+02:00", "2026-06-02T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T23:59:59.999+02:00", "2026-06-02T03:00+02:00", "2026-06-02T08:00+02:00"],
    ["Europe/Berlin", "2026-12-31T12:00+01:00", "2027-01-01T03:00+01:00", "2027-01-01T08:00+01:00"],
    ["Asia/Kathmandu", "2026-06-01T12:00+05:45", "2026-06-02T03:00+05:45", "2026-06-02T08:00+05:45"],
    // 03:00 is the end of the gap in Berlin and its start in Helsinki
    ["Europe/Berlin", "2026-03-28T12:00+01:00", "2026-03-29T03:00+02:00", "2026-03-29T08:00+02:00"],
    ["Europe/Helsinki", "2026-03-28T12:00+02:00", "2026-03-29T04:00+03:00", "2026-03-29T08:00+03:00"],
    // 03:00 occurs twice in Helsinki
    ["Europe/Helsinki", "2026-10-24T12:00+03:00", "2026-10-25T03:00+03:00", "2026-10-25T08:00+02:00"],
    ["America/Sao_Paulo", "2018-11-03T12:00-03:00", "2018-11-04T03:00-02:00", "2018-11-04T08:00-02:00"],
    // the following day was skipped
    ["Pacific/Apia", "2011-12-29T12:00-10:00", "2011-12-31T00:00+14:00", "2011-12-31T08:00+14:00"]
  ])("in %s at %s is %s, or %s with payments at night prevented", (id, declinedAt, anyHour, byDay) => {
    const rule = { zone: zone(id), preventPaymentsAtNight: false }
    assert.strictEqual(iso(RetryTimes.afterDecline(at(declinedAt), rule)), iso(at(anyHour)))
    assert.strictEqual(
      iso(RetryTimes.afterDecline(at(declinedAt), { ...rule, preventPaymentsAtNight: true })),
      iso(at(byDay))
    )
  })

  it("is on the following local day, at 3 or at 8 unless the clocks skip that", () => {
    FastCheck.assert(
      FastCheck.property(anyRetry, ({ failure: { id, millis }, preventPaymentsAtNight }) => {
        const rule = { zone: zone(id), preventPaymentsAtNight }
        const retry = RetryTimes.afterDecline(DateTime.unsafeMake(millis), rule).epochMillis
        const wanted = (Math.floor(shownAt(millis, id) / day) + 1) * day + (preventPaymentsAtNight ? 8 : 3) * hour
        const shown = shownAt(retry, id)
        assert.isTrue(retry > millis)
        assert.isTrue(shown === wanted || (shown > wanted && shownAt(retry - 1, id) < wanted) || isSkippedDay(wanted))
      }),
      { numRuns: 2000 }
    )
  })

  const isSkippedDay = (local: number) => new Date(local).toISOString().startsWith("2011-12-30")
})

// Source: interface, "Retry rules for a failed charge", 2; D25.
describe("after an error the next attempt", () => {
  it.each([
    // zone, failed, at any hour, by day
    ["Europe/Berlin", "2026-06-01T10:00+02:00", "2026-06-01T11:00+02:00", "2026-06-01T11:00+02:00"],
    ["Europe/Berlin", "2026-06-01T10:00:00.001+02:00", "2026-06-01T11:00+02:00", "2026-06-01T11:00+02:00"],
    ["Europe/Berlin", "2026-06-01T10:59:59.999+02:00", "2026-06-01T11:00+02:00", "2026-06-01T11:00+02:00"],
    ["Europe/Berlin", "2026-06-01T06:59+02:00", "2026-06-01T07:00+02:00", "2026-06-01T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T07:59+02:00", "2026-06-01T08:00+02:00", "2026-06-01T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T18:59+02:00", "2026-06-01T19:00+02:00", "2026-06-01T19:00+02:00"],
    ["Europe/Berlin", "2026-06-01T19:00+02:00", "2026-06-01T20:00+02:00", "2026-06-02T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T23:30+02:00", "2026-06-02T00:00+02:00", "2026-06-02T08:00+02:00"],
    // hours of the zone, not of UTC
    ["Asia/Kathmandu", "2026-06-01T10:30+05:45", "2026-06-01T11:00+05:45", "2026-06-01T11:00+05:45"],
    // the hour after 01:00 is 03:00; an hour that occurs twice starts twice
    ["Europe/Berlin", "2026-03-29T01:15+01:00", "2026-03-29T03:00+02:00", "2026-03-29T08:00+02:00"],
    ["Europe/Berlin", "2026-10-25T01:15+02:00", "2026-10-25T02:00+02:00", "2026-10-25T08:00+01:00"],
    ["Europe/Berlin", "2026-10-25T02:15+02:00", "2026-10-25T02:00+01:00", "2026-10-25T08:00+01:00"],
    ["Europe/Berlin", "2026-10-25T02:15+01:00", "2026-10-25T03:00+01:00", "2026-10-25T08:00+01:00"],
    // half an hour: 02:00 is skipped, or occurs half an hour later
    ["Australia/Lord_Howe", "2026-10-04T01:15+10:30", "2026-10-04T02:30+11:00", "2026-10-04T08:00+11:00"],
    ["Australia/Lord_Howe", "2026-10-04T02:30+11:00", "2026-10-04T03:00+11:00", "2026-10-04T08:00+11:00"],
    ["Australia/Lord_Howe", "2026-04-05T01:15+11:00", "2026-04-05T02:00+10:30", "2026-04-05T08:00+10:30"],
    ["Asia/Pyongyang", "2018-05-04T23:15+08:30", "2018-05-05T00:00+09:00", "2018-05-05T08:00+09:00"],
    ["America/Sao_Paulo", "2018-11-03T23:15-03:00", "2018-11-04T01:00-02:00", "2018-11-04T08:00-02:00"],
    ["Pacific/Apia", "2011-12-29T23:15-10:00", "2011-12-31T00:00+14:00", "2011-12-31T08:00+14:00"]
  ])("in %s at %s is %s, or %s with payments at night prevented", (id, failedAt, anyHour, byDay) => {
    const rule = { zone: zone(id), preventPaymentsAtNight: false }
    assert.strictEqual(iso(RetryTimes.afterError(at(failedAt), rule)), iso(at(anyHour)))
    assert.strictEqual(
      iso(RetryTimes.afterError(at(failedAt), { ...rule, preventPaymentsAtNight: true })),
      iso(at(byDay))
    )
  })

  it("is the first start of an hour after the error, or the end of a gap that skips one", () => {
    FastCheck.assert(
      FastCheck.property(nearChange, FastCheck.nat(hour), ({ id, millis }, more) => {
        const failedAt = millis + more
        const rule = { zone: zone(id), preventPaymentsAtNight: false }
        const retry = RetryTimes.afterError(DateTime.unsafeMake(failedAt), rule).epochMillis
        const startsHour = (instant: number) =>
          shownAt(instant, id) % hour === 0 ||
          Math.floor(shownAt(instant, id) / hour) > Math.floor(shownAt(instant - 1, id) / hour)
        let expected = (Math.floor(failedAt / minute) + 1) * minute
        while (!startsHour(expected)) expected += minute
        assert.strictEqual(new Date(retry).toISOString(), new Date(expected).toISOString())
      }),
      { numRuns: 1500 }
    )
  })

  it("is never at night when payments at night are prevented", () => {
    FastCheck.assert(
      FastCheck.property(anyRetry, ({ failure: { id, millis } }) => {
        const rule = { zone: zone(id), preventPaymentsAtNight: true }
        const failedAt = DateTime.unsafeMake(millis)
        for (const retry of [RetryTimes.afterDecline(failedAt, rule), RetryTimes.afterError(failedAt, rule)]) {
          assert.strictEqual(iso(NightWindow.next(retry, rule.zone)), iso(retry))
          assert.isTrue(DateTime.greaterThan(retry, failedAt))
        }
      }),
      { numRuns: 2000 }
    )
  })
})
