/** When an unsuccessful charge is retried. */
import * as DateTime from "effect/DateTime"
import * as LocalTime from "./internal/localTime.js"
import * as NightWindow from "./NightWindow.js"

/**
 * A shop's own times between attempts at a charge: the first after the first failure of a cycle, and so on; the last one
 * holds for all that follow. Absent: 1 each, which is D25. The limit of the card networks binds on top.
 *
 * Shape: 1 to `mostTimes` integers of at least 1.
 *
 * Source: D65.
 */
export interface RetryTable {
  /** After a decline. Unit: local days, up to 30. */
  readonly declineDays?: ReadonlyArray<number> | undefined
  /** After an error. Unit: hours, up to 72. */
  readonly errorHours?: ReadonlyArray<number> | undefined
}

/** As many as the attempts that card networks allow in 30 days. */
export const mostTimes = 15

/** The entry for the failure of that number, counted from 1. */
const entryOf = (times: ReadonlyArray<number> | undefined, failures: number): number =>
  times?.[Math.min(failures, times.length) - 1] ?? 1

/** The system time zone, whether the plan prevents charges at night, and the shop's own times. */
export interface RetryRule {
  readonly zone: DateTime.TimeZone
  readonly preventPaymentsAtNight: boolean
  readonly table?: RetryTable | undefined
  /** How many attempts of the cycle have failed, this one included. Default: 1. */
  readonly failures?: number
}

const besideNight = (instant: DateTime.Utc, rule: RetryRule): DateTime.Utc =>
  rule.preventPaymentsAtNight ? NightWindow.next(instant, rule.zone) : instant

/**
 * The next attempt after a decline: the following local day at 3 AM, or at 8 AM when payments at night are prevented. A
 * shop's table has other days.
 *
 * Source: interface, "Retry rules for a failed charge | rule 1"; D25.
 */
export const afterDecline = (declinedAt: DateTime.Utc, rule: RetryRule): DateTime.Utc => {
  const hour = rule.preventPaymentsAtNight ? NightWindow.openingHour : 3
  const days = entryOf(rule.table?.declineDays, rule.failures ?? 1)
  const retry = LocalTime.atHour(LocalTime.fromInstant(declinedAt, rule.zone), days, hour)
  return besideNight(LocalTime.nextInstant(retry, rule.zone, declinedAt), rule)
}

/**
 * The next attempt after an error: the start of the following local hour; only the hours 08 to 19 when payments at
 * night are prevented. A shop's table has later hours.
 *
 * Shape: always later than `failedAt`. An hour whose start is skipped by a clock change starts at the first instant
 * after it; an hour that occurs twice starts twice, as an hour is 3,600 seconds.
 *
 * Source: interface, "Retry rules for a failed charge | rule 2"; D25.
 */
export const afterError = (failedAt: DateTime.Utc, rule: RetryRule): DateTime.Utc => {
  const local = LocalTime.fromInstant(failedAt, rule.zone)
  const hours = entryOf(rule.table?.errorHours, rule.failures ?? 1)
  const nextHour = DateTime.add(DateTime.startOf(local, "hour"), { hours })
  const shown = LocalTime.nextInstant(nextHour, rule.zone, failedAt)
  const elapsed = DateTime.addDuration(failedAt, DateTime.distance(local, nextHour))
  return besideNight(startsHour(elapsed, rule.zone) ? DateTime.min(shown, elapsed) : shown, rule)
}

const startsHour = (instant: DateTime.Utc, zone: DateTime.TimeZone): boolean => {
  const local = LocalTime.fromInstant(instant, zone)
  return local.epochMillis === DateTime.startOf(local, "hour").epochMillis
}
