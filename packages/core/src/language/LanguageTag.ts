/** Which of the available languages fits a request. */
import type * as Arr from "effect/Array"

/** Anything that exists once per language. */
export interface Tagged {
  /** BCP 47, such as `de` or `pt-BR`. */
  readonly tag: string
}

interface Wanted {
  readonly tag: string
  readonly weight: number
}

const weightOf = (parameters: ReadonlyArray<string>): number => {
  const text = parameters.map((parameter) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
  return text === undefined ? 1 : Number(text)
}

// A header comes from outside: ten languages are enough.
const wantedBy = (text: string): ReadonlyArray<Wanted> =>
  text
    .slice(0, 500)
    .split(",", 10)
    .map((part) => part.split(";"))
    .map(([tag = "", ...parameters]) => ({ tag: tag.trim().replaceAll("_", "-"), weight: weightOf(parameters) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)

/** The tag and its prefixes, longest first: `zh-Hant-TW`, `zh-Hant`, `zh`. */
const prefixesOf = (tag: string): ReadonlyArray<string> => {
  const parts = tag.toLowerCase().split("-")
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("-"))
}

/**
 * The language for a tag such as `ru-RU`, or for an `Accept-Language` header.
 *
 * Default: the first one.
 */
export const choose = <Language extends Tagged>(
  available: Arr.NonEmptyReadonlyArray<Language>,
  text: string
): Language => {
  for (const { tag } of wantedBy(text)) {
    for (const prefix of prefixesOf(tag)) {
      const found = available.find((language) => language.tag.toLowerCase() === prefix)
      if (found !== undefined) return found
    }
  }
  return available[0]
}
