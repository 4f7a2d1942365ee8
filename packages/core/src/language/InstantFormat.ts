/** Instants as people of a language write them. */
import * as DateTime from "effect/DateTime"

/** How an instant is written; `locale`: a language tag. */
export interface InstantFormatOptions extends Omit<Intl.DateTimeFormatOptions, "timeZone"> {
  readonly locale: string
}

// The platform makes a format in a hundred times the time in which it uses one, and a list of a page needs a few of them.
const known = new Map<string, Intl.DateTimeFormat>()
const mostKnown = 200

const formatIn = (timeZone: string, { locale, ...options }: InstantFormatOptions): Intl.DateTimeFormat => {
  const name = `${timeZone} ${locale} ${JSON.stringify(options)}`
  const found = known.get(name)
  if (found !== undefined) return found
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  if (known.size < mostKnown) known.set(name, made)
  return made
}

/** An instant in its own zone, else in UTC, as `DateTime.format` has it. */
export const format = (at: DateTime.DateTime, options: InstantFormatOptions): string => {
  const zone = at._tag === "Zoned" ? at.zone : undefined
  if (zone?._tag === "Offset" && zone.offset !== 0) return DateTime.format(at, options)
  return formatIn(zone?._tag === "Named" ? zone.id : "UTC", options).format(at.epochMillis)
}
