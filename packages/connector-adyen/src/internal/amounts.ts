/** Amounts as Adyen counts them. */
import { type Amount, zero } from "@florin/core/money/Amount"
import { type Currency, exponent } from "@florin/core/money/Currency"

/** The currencies whose number of decimals at Adyen is not that of ISO 4217. Source: Adyen, "Currency codes". */
export const ownDecimals: Readonly<Record<string, number>> = { CLP: 2, CVE: 0, IDR: 0, ISK: 2 }

/** Unit: Adyen's minor units. */
export interface AdyenAmount {
  readonly value: number
  readonly currency: string
}

const shiftOf = (currency: Currency): number => {
  const own = ownDecimals[currency]
  return own === undefined ? 0 : own - exponent(currency)
}

const shifted = (value: number, shift: number): number | undefined => {
  const moved = shift >= 0 ? value * 10 ** shift : value / 10 ** -shift
  return Number.isSafeInteger(moved) ? moved : undefined
}

/** Absent where Adyen cannot express the amount: 10.50 IDR has a fraction that it does not count. */
export const toAdyen = (amount: Amount, currency: Currency): AdyenAmount | undefined => {
  const value = shifted(amount, shiftOf(currency))
  return value === undefined ? undefined : { value, currency }
}

/** An amount of Adyen in our minor units. Absent where it is none of ours. */
export const fromAdyen = ({ currency, value }: AdyenAmount): Amount | undefined =>
  shifted(value, -shiftOf(currency as Currency)) as Amount | undefined

/** The amount of a check of a card. */
export const nothing = (currency: Currency): AdyenAmount => ({ value: zero, currency })
