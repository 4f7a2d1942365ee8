/** Whole days of a zone's calendar, whatever their hours. */
import type * as DateTime from "effect/DateTime"
import * as LocalTime from "./internal/localTime.js"

const dayInMillis = 86_400_000

/** The number of the calendar day of the zone on which an instant lies, counted from 1 January 1970. */
export const dayOf = (instant: DateTime.Utc, zone: DateTime.TimeZone): number =>
  Math.floor(LocalTime.fromInstant(instant, zone).epochMillis / dayInMillis)

/** How many midnights of the calendar lie between two instants: 0 on one day, 1 from 23:59 to 00:00. */
export const daysBetween = (from: DateTime.Utc, to: DateTime.Utc, zone: DateTime.TimeZone): number =>
  dayOf(to, zone) - dayOf(from, zone)
