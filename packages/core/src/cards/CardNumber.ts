/** A card number: validated once on entry, redacted from then on. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Luhn from "../request/Luhn.js"
import { CardBrand } from "./CardBrand.js"
import { asciiDigits, isIn, removed, removedFrom } from "./NumberInText.js"

// Where ranges overlap, the longest prefix comes first. Ranges are inclusive and compared digit for digit.
const ranges: ReadonlyArray<readonly [low: string, high: string, brand: CardBrand]> = [
  ["9112", "9112", "belkart"],
  ["2200", "2204", "mir"],
  ["2221", "2720", "master"],
  ["51", "55", "master"],
  ["34", "34", "amex"],
  ["37", "37", "amex"],
  ["3528", "3589", "jcb"],
  ["300", "305", "diners"],
  ["3095", "3095", "diners"],
  ["36", "36", "diners"],
  ["38", "39", "diners"],
  ["6011", "6011", "discover"],
  ["644", "649", "discover"],
  ["65", "65", "discover"],
  ["62", "62", "unionpay"],
  ["81", "81", "unionpay"],
  ["50", "50", "maestro"],
  ["56", "58", "maestro"],
  ["6304", "6304", "maestro"],
  ["6390", "6390", "maestro"],
  ["67", "67", "maestro"],
  ["4", "4", "visa"]
]

/** Brands that also issue numbers without a Luhn check digit. Source: D3. */
const luhnExempt: ReadonlySet<CardBrand> = new Set<CardBrand>(["unionpay", "maestro", "belkart"])

const brandOf = (digits: string): CardBrand | null => {
  for (const [low, high, brand] of ranges) {
    const prefix = digits.slice(0, low.length)
    if (prefix >= low && prefix <= high) return brand
  }
  return null
}

/** Whether the last digit is the Luhn check digit of the others. */
export const passesLuhn = Luhn.passes

/** The facts about a number that may be shown and stored. */
export const CardFacts = Schema.Struct({
  /** Null when no brand matches. */
  brand: Schema.NullOr(CardBrand),
  first1: Schema.String,
  last4: Schema.String,
  /** The first six digits. */
  bin: Schema.String,
  /** The first eight digits of visa and master numbers with 16 or more digits, else null. Source: D9. */
  bin8: Schema.NullOr(Schema.String)
})

export type CardFacts = typeof CardFacts.Type

/** A card number and the facts read from it. Only the vault and acquirers unwrap the digits. */
export interface CardNumber {
  readonly digits: Redacted.Redacted<string>
  readonly facts: CardFacts
}

/**
 * Parses a card number.
 *
 * Shape: 12 to 19 digits that pass the Luhn check, except unionpay, maestro and belkart.
 *
 * Source: interface, "`credit_card` object | number"; D3.
 */
export const parse = (text: string): Option.Option<CardNumber> => {
  if (!/^[0-9]{12,19}$/.test(text)) return Option.none()
  const brand = brandOf(text)
  if (!passesLuhn(text) && !(brand !== null && luhnExempt.has(brand))) return Option.none()
  const wide = (brand === "visa" || brand === "master") && text.length >= 16
  return Option.some({
    digits: Redacted.make(text),
    facts: {
      brand,
      first1: text.slice(0, 1),
      last4: text.slice(-4),
      bin: text.slice(0, 6),
      bin8: wide ? text.slice(0, 8) : null
    }
  })
}

/** Longer texts of acquirers and providers are truncated: they are stored with every version. Unit: characters. */
const longest = 255

// What people and programs put between the groups of a number: white space and dashes of any kind, invisible marks.
const between = "[\\s\\p{Z}\\p{Cf}\\p{Pd}\\p{Pc}.,/'·]{0,3}"

// Twelve or more digits of any script, however grouped, may be a card number or contain one.
const cardNumber = new RegExp(`\\p{Nd}(?:${between}\\p{Nd}){11,}`, "gu")
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g
const loneSurrogates = /\p{Cs}/gu
const needsCare = /[^ -/:-~]/

// Up to 19 digits at the end. The rest of a number that was cut in two would not be recognized.
const digitsAtEnd = new RegExp(`(?<!\\p{Nd}${between})\\p{Nd}(?:${between}\\p{Nd}){0,18}${between}$`, "u")

/** Well-formed, and not too long. A half of a pair cannot be stored everywhere, nor sent. */
const shortened = (text: string): string =>
  (text.length > longest ? text.slice(0, longest).replace(digitsAtEnd, "") : text).replace(loneSurrogates, "\ufffd")

const without = (
  text: string,
  number: Redacted.Redacted<string> | undefined,
  replace: (found: string) => string
): string => {
  // The number of the card at hand is recognized whatever separates its digits, and before it can be cut in two.
  const shown = shortened(number === undefined ? text : removedFrom(text, number))
  return needsCare.test(shown) ? shown.replace(controls, " ").replace(cardNumber, replace) : shown
}

/**
 * The text of an acquirer or a provider without card numbers and control characters. `number`: of the card at hand.
 * Source: D41.
 */
export const removedFromText = (text: string, number?: Redacted.Redacted<string>): string =>
  without(text, number, () => removed)

// Reference numbers can be as long as card numbers; those that pass the Luhn check are not shown.
const looksLikeCard = (found: string): boolean => {
  const digits = asciiDigits(found)
  return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits)
}

// Of references that stand together each may be a card number.
const narrow = /\p{Nd}(?:[ .\-_/]?\p{Nd}){11,}/gu

const removedIfCard = (found: string): string => (looksLikeCard(found) ? removed : found)

// A UUID can read as a card number where enough of its digits are decimal. One that is changed refers to nothing.
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The same of a reference number, which consists of digits: only what reads as a card number is removed. */
export const removedFromReference = (text: string, number?: Redacted.Redacted<string>): string =>
  uuid.test(text) && (number === undefined || !isIn(text, number))
    ? text
    : without(text, number, (found) => (looksLikeCard(found) ? removed : found.replace(narrow, removedIfCard)))
