/** What is left of a period, and what a part of it costs. */
import * as DateTime from "effect/DateTime"
import * as Schema from "effect/Schema"
import { Amount } from "../money/Amount.js"
import { shareOf } from "../money/Share.js"
import { daysBetween } from "../time/CalendarDays.js"
import type { IntervalUnit } from "../time/Interval.js"
import { ItemId } from "./Item.js"
import type { BillingPeriod } from "./Lines.js"

/**
 * What was paid for an item from an instant to the end of the period, discounts taken off. A change that credits its
 * unused part takes it away: nothing is credited twice.
 */
export const PaidLine = Schema.Struct({
  item: ItemId,
  title: Schema.String,
  from: Schema.DateTimeUtc,
  amount: Amount
})

export interface PaidLine extends Schema.Schema.Type<typeof PaidLine> {}

/** A part of a whole, both in days or in milliseconds. */
export interface Share {
  readonly part: bigint
  readonly whole: bigint
}

const distance = (from: DateTime.Utc, to: DateTime.Utc, unit: IntervalUnit, zone: DateTime.TimeZone): bigint => {
  const counted = unit === "hour" ? to.epochMillis - from.epochMillis : daysBetween(from, to, zone)
  return BigInt(Math.max(0, counted))
}

/**
 * What is left of a period at an instant.
 *
 * Unit: whole days of the zone's calendar for days and months, whatever their hours, and the day of the change is left;
 * milliseconds for hours.
 * Shape: from nothing to the whole. A period without a midnight has no days: nothing is left of it.
 *
 * Source: D60.
 */
export const leftOf = (period: BillingPeriod, at: DateTime.Utc, unit: IntervalUnit, zone: DateTime.TimeZone): Share => {
  const whole = distance(period.from, period.to, unit, zone)
  if (whole === 0n) return { part: 0n, whole: 1n }
  return { part: distance(DateTime.max(at, period.from), period.to, unit, zone), whole }
}

/** A part of an amount, rounded half to even by itself. Source: D60. */
export const partOf = (amount: bigint, { part, whole }: Share): bigint => shareOf(amount, part, whole)
