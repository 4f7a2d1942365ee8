import type * as Brand from "effect/Brand"
import * as DateTime from "effect/DateTime"

/** The local time of a zone, represented as if it were UTC: calendar arithmetic then needs no zone. */
export type LocalTime = DateTime.Utc & Brand.Brand<"LocalTime">

const dayInMillis = 86_400_000

// Asking the platform costs fifty times a lookup, and a renewal asks some twenty times, mostly about the same days.
const known = new WeakMap<DateTime.TimeZone, Map<number, number | undefined>>()
const mostDays = 10_000

const readOffset = (epochMillis: number, zone: DateTime.TimeZone): number =>
  DateTime.zonedOffset(DateTime.unsafeMakeZoned(epochMillis, { timeZone: zone }))

/** The offset throughout a UTC day. Undefined if it changes on that day; no zone has ever changed twice on one. */
const offsetOn = (day: number, zone: DateTime.TimeZone): number | undefined => {
  const first = readOffset(day * dayInMillis, zone)
  return first === readOffset((day + 1) * dayInMillis, zone) ? first : undefined
}

const daysOf = (zone: DateTime.TimeZone): Map<number, number | undefined> => {
  const days = known.get(zone) ?? new Map<number, number | undefined>()
  if (days.size === mostDays) days.clear()
  known.set(zone, days)
  return days
}

const offsetAt = (epochMillis: number, zone: DateTime.TimeZone): number => {
  if (zone._tag === "Offset") return zone.offset
  const days = daysOf(zone)
  const day = Math.floor(epochMillis / dayInMillis)
  if (!days.has(day)) days.set(day, offsetOn(day, zone))
  return days.get(day) ?? readOffset(epochMillis, zone)
}

export const fromInstant = (instant: DateTime.Utc, zone: DateTime.TimeZone): LocalTime =>
  DateTime.unsafeMake(instant.epochMillis + offsetAt(instant.epochMillis, zone)) as LocalTime

/** A full hour of the local day `days` after that of `local`. */
export const atHour = (local: LocalTime, days: number, hours: number): LocalTime =>
  DateTime.setParts(DateTime.add(local, { days }), { hours, minutes: 0, seconds: 0, millis: 0 })

/** When the offset changes: after `early`, and no later than `late`. */
const changeBetween = (early: number, late: number, zone: DateTime.TimeZone): number => {
  const before = offsetAt(early, zone)
  let unchanged = early
  let changed = late
  while (changed - unchanged > 1) {
    const middle = Math.floor((unchanged + changed) / 2)
    if (offsetAt(middle, zone) === before) unchanged = middle
    else changed = middle
  }
  return changed
}

/** The one instant or the two instants at which the clocks show `local`; the end of the gap if they skip it. */
const occurrences = (local: LocalTime, zone: DateTime.TimeZone): readonly [first: number, second?: number] => {
  const shown = local.epochMillis
  // Offsets stay below a day, so the occurrences lie between these two instants; no zone has ever changed twice within
  // that time.
  const before = offsetAt(shown - dayInMillis, zone)
  const after = offsetAt(shown + dayInMillis, zone)
  if (before === after) return [shown - before]
  const early = shown - Math.max(before, after)
  const late = shown - Math.min(before, after)
  const isShownAt = (instant: number): boolean => instant + offsetAt(instant, zone) === shown
  if (isShownAt(early)) return isShownAt(late) ? [early, late] : [early]
  return [isShownAt(late) ? late : changeBetween(early, late, zone)]
}

/**
 * The first instant later than `after` at which the clocks of the zone show `local`: the first of two, the end of the
 * gap for a time that is skipped (D24). `DateTime` itself would move a skipped time on by the length of the gap.
 */
export const nextInstant = (local: LocalTime, zone: DateTime.TimeZone, after: DateTime.Utc): DateTime.Utc => {
  const [first, second = first] = occurrences(local, zone)
  return DateTime.unsafeMake(first > after.epochMillis ? first : second)
}
