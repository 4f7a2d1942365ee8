/**
 * Dates in UTC, computed here and not by the gateway: what the report expects must not be wrong in the same way as what
 * it checks. Instants are milliseconds of the epoch.
 */

export const hour = 3_600_000
export const day = 24 * hour

/** The simulated shop opens with a new year. */
export const opening = Date.UTC(2027, 0, 1)

export interface Interval {
  readonly length: number
  readonly unit: "day" | "month"
}

const partsOf = (at: number) => {
  const date = new Date(at)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth(), date: date.getUTCDate(), time: at % day }
}

/** The same day and time so many months later, or the last day of a month that is too short. */
export const addMonths = (at: number, months: number): number => {
  const { date, month, time, year } = partsOf(at)
  const last = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate()
  return Date.UTC(year, month + months, Math.min(date, last)) + time
}

/** So many intervals after an anchor, counted from the anchor. Source: D24. */
export const after = (anchor: number, { length, unit }: Interval, count: number): number =>
  unit === "day" ? anchor + count * length * day : addMonths(anchor, count * length)

/** 08:00 ≤ t < 20:00. Source: D24. */
const isDaytime = (at: number): boolean => at % day >= 8 * hour && at % day < 20 * hour

/** That instant, or the next 08:00 if it falls into the night. Source: D24. */
export const inDaytime = (at: number): number => {
  if (isDaytime(at)) return at
  const morning = at - (at % day) + 8 * hour
  return morning >= at ? morning : morning + day
}

/** The next day at that hour. */
export const nextDayAt = (at: number, hours: number): number => at - (at % day) + day + hours * hour

/** The start of the next hour. */
export const nextHour = (at: number): number => at - (at % hour) + hour

/** When the month of that number begins, counted from the opening. */
export const monthStart = (month: number): number => addMonths(opening, month)

/** The month in which an instant lies, counted from the opening. */
export const monthOf = (at: number): number => {
  const { month, year } = partsOf(at)
  const first = partsOf(opening)
  return (year - first.year) * 12 + month - first.month
}

/** `2027-03` */
export const monthName = (month: number): string => new Date(monthStart(month)).toISOString().slice(0, 7)
