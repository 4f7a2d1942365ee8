import * as DateTime from "effect/DateTime"
import * as FastCheck from "effect/FastCheck"

/** An instant, written with its local offset: `2026-03-29T03:00+02:00`. */
export const at = (text: string): DateTime.Utc => DateTime.unsafeFromDate(new Date(text))

export const zone = (id: string): DateTime.TimeZone => DateTime.zoneUnsafeMakeNamed(id)

export const iso = (instant: DateTime.Utc): string => DateTime.formatIso(instant)

const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (id: string): Intl.DateTimeFormat => {
  const format =
    formats.get(id) ??
    new Intl.DateTimeFormat("sv-SE", { timeZone: id, dateStyle: "short", timeStyle: "medium", hourCycle: "h23" })
  formats.set(id, format)
  return format
}

/** The local time by the platform's formatter: an oracle independent of the code under test. */
export const shownAt = (millis: number, id: string): number => {
  const fraction = ((millis % 1000) + 1000) % 1000
  return Date.parse(`${formatOf(id).format(millis).replace(" ", "T")}Z`) + fraction
}

export const hour = 3_600_000
export const day = 24 * hour
export const quarter = hour / 4
export const minute = hour / 60

/** Zones with clock changes of an hour, of half an hour, at midnight, of a whole day, and with none. */
export const changingZones = [
  "Europe/Berlin",
  "Europe/Helsinki",
  "America/New_York",
  "America/Sao_Paulo",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Asia/Pyongyang",
  "Pacific/Apia",
  "Antarctica/Casey",
  "Africa/Casablanca"
] as const

/** Every clock change of the zone from 2012 to 2027. */
const changesOf = (id: string): ReadonlyArray<number> => {
  const offsetAt = (millis: number) => shownAt(millis, id) - millis
  const changes: Array<number> = []
  for (let start = Date.UTC(2011, 11, 1); start < Date.UTC(2027, 0, 1); start += day) {
    if (offsetAt(start) === offsetAt(start + day)) continue
    let change = start + quarter
    while (offsetAt(change) === offsetAt(start)) change += quarter
    changes.push(change)
  }
  return changes
}

const changes = changingZones.flatMap((id) => changesOf(id).map((change) => ({ id, change })))

/** A quarter of an hour within two days of a clock change. */
export const nearChange = FastCheck.tuple(
  FastCheck.constantFrom(...changes),
  FastCheck.integer({ min: -200, max: 200 })
).map(([{ change, id }, quarters]) => ({ id, millis: change + quarters * quarter }))

/** Any instant from 2000 to 2050 in any zone known to the platform. */
export const anywhere = FastCheck.record({
  id: FastCheck.constantFrom(...Intl.supportedValuesOf("timeZone")),
  millis: FastCheck.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2050, 0, 1) })
})

/** The first instant with that local time or, if skipped, a later one; found by searching. */
export const firstShowing = (local: number, id: string): number => {
  let millis = local - 16 * hour
  while (shownAt(millis, id) < local) millis += quarter
  while (shownAt(millis - minute, id) >= local) millis -= minute
  return millis
}
