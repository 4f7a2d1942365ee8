/**
 * The clocks on the walls of zones, as tables of the platform's formatter, and the dates of the billing rules by plain
 * arithmetic on them: an oracle that shares nothing with the code under test, and is fast enough for many thousand cases.
 */
import { day, hour, shownAt } from "../time/clocks.js"

export const zoneNames = [
  "UTC",
  "Europe/Berlin",
  "Europe/London",
  "Europe/Helsinki",
  "America/New_York",
  "America/Los_Angeles",
  "America/St_Johns",
  "America/Santiago",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham"
] as const

export interface Change {
  /** The first instant with the new offset. */
  readonly at: number
  readonly offset: number
}

/** The years that the tables cover. */
export const years = { first: Date.UTC(2023, 0, 1), last: Date.UTC(2046, 0, 1) } as const

const changesOf = (name: string): ReadonlyArray<Change> => {
  const offsetAt = (millis: number) => shownAt(millis, name) - millis
  const changes: Array<Change> = [{ at: Number.NEGATIVE_INFINITY, offset: offsetAt(years.first) }]
  for (let start: number = years.first; start < years.last; start += day) {
    if (offsetAt(start) === offsetAt(start + day)) continue
    let [before, after] = [start, start + day]
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(middle) === offsetAt(start)) before = middle
      else after = middle
    }
    changes.push({ at: after, offset: offsetAt(after) })
  }
  return changes
}

const tables = new Map<string, ReadonlyArray<Change>>()

/** The clock changes of a zone. */
export const changes = (name: string): ReadonlyArray<Change> => {
  const table = tables.get(name) ?? changesOf(name)
  tables.set(name, table)
  return table
}

const indexAt = (table: ReadonlyArray<Change>, instant: number): number => {
  let [low, high] = [0, table.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (table[middle]!.at <= instant) low = middle
    else high = middle - 1
  }
  return low
}

/** What the clocks of the zone show, as if it were UTC. */
export const local = (name: string, instant: number): number => {
  const table = changes(name)
  return instant + table[indexAt(table, instant)]!.offset
}

/** The first instant after `after` at which the clocks show `shown`, or skip it. */
export const firstAt = (name: string, shown: number, after: number): number => {
  const table = changes(name)
  const from = Math.max(0, indexAt(table, shown - day) - 1)
  for (const [index, change] of table.entries()) {
    if (index < from) continue
    const next = table[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const instant = shown - change.offset
    if (change.at > after && change.at <= shown + 2 * day && change.at + change.offset > shown) {
      // The clocks have jumped over it.
      const before = table[index - 1]
      if (before !== undefined && change.at + before.offset <= shown) return change.at
    }
    if (instant >= change.at && instant < next && instant > after) return instant
  }
  throw new Error(`${name} never shows ${new Date(shown).toISOString()}`)
}

/** Which instant is the first one from `instant` on within 08:00 ≤ t < 20:00. */
export const opens = (name: string, instant: number): number => {
  const shown = local(name, instant)
  const midnight = Math.floor(shown / day) * day
  const hours = (shown - midnight) / hour
  if (hours >= 8 && hours < 20) return instant
  return opens(name, firstAt(name, midnight + (hours < 8 ? 0 : day) + 8 * hour, instant))
}

/** When a cycle is due by the calendar. */
export const due = (name: string, anchor: number, unit: "hour" | "day" | "month", count: number): number => {
  if (count === 0) return anchor
  if (unit === "hour") return anchor + count * hour
  const shown = local(name, anchor)
  if (unit === "day") return firstAt(name, shown + count * day, anchor)
  const date = new Date(shown)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count]
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return firstAt(name, Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (shown % day), anchor)
}

/** The following day at 3 AM, or at 8 AM. */
export const followingDay = (name: string, instant: number, isCareful: boolean): number => {
  const midnight = Math.floor(local(name, instant) / day) * day
  const next = firstAt(name, midnight + day + (isCareful ? 8 : 3) * hour, instant)
  return isCareful ? opens(name, next) : next
}

/** The start of the following hour, also one that begins with a jump of the clocks. */
export const followingHour = (name: string, instant: number, isCareful: boolean): number => {
  const untilHour = (shown: number) => hour - (shown % hour)
  const table = changes(name)
  const shown = local(name, instant)
  const plain = instant + untilHour(shown)
  const change = table.find(({ at }) => at > instant && at <= plain)
  const begins = (): number => {
    if (change === undefined) return plain
    const before = change.at - instant + shown
    const after = change.at + change.offset
    const isSkipped = Math.floor(after / hour) > Math.floor((before - 1) / hour) && after > before
    if (isSkipped || after % hour === 0) return change.at
    return change.at + untilHour(after)
  }
  return isCareful ? opens(name, begins()) : begins()
}
