import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import * as BillingCalendar from "../../src/time/BillingCalendar.js"
import { type Interval, IntervalUnit } from "../../src/time/Interval.js"
import { anywhere, at, day, firstShowing, hour, iso, nearChange, shownAt, zone } from "./clocks.js"

const dues = (id: string, anchor: string, interval: Interval, cycles: ReadonlyArray<number>) =>
  cycles.map((cycle) => iso(BillingCalendar.dueAt(at(anchor), interval, cycle, zone(id))))

const monthly: Interval = { length: 1, unit: "month" }
const daily: Interval = { length: 1, unit: "day" }

// Source: D24, "cycle n is due at anchor + n × interval counted from the anchor".
describe("cycles of months", () => {
  it("from 31 January fall on the last day of shorter months and come back to the 31st", () => {
    assert.deepStrictEqual(dues("UTC", "2026-01-31T10:00Z", monthly, [0, 1, 2, 3, 4, 11, 12, 25]), [
      "2026-01-31T10:00:00.000Z",
      "2026-02-28T10:00:00.000Z",
      "2026-03-31T10:00:00.000Z",
      "2026-04-30T10:00:00.000Z",
      "2026-05-31T10:00:00.000Z",
      "2026-12-31T10:00:00.000Z",
      "2027-01-31T10:00:00.000Z",
      "2028-02-29T10:00:00.000Z"
    ])
  })

  it.each([
    ["a year from the leap day is 28 February", "2028-02-29T12:00Z", 12, 1, "2029-02-28T12:00Z"],
    ["four years from the leap day is the leap day", "2028-02-29T12:00Z", 12, 4, "2032-02-29T12:00Z"],
    ["2100 has no leap day", "2096-02-29T12:00Z", 12, 4, "2100-02-28T12:00Z"],
    ["30 January, a month on, in a leap year", "2028-01-30T12:00Z", 1, 1, "2028-02-29T12:00Z"],
    ["the milliseconds stay", "2026-01-15T23:59:59.999Z", 3, 1, "2026-04-15T23:59:59.999Z"]
  ])("%s", (_, anchor, length, cycle, expected) => {
    assert.deepStrictEqual(dues("UTC", anchor, { length, unit: "month" }, [cycle]), [iso(at(expected))])
  })

  it("are months of the zone: 1 March in Auckland is still February in UTC", () => {
    assert.deepStrictEqual(dues("Pacific/Auckland", "2026-03-01T08:00+13:00", monthly, [1, 2]), [
      iso(at("2026-04-01T08:00+13:00")),
      iso(at("2026-05-01T08:00+12:00"))
    ])
  })

  it("keep the local time over a clock change", () => {
    assert.deepStrictEqual(dues("Europe/Berlin", "2026-01-15T09:00+01:00", monthly, [2, 3, 9, 10]), [
      iso(at("2026-03-15T09:00+01:00")),
      iso(at("2026-04-15T09:00+02:00")),
      iso(at("2026-10-15T09:00+02:00")),
      iso(at("2026-11-15T09:00+01:00"))
    ])
  })
})

// Source: D24, "a local time that a clock change skips means the first instant after it; one that occurs twice means
// the first".
describe("a local time", () => {
  it.each([
    // zone, anchor, cycles of a day, due
    ["is before the gap", "Europe/Berlin", "2026-03-28T01:59+01:00", 1, "2026-03-29T01:59+01:00"],
    ["is the start of the gap", "Europe/Berlin", "2026-03-28T02:00+01:00", 1, "2026-03-29T03:00+02:00"],
    ["is in the gap", "Europe/Berlin", "2026-03-28T02:30+01:00", 1, "2026-03-29T03:00+02:00"],
    ["is the end of the gap", "Europe/Berlin", "2026-03-28T03:00+01:00", 1, "2026-03-29T03:00+02:00"],
    ["is back the day after", "Europe/Berlin", "2026-03-28T02:30+01:00", 2, "2026-03-30T02:30+02:00"],
    ["is before the repetition", "Europe/Berlin", "2026-10-24T01:59+02:00", 1, "2026-10-25T01:59+02:00"],
    ["occurs twice", "Europe/Berlin", "2026-10-24T02:00+02:00", 1, "2026-10-25T02:00+02:00"],
    ["occurs twice", "Europe/Berlin", "2026-10-24T02:59+02:00", 1, "2026-10-25T02:59+02:00"],
    ["is after the repetition", "Europe/Berlin", "2026-10-24T03:00+02:00", 1, "2026-10-25T03:00+01:00"],
    ["is in the gap", "America/New_York", "2026-03-07T02:30-05:00", 1, "2026-03-08T03:00-04:00"],
    ["occurs twice", "America/New_York", "2026-10-31T01:30-04:00", 1, "2026-11-01T01:30-04:00"],
    ["is in a gap of half an hour", "Australia/Lord_Howe", "2026-10-03T02:15+10:30", 1, "2026-10-04T02:30+11:00"],
    ["is after a gap of half an hour", "Australia/Lord_Howe", "2026-10-03T02:30+10:30", 1, "2026-10-04T02:30+11:00"],
    ["occurs twice in half an hour", "Australia/Lord_Howe", "2026-04-04T01:45+11:00", 1, "2026-04-05T01:45+11:00"],
    ["follows that half hour", "Australia/Lord_Howe", "2026-04-04T02:00+11:00", 1, "2026-04-05T02:00+10:30"],
    ["never changes", "Asia/Kathmandu", "2026-03-28T00:00+05:45", 1, "2026-03-29T00:00+05:45"],
    ["is a midnight that is skipped", "America/Sao_Paulo", "2018-11-03T00:00-03:00", 1, "2018-11-04T01:00-02:00"],
    ["is after that midnight", "America/Sao_Paulo", "2018-11-03T00:30-03:00", 1, "2018-11-04T01:00-02:00"],
    ["is before a second midnight", "America/Sao_Paulo", "2018-02-16T23:30-02:00", 1, "2018-02-17T23:30-02:00"],
    ["is on a day that is skipped", "Pacific/Apia", "2011-12-29T12:00-10:00", 1, "2011-12-31T00:00+14:00"],
    ["is on the day after that", "Pacific/Apia", "2011-12-29T12:00-10:00", 2, "2011-12-31T12:00+14:00"]
  ])("%s: %s, from %s on cycle %d is due at %s", (_, id, anchor, cycle, expected) => {
    assert.deepStrictEqual(dues(id, anchor, daily, [cycle]), [iso(at(expected))])
  })

  it.each([
    ["first", "2026-10-25T02:30+02:00"],
    ["second", "2026-10-25T02:30+01:00"]
  ])("that is the anchor and the %s of two stays the anchor; the next cycle is a calendar day on", (_, anchor) => {
    assert.deepStrictEqual(dues("Europe/Berlin", anchor, daily, [0, 1]), [
      iso(at(anchor)),
      iso(at("2026-10-26T02:30+01:00"))
    ])
  })

  it("of a zone with a fixed offset needs no table", () => {
    const due = BillingCalendar.dueAt(at("2026-01-31T23:00+05:30"), monthly, 1, DateTime.zoneMakeOffset(5.5 * hour))
    assert.strictEqual(iso(due), iso(at("2026-02-28T23:00+05:30")))
  })
})

