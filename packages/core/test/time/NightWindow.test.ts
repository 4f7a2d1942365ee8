import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"
import * as NightWindow from "../../src/time/NightWindow.js"
import { anywhere, at, day, hour, iso, nearChange, quarter, shownAt, zone } from "./clocks.js"

const isDay = (millis: number, id: string) => {
  const timeOfDay = shownAt(millis, id) % day
  return timeOfDay >= 8 * hour && timeOfDay < 20 * hour
}

// Source: interface, "Plan", `prevent_payments_at_night`; D24, "The window is 08:00 ≤ t < 20:00".
describe("a charge of a plan that prevents payments at night", () => {
  it.each([
    // zone, falls on, is made at
    ["Europe/Berlin", "2026-06-01T07:59:59.999+02:00", "2026-06-01T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T08:00+02:00", "2026-06-01T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T19:59:59.999+02:00", "2026-06-01T19:59:59.999+02:00"],
    ["Europe/Berlin", "2026-06-01T20:00+02:00", "2026-06-02T08:00+02:00"],
    ["Europe/Berlin", "2026-06-01T00:00+02:00", "2026-06-01T08:00+02:00"],
    ["Europe/Berlin", "2026-12-31T23:00+01:00", "2027-01-01T08:00+01:00"],
    ["Asia/Kathmandu", "2026-06-01T07:59+05:45", "2026-06-01T08:00+05:45"],
    ["Asia/Kathmandu", "2026-06-01T20:00+05:45", "2026-06-02T08:00+05:45"],
    // a night with a clock change is shorter or longer; 08:00 stays 08:00
    ["Europe/Berlin", "2026-03-28T23:00+01:00", "2026-03-29T08:00+02:00"],
    ["Europe/Berlin", "2026-10-25T02:30+01:00", "2026-10-25T08:00+01:00"],
    ["Australia/Lord_Howe", "2026-10-03T21:00+10:30", "2026-10-04T08:00+11:00"],
    ["America/Sao_Paulo", "2018-11-03T23:30-03:00", "2018-11-04T08:00-02:00"],
    // the whole window of 30 December 2011 was skipped
    ["Pacific/Apia", "2011-12-29T20:00-10:00", "2011-12-31T08:00+14:00"]
  ])("in %s that falls on %s is made at %s", (id, instant, expected) => {
    assert.strictEqual(iso(NightWindow.next(at(instant), zone(id))), iso(at(expected)))
  })

  it("is made in the window, at once when it falls into it, and no earlier than it falls due", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(anywhere, nearChange), ({ id, millis }) => {
        const next = NightWindow.next(DateTime.unsafeMake(millis), zone(id)).epochMillis
        assert.isTrue(isDay(next, id))
        assert.isTrue(isDay(millis, id) ? next === millis : next > millis)
      }),
      { numRuns: 5000 }
    )
  })

  it("does not let an open window pass", () => {
    FastCheck.assert(
      FastCheck.property(nearChange, ({ id, millis }) => {
        const next = NightWindow.next(DateTime.unsafeMake(millis), zone(id)).epochMillis
        for (let instant = millis; instant < next; instant += quarter) assert.isFalse(isDay(instant, id))
      }),
      { numRuns: 3000 }
    )
  })
})
