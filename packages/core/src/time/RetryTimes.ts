/** When an unsuccessful charge is retried. */
import * as DateTime from "effect/DateTime"
import * as LocalTime from "./internal/localTime.js"
import * as NightWindow from "./NightWindow.js"

/** The system time zone, and whether the plan prevents charges at night. */
export interface RetryRule {
  readonly zone: DateTime.TimeZone
  readonly preventPaymentsAtNight: boolean
}

const besideNight = (instant: DateTime.Utc, rule: RetryRule): DateTime.Utc =>
  rule.preventPaymentsAtNight ? NightWindow.next(instant, rule.zone) : instant

/**
 * The next attempt after a decline: the following local day at 3 AM, or at 8 AM when payments at night are prevented.
 *
 * Source: interface, "Retry rules for a failed charge | rule 1"; D25.
 */
export const afterDecline = (declinedAt: DateTime.Utc, rule: RetryRule): DateTime.Utc => {
  const hour = rule.preventPaymentsAtNight ? NightWindow.openingHour : 3
  const retry = LocalTime.atHour(LocalTime.fromInstant(declinedAt, rule.zone), 1, hour)
  return besideNight(LocalTime.nextInstant(retry, rule.zone, declinedAt), rule)
}

/**
 * The next attempt after an error: the start of the following local hour; only the hours 08 to 19 when payments at
 * night are prevented.
 *
 * Shape: always later than `failedAt`. An hour whose start is skipped by a clock change starts at the first instant
 * after it; an hour that occurs twice starts twice, as an hour is 3,600 seconds.
 *
 * Source: interface, "Retry rules for a failed charge | rule 2"; D25.
 */
export const afterError = (failedAt: DateTime.Utc, rule: RetryRule): DateTime.Utc => {
  const local = LocalTime.fromInstant(failedAt, rule.zone)
  const nextHour = DateTime.add(DateTime.startOf(local, "hour"), { hours: 1 })
  const shown = LocalTime.nextInstant(nextHour, rule.zone, failedAt)
  const elapsed = DateTime.addDuration(failedAt, DateTime.distance(local, nextHour))
  return besideNight(startsHour(elapsed, rule.zone) ? DateTime.min(shown, elapsed) : shown, rule)
}

const startsHour = (instant: DateTime.Utc, zone: DateTime.TimeZone): boolean => {
  const local = LocalTime.fromInstant(instant, zone)
  return local.epochMillis === DateTime.startOf(local, "hour").epochMillis
}
