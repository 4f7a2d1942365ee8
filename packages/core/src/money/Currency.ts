/** Currencies, their number of decimals, and amounts formatted for people. */
import * as Schema from "effect/Schema"
import { memoized } from "../memory/Memoized.js"
import { expected } from "../request/Expected.js"
import type { Amount } from "./Amount.js"
import * as iso4217 from "./internal/iso4217.js"

/**
 * The publication date of the currency table. Codes assigned later are unknown; codes withdrawn later are still known.
 *
 * Shape: `YYYY-MM-DD`, the date of ISO 4217 list one.
 */
export const publishedAt: string = iso4217.publishedAt

/**
 * ISO-4217 alpha-3 code of an active currency that has a minor unit.
 *
 * Shape: three capital letters. Metals, units of account and the codes for testing and for "no currency" are refused.
 *
 * Source: interface, "Conventions | Currency".
 */
export const Currency = Schema.String.annotations({ message: () => "is invalid" }).pipe(
  Schema.filter((code) => iso4217.exponents.has(code), { message: () => "is invalid" }),
  Schema.annotations({
    identifier: "Currency",
    ...expected("an ISO 4217 code such as EUR"),
    description: "ISO 4217 alpha-3 code",
    jsonSchema: { pattern: "^[A-Z]{3}$" },
    arbitrary: () => (fc) => fc.constantFrom(...iso4217.exponents.keys())
  }),
  Schema.brand("Currency")
)

export type Currency = typeof Currency.Type

/** The currency of what is stored: an accepted one stays valid even if a later table withdraws it. */
export const AcceptedCurrency = Schema.declare((code): code is Currency => typeof code === "string", {
  arbitrary: () => (fc) => fc.constantFrom("EUR" as Currency, "JPY" as Currency, "KWD" as Currency)
})

/**
 * The number of decimals of the currency: 2 for `EUR`, 0 for `JPY`, 3 for `KWD`.
 *
 * Shape: 0, 2, 3 or 4.
 */
export const exponent = (currency: Currency): number => iso4217.exponents.get(currency) as number

// Making a format costs the platform a hundred times what using one does.
const symbolFormat = memoized(
  ({ currency, language }: { readonly language: string; readonly currency: Currency }) => {
    const decimals = exponent(currency)
    const fraction = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(language, { style: "currency", currency, ...fraction })
  },
  200,
  ({ currency, language }) => `${language} ${currency}`
)

/**
 * The amount as customers are used to see it, with the currency's symbol: `€32.45`, in Russian `32,45 €`.
 *
 * Shape: exact for every amount; a currency without a symbol has its code. The number of decimals comes from the
 * table; the platform's differs for many codes. `language` must be a language tag.
 */
export const display = (amount: Amount, currency: Currency, language: string): string =>
  symbolFormat({ language, currency }).format(`${amount}E-${exponent(currency)}` as Intl.StringNumericLiteral)
