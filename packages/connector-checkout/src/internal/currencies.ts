/**
 * Amounts as Checkout.com counts them: in units of its own table, which is not ISO 4217's. Source: its page "Format the
 * amount value", read in November 2026.
 */
import type { Amount } from "@florin/core/money/Amount"
import { type Currency, exponent } from "@florin/core/money/Currency"

const whole = "BIF DJF GNF ISK JPY KMF KRW PYG RWF UGX VUV VND XAF XOF XPF"
const thousandths = "BHD IQD JOD KWD LYD OMR TND"

const exponents: ReadonlyMap<string, number> = new Map([
  ...whole.split(" ").map((code) => [code, 0] as const),
  ...thousandths.split(" ").map((code) => [code, 3] as const)
])

/** The number of decimals that the vendor counts in: 2 for whatever its lists do not name. */
export const vendorExponent = (currency: Currency): number => exponents.get(currency) ?? 2

const scaled = (value: number, by: number): number | undefined => {
  const result = by < 0 ? value / 10 ** -by : value * 10 ** by
  return Number.isSafeInteger(result) ? result : undefined
}

/**
 * The amount in the vendor's units. Undefined where it cannot be told to the vendor: a fraction of its unit, or a third
 * decimal, which it takes as 0 only.
 */
export const toVendor = (amount: Amount, currency: Currency): number | undefined => {
  const value = scaled(amount, vendorExponent(currency) - exponent(currency))
  return value !== undefined && vendorExponent(currency) === 3 && value % 10 !== 0 ? undefined : value
}

/** Back from the vendor's units; undefined for a fraction of a minor unit. */
export const fromVendor = (value: number, currency: Currency): Amount | undefined =>
  scaled(value, exponent(currency) - vendorExponent(currency)) as Amount | undefined
