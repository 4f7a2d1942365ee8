/** Amounts as Stripe counts them: for some currencies with other decimals than ISO 4217. */
import type { Amount } from "@florin/core/money/Amount"
import { type Currency, exponent } from "@florin/core/money/Currency"

const codes = (text: string): ReadonlySet<string> => new Set(text.split(" "))

/** Source: Stripe's documents, "Zero-decimal currencies". `ISK` and `UGX` are counted in hundredths that are always 00. */
const withoutDecimals = codes("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF")

/** Source: Stripe's documents, "Three-decimal currencies": the last digit is 0. */
const withThree = codes("BHD JOD KWD OMR TND")

/** Source: Stripe's documents, "Presentment currencies". */
const offered = codes(
  [
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP",
    "CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD",
    "JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN",
    "NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SZL THB",
    "TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW"
  ].join(" ")
)

/** Whether Stripe charges in a currency. */
export const isOffered = (currency: string): boolean => offered.has(currency)

/** All of them, those of our own table only. */
export const currencies: ReadonlyArray<Currency> = [...offered].filter(
  (code): code is Currency => exponent(code as Currency) !== undefined
)

const decimalsOf = (currency: string): number => {
  if (withoutDecimals.has(currency)) return 0
  return withThree.has(currency) ? 3 : 2
}

/** By how many digits Stripe's number is longer than ours. */
const shiftOf = (currency: Currency): number => decimalsOf(currency) - exponent(currency)

/**
 * Our minor units as Stripe counts them.
 *
 * Shape: undefined where Stripe cannot express the amount: a fraction of its unit, a third decimal that is not 0, or more
 * than a safe integer.
 */
export const counted = (amount: Amount, currency: Currency): number | undefined => {
  const shift = shiftOf(currency)
  const units = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift
  const isExact = Number.isSafeInteger(units) && !(withThree.has(currency) && units % 10 !== 0)
  return isExact ? units : undefined
}

/** Whether it is one of our table, so that its amounts can be compared. */
export const isKnown = (currency: string): currency is Currency => exponent(currency as Currency) !== undefined

/** Stripe's number in our minor units, of which it is exactly that many; undefined: no amount of ours is. */
export const exactly = (units: number, currency: Currency): Amount | undefined => {
  const amount = ours(units, currency)
  return counted(amount, currency) === units ? amount : undefined
}

/** Stripe's number in our minor units. */
export const ours = (units: number, currency: Currency): Amount => {
  const shift = shiftOf(currency)
  return (shift >= 0 ? Math.round(units / 10 ** shift) : units * 10 ** -shift) as Amount
}
