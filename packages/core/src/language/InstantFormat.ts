/** Instants as people of a language write them. */
import * as DateTime from "effect/DateTime"
import { memoized } from "../memory/Memoized.js"

/** How an instant is written; `locale`: a language tag. */
export interface InstantFormatOptions extends Omit<Intl.DateTimeFormatOptions, "timeZone"> {
  readonly locale: string
}

// The platform makes a format in a hundred times the time in which it uses one, and a list of a page needs a few of them.
const formatOf = memoized(
  ({ locale, ...options }: InstantFormatOptions & { readonly timeZone: string }) =>
    new Intl.DateTimeFormat(locale, options),
  200,
  JSON.stringify
)

/** An instant in its own zone, else in UTC, as `DateTime.format` has it. */
export const format = (at: DateTime.DateTime, options: InstantFormatOptions): string => {
  const zone = at._tag === "Zoned" ? at.zone : undefined
  if (zone?._tag === "Offset" && zone.offset !== 0) return DateTime.format(at, options)
  return formatOf({ ...options, timeZone: zone?._tag === "Named" ? zone.id : "UTC" }).format(at.epochMillis)
}
