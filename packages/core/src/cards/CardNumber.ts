/**
 * A card number: checked once where it enters, redacted from then on.
 *
 * @since 0.1.0
 */
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { CardBrand } from "./CardBrand.js"
import { brandOf, luhnExempt, passesLuhn } from "./internal/brands.js"

/**
 * What may be shown and stored of a number.
 *
 * @since 0.1.0
 * @category models
 */
export const CardFacts = Schema.Struct({
  /** The brand, or null when none is recognised. */
  brand: Schema.NullOr(CardBrand),
  first1: Schema.String,
  last4: Schema.String,
  /** The first six digits. */
  bin: Schema.String,
  /** The first eight digits of visa and master numbers of 16 digits and more, else null. Source: D9. */
  bin8: Schema.NullOr(Schema.String)
})

/**
 * @since 0.1.0
 * @category models
 */
export type CardFacts = typeof CardFacts.Type

/**
 * A card number and the facts read from it. The digits themselves are unwrapped only by the vault and by acquirers.
 *
 * @since 0.1.0
 * @category models
 */
export interface CardNumber {
  readonly digits: Redacted.Redacted<string>
  readonly facts: CardFacts
}

/**
 * Reads a card number.
 *
 * Shape: 12 to 19 digits that pass the Luhn check, save unionpay, maestro and belkart.
 *
 * Source: interface, `credit_card.number`; D3.
 *
 * @since 0.1.0
 * @category constructors
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
