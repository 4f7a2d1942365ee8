/** The countries by their names in a language, for a list to choose from. */
import { memoized } from "@florin/core/memory/Memoized"
import { codes } from "@florin/core/money/Country"
import type { Language } from "../Language.js"
import type { Option } from "./field.js"

// Naming and sorting them takes a thousand times as long as showing the list.
const named = memoized((locale: string): ReadonlyArray<Option> => {
  const names = new Intl.DisplayNames(locale, { type: "region", fallback: "code" })
  const { compare } = new Intl.Collator(locale)
  return codes
    .map((code): Option => [code, names.of(code) ?? code])
    .toSorted(([, one], [, other]) => compare(one, other))
}, 100)

/** All countries, sorted by their names. */
export const countriesIn = ({ locale }: Language): ReadonlyArray<Option> => named(locale)
