/** When the cycles of a subscription are due. */
import * as DateTime from "effect/DateTime"
import type { Interval } from "./Interval.js"
import * as LocalTime from "./internal/localTime.js"

/**
 * When a cycle is due: `cycle` intervals after the anchor, counted from the anchor, not from the previous charge
 * (31 January → 28 February → 31 March). Cycle 0 is the anchor itself.
 *
 * Unit: `hour` counts 3,600 seconds each; `day` and `month` count calendar days and months of `zone` and keep the
 * anchor's local time.
 * Shape: `cycle` is an integer from 0. A local time skipped by a clock change means the first instant after it; one
 * that occurs twice means its first occurrence. Later cycles are due later, except that two daily cycles coincide where
 * a zone drops a whole day.
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
  // The anchor may be one of two equal local times; converting it back from the calendar could return the other.
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
