/** Instants as text. */
import type * as DateTime from "effect/DateTime"

// An operation writes the same few instants to several documents, and formatting costs twenty times a lookup.
const mostKnown = 512
const known = new Map<number, string>()

/**
 * An instant in UTC with milliseconds: `2026-03-01T08:00:00.000Z`.
 *
 * Source: interface, "Conventions | Timestamps of card responses"; D8.
 */
export const of = ({ epochMillis }: DateTime.Utc): string => {
  const found = known.get(epochMillis)
  if (found !== undefined) return found
  if (known.size === mostKnown) known.clear()
  const text = new Date(epochMillis).toISOString()
  known.set(epochMillis, text)
  return text
}