describe("cycles of hours", () => {
  it.each([
    ["Europe/Berlin", "2026-03-29T01:30+01:00", 1, "2026-03-29T03:30+02:00"],
    ["Europe/Berlin", "2026-10-25T02:30+02:00", 1, "2026-10-25T02:30+01:00"],
    ["Europe/Berlin", "2026-03-28T12:00+01:00", 24, "2026-03-29T13:00+02:00"],
    ["Australia/Lord_Howe", "2026-10-04T01:30+10:30", 1, "2026-10-04T03:00+11:00"]
  ])("are 3,600 seconds each in %s: from %s %d on is %s (D24)", (id, anchor, cycle, expected) => {
    assert.deepStrictEqual(dues(id, anchor, { length: 1, unit: "hour" }, [cycle]), [iso(at(expected))])
  })
})

describe("for any anchor", () => {
  const interval = FastCheck.record({
    length: FastCheck.integer({ min: 1, max: 100 }),
    unit: FastCheck.constantFrom(...IntervalUnit.literals)
  })

  // The last time that a zone dropped a whole day was the end of 2011.
  const afterLastDroppedDay = Date.UTC(2012, 0, 3)

  it("due instants strictly increase", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(anywhere, nearChange),
        interval,
        FastCheck.nat(200),
        ({ id, millis }, interval, cycle) => {
          const anchor = DateTime.unsafeMake(Math.max(millis, afterLastDroppedDay))
          const due = BillingCalendar.dueAt(anchor, interval, cycle, zone(id))
          assert.isTrue(DateTime.lessThan(due, BillingCalendar.dueAt(anchor, interval, cycle + 1, zone(id))))
        }
      ),
      { numRuns: 5000 }
    )
  })

  it("two daily cycles meet only where the zone drops a whole day", () => {
    assert.deepStrictEqual(dues("Pacific/Apia", "2011-12-29T00:00-10:00", daily, [0, 1, 2, 3]), [
      iso(at("2011-12-29T00:00-10:00")),
      iso(at("2011-12-31T00:00+14:00")),
      iso(at("2011-12-31T00:00+14:00")),
      iso(at("2012-01-01T00:00+14:00"))
    ])
  })

  it("a cycle of days is due when the clocks first show the anchor's time, or skip it", () => {
    FastCheck.assert(
      FastCheck.property(nearChange, FastCheck.integer({ min: 1, max: 400 }), ({ id, millis }, days) => {
        const anchor = millis - days * day
        const due = BillingCalendar.dueAt(DateTime.unsafeMake(anchor), daily, days, zone(id))
        assert.strictEqual(iso(due), new Date(firstShowing(shownAt(anchor, id) + days * day, id)).toISOString())
      }),
      { numRuns: 3000 }
    )
  })

  it("a cycle of months is due on the anchor's day, or the last of a shorter month, at the anchor's time", () => {
    FastCheck.assert(
      FastCheck.property(anywhere, FastCheck.integer({ min: 1, max: 240 }), ({ id, millis }, months) => {
        const shown = new Date(shownAt(millis, id))
        const due = BillingCalendar.dueAt(DateTime.unsafeMake(millis), monthly, months, zone(id))
        const year = shown.getUTCFullYear()
        const lastDay = new Date(Date.UTC(year, shown.getUTCMonth() + months + 1, 0)).getUTCDate()
        const date = Date.UTC(year, shown.getUTCMonth() + months, Math.min(shown.getUTCDate(), lastDay))
        const skipped = shownAt(due.epochMillis, id) - (date + (shown.getTime() % day))
        // A gap moves it forward, at most to the end of the gap.
        assert.isTrue(
          skipped === 0 || (skipped > 0 && shownAt(due.epochMillis - 1, id) < date + (shown.getTime() % day))
        )
      }),
      { numRuns: 5000 }
    )
  })
})
