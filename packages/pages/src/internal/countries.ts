/** The countries by their names in a language, for a list to choose from. */
import { codes } from "@florin/core/money/Country"
import type { Language } from "../Language.js"
import type { Option } from "./field.js"

// Naming and sorting them takes a thousand times as long as showing the list.
const known = new Map<string, ReadonlyArray<Option>>()
const mostKnown = 100

/** All countries, sorted by their names. */
export const countriesIn = ({ locale }: Language): ReadonlyArray<Option> => {
  const found = known.get(locale)
  if (found !== undefined) return found
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" })
  const { compare } = new Intl.Collator(locale)
  const made = codes
    .map((code): Option => [code, names.of(code) ?? code])
    .toSorted(([, one], [, other]) => compare(one, other))
  if (known.size < mostKnown) known.set(locale, made)
  return made
}
