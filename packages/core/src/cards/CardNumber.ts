/** A card number: validated once on entry, redacted from then on. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { passesLuhn } from "../request/Fields.js"
import { CardBrand } from "./CardBrand.js"

/** Where ranges overlap, the longest prefix comes first. Ranges are inclusive and compared digit for digit. */
export const ranges: ReadonlyArray<readonly [low: string, high: string, brand: CardBrand]> = [
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
export const luhnExempt: ReadonlySet<CardBrand> = new Set<CardBrand>(["unionpay", "maestro", "belkart"])

const from = (least: number, most = 19): ReadonlyArray<number> =>
  Array.from({ length: most - least + 1 }, (_, index) => least + index)

/**
 * How many digits the numbers of a brand have. Only to say what is wrong with a number whose check digit does not fit:
 * one that fits is accepted with 12 to 19 digits, whatever its brand.
 *
 * Source: ISO/IEC 7812; the brands' own ranges.
 */
export const lengths: Readonly<Record<CardBrand, ReadonlyArray<number>>> = {
  visa: [13, 16, 18, 19],
  master: [16],
  maestro: from(12),
  amex: [15],
  mir: from(16),
  unionpay: from(16),
  jcb: from(16),
  discover: from(16),
  diners: from(14),
  belkart: [16]
}

/** What stands between digits where people type or paste a number: spaces and dashes of every kind. */
const separators = /[ \t\u00a0\u2000-\u200a\u202f\u3000\u2010-\u2015\u2212-]/g

/** The digits of a number without what separates them. */
export const plain = (text: string): string => text.replace(separators, "")

/** The brand of a number, or of the digits that it begins with; null when no brand matches. */
export const brandOf = (digits: string): CardBrand | null => {
  for (const [low, high, brand] of ranges) {
    const prefix = digits.slice(0, low.length)
    if (prefix >= low && prefix <= high) return brand
  }
  return null
}

/**
 * The facts about a card that may be shown and stored. Null: not known, as of a card behind a provider's token, of which
 * the provider may say nothing. Source: D53.
 */
export const CardFacts = Schema.Struct({
  /** Null when no brand matches. */
  brand: Schema.NullOr(CardBrand),
  first1: Schema.NullOr(Schema.String),
  last4: Schema.NullOr(Schema.String),
  /** The first six digits. */
  bin: Schema.NullOr(Schema.String),
  /** The first eight digits of visa and master numbers with 16 or more digits, else null. Source: D9. */
  bin8: Schema.NullOr(Schema.String)
})

export interface CardFacts extends Schema.Schema.Type<typeof CardFacts> {}

/** What is known of every number. */
export interface NumberFacts extends CardFacts {
  readonly first1: string
  readonly last4: string
  readonly bin: string
}

/** Of a card of which nothing is known. */
export const noFacts: CardFacts = { brand: null, first1: null, last4: null, bin: null, bin8: null }

/** A card number and the facts read from it. Only the vault and acquirers unwrap the digits. */
export interface CardNumber {
  readonly digits: Redacted.Redacted<string>
  readonly facts: NumberFacts
}

/**
 * What is wrong with a number.
 *
 * - `characters`: it has others than digits, spaces and dashes
 * - `length`: digits are missing, or there are too many
 * - `check-digit`: a digit is wrong, or two are swapped
 */
export type NumberFault = "characters" | "length" | "check-digit"

/** What a refusal says of each. The expectation of the field follows where others than digits were sent. Source: D47. */
export const sentences: Readonly<Record<NumberFault, string>> = {
  characters: "is invalid",
  length: "is invalid: it has too few or too many digits",
  "check-digit": "is invalid: its check digit does not fit, so a digit is wrong or two are swapped"
}

/** What is wrong with a number; nothing if it can be a card's. */
export const faultOf = (text: string): NumberFault | undefined => {
  const digits = plain(text)
  if (/[^0-9]/.test(digits)) return "characters"
  if (digits.length < 12 || digits.length > 19) return "length"
  const brand = brandOf(digits)
  if (passesLuhn(digits) || (brand !== null && luhnExempt.has(brand))) return undefined
  return brand === null || lengths[brand].includes(digits.length) ? "check-digit" : "length"
}

/**
 * Parses a card number.
 *
 * Shape: 12 to 19 digits that pass the Luhn check, except unionpay, maestro and belkart; spaces and dashes between them
 * count for nothing.
 *
 * Source: interface, "`credit_card` object | number"; D3, D47.
 */
export const parse = (text: string): Option.Option<CardNumber> => {
  if (faultOf(text) !== undefined) return Option.none()
  const digits = plain(text)
  const brand = brandOf(digits)
  const wide = (brand === "visa" || brand === "master") && digits.length >= 16
  return Option.some({
    digits: Redacted.make(digits),
    facts: {
      brand,
      first1: digits.slice(0, 1),
      last4: digits.slice(-4),
      bin: digits.slice(0, 6),
      bin8: wide ? digits.slice(0, 8) : null
    }
  })
}
