/** The hours in which a plan with `prevent_payments_at_night` may charge. */
import * as DateTime from "effect/DateTime"
import * as LocalTime from "./internal/localTime.js"

/**
 * The local hour from which charges are made, inclusive.
 *
 * Source: interface, "Create-plan request body | prevent_payments_at_night"; D24.
 */
export const openingHour = 8

/**
 * The local hour until which charges are made, exclusive.
 *
 * Source: interface, "Create-plan request body | prevent_payments_at_night"; D24.
 */
export const closingHour = 20

const isOpenAt = (local: LocalTime.LocalTime): boolean => {
  const hour = DateTime.getPartUtc(local, "hours")
  return hour >= openingHour && hour < closingHour
}

/**
 * When to make a charge that is due at that instant: immediately inside the window, else at the next local 08:00.
 *
 * Shape: always inside the window. Where a clock change skips 08:00, the first instant after it; where it skips the
 * whole window of a day, the 08:00 after that.
 *
 * Source: D24.
 */
export const next = (instant: DateTime.Utc, zone: DateTime.TimeZone): DateTime.Utc => {
  const local = LocalTime.fromInstant(instant, zone)
  if (isOpenAt(local)) return instant
  const days = DateTime.getPartUtc(local, "hours") < openingHour ? 0 : 1
  return next(LocalTime.nextInstant(LocalTime.atHour(local, days, openingHour), zone, instant), zone)
}
