/** Due dates against a calendar that is not ours: Temporal's. Source: D24. */
import { assert, describe, it } from "@effect/vitest"
import { dueAt } from "@florin/core/time/BillingCalendar"
import { Temporal } from "@js-temporal/polyfill"
import * as DateTime from "effect/DateTime"
import { iso, zone } from "../time/clocks.js"
import * as WallClock from "./wallClock.js"

type Unit = "hour" | "day" | "month"

const inMillis = (zoned: Temporal.ZonedDateTime): number => zoned.epochMilliseconds

/** The first instant at which the clocks show that time, or the first one after the gap that skips it. */
const firstOf = (local: Temporal.PlainDateTime, name: string): number => {
  const earlier = local.toZonedDateTime(name, { disambiguation: "earlier" })
  const isShown = earlier.toPlainDateTime().equals(local)
  // In a gap, `earlier` lies before it: the change that follows is its end.
  return inMillis(isShown ? earlier : earlier.getTimeZoneTransition("next")!)
}

const theirs = (anchor: Temporal.ZonedDateTime, unit: Unit, count: number): number => {
  if (unit === "hour") return inMillis(anchor.add({ hours: count }))
  const distance = unit === "day" ? { days: count } : { months: count }
  return firstOf(anchor.toPlainDateTime().add(distance), anchor.timeZoneId)
}

const anchors = [
  ["a month end", "2026-01-31T09:15:30.123"],
  ["a leap day", "2028-02-29T23:59:59.999"],
  ["a short month's end", "2027-02-28T00:00"],
  ["the night before clocks change in Europe", "2026-03-28T02:30"],
  ["the night before they change back", "2026-10-24T02:30"],
  ["the night before clocks change in America", "2026-03-07T02:30"],
  ["the night before they change back there", "2026-10-31T01:30"],
  ["midnight before a change", "2026-09-05T00:30"],
  ["the night before clocks change in the south", "2026-10-03T02:15"],
  ["the night before they change back there", "2026-04-04T02:15"]
] as const

const counts = { hour: [1, 24, 1000], day: [1, 7, 30, 365], month: [1, 2, 3, 6, 12, 48] } as const

describe.each(WallClock.zoneNames)("the schedules of %s", (name) => {
  it.each(anchors)("D24: from %s, %s, are those of Temporal", (_, local) => {
    const anchor = Temporal.PlainDateTime.from(local).toZonedDateTime(name)
    const ours = DateTime.unsafeMake(inMillis(anchor))
    for (const unit of ["hour", "day", "month"] as const) {
      for (const count of counts[unit]) {
        const expected = new Date(theirs(anchor, unit, count)).toISOString()
        assert.strictEqual(iso(dueAt(ours, { length: count, unit }, 1, zone(name))), expected, `${count} ${unit}`)
        // One interval of that length, or that many of length 1, is the same.
        assert.strictEqual(iso(dueAt(ours, { length: 1, unit }, count, zone(name))), expected, `${count} × 1 ${unit}`)
      }
    }
  })
})
