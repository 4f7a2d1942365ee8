/** When the cycles of a subscription are due. */
import * as DateTime from "effect/DateTime"
import type { Interval } from "./Interval.js"
import * as LocalTime from "./internal/localTime.js"

/**
 * The instant at which a cycle is due: `cycle` intervals after the anchor, counted from the anchor and not from the
 * charge before (31 January → 28 February → 31 March). Cycle 0 is the anchor itself.
 *
 * Unit: `hour` counts 3,600 seconds each; `day` and `month` count calendar days and months of `zone` and keep the
 * anchor's local time.
 * Shape: `cycle` is an integer from 0. A local time that a clock change skips means the first instant after it, one
 * that occurs twice means the first. Later cycles are due later, except that two daily cycles meet where a zone drops
 * a whole day.
 *
 * Source: D24.
 */
export const dueAt = (
  anchor: DateTime.Utc,
  interval: Interval,
  cycle: number,
  zone: DateTime.TimeZone
): DateTime.Utc => {
  const count = cycle * interval.length
  // The anchor may be one of two equal local times; reading it back from the calendar could give the other.
  if (count === 0) return anchor
  switch (interval.unit) {
    case "hour":
      return DateTime.add(anchor, { hours: count })
    case "day":
      return onCalendar(anchor, { days: count }, zone)
    case "month":
      return onCalendar(anchor, { months: count }, zone)
  }
}

const onCalendar = (
  anchor: DateTime.Utc,
  distance: { readonly days: number } | { readonly months: number },
  zone: DateTime.TimeZone
): DateTime.Utc => LocalTime.nextInstant(DateTime.add(LocalTime.fromInstant(anchor, zone), distance), zone, anchor)
