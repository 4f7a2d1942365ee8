/** A card number: validated once on entry, redacted from then on. */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { passesLuhn } from "../request/Fields.js"
import { CardBrand } from "./CardBrand.js"

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
