/** Amounts as the console shows them and as people write them, in the text of a search. Pure. */
import { Currency } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"
import { minor } from "./values.js"

/** An amount in a text, and the text without it. */
export interface Price {
  /** Unit: minor units of the currency, or of one with two decimals. */
  readonly units: number
  /** What its sign or code says; undefined: nothing, as `$`, which is of many. */
  readonly currency: string | undefined
  readonly rest: string
}

const isCurrency = Schema.is(Currency)

/** As amounts are shown in the languages of the console. */
const signs: Readonly<Record<string, string | undefined>> = {
  ...{ US$: "USD", CA$: "CAD", NZ$: "NZD", HK$: "HKD", NT$: "TWD", MX$: "MXN", EC$: "XCD", A$: "AUD" },
  ...{ R$: "BRL", "CN¥": "CNY", "JP¥": "JPY", "¥": "JPY", "€": "EUR", "£": "GBP", "₽": "RUB", "₴": "UAH", "₸": "KZT" },
  ...{ "₩": "KRW", "₹": "INR", "₪": "ILS", "₫": "VND", "₱": "PHP", "₺": "TRY", "₾": "GEL", "฿": "THB", $: undefined }
}

const sign = Object.keys(signs)
  .map((one) => one.replace("$", "\\$"))
  .join("|")

const grouped = String.raw`\d{1,3}(?:[\s,.'’]\d{3})+`
const decimal = String.raw`[.,]\d{1,4}`
const any = `${grouped}(?:${decimal})?|\\d{1,12}(?:${decimal})?`

/** Only what begins and ends with a word is one: no part of an order's name. */
const whole = (pattern: string): RegExp => new RegExp(`(?<!\\S)${pattern}(?!\\S)`, "i")

// A code beside plain digits may be a part of an order's name, and four digits the last ones of a card.
const written = `${grouped}(?:${decimal})?|\\d{1,12}${decimal}`

// By itself an amount has decimals behind another mark than the one between its groups: addresses of networks have groups, too.
const unsigned = String.raw`\d{1,3}(?:(?:[\s'’]\d{3})+[.,]|(?:,\d{3})+\.|(?:\.\d{3})+,)\d{1,4}`

const patterns: ReadonlyArray<RegExp> = [
  whole(`(?<sign>${sign})\\s?(?<number>${any})`),
  whole(`(?<number>${any})\\s?(?<sign>${sign})`),
  whole(`(?<number>${written})\\s?(?<code>[a-z]{3})`),
  whole(`(?<code>[a-z]{3})\\s?(?<number>${written})`),
  whole(`(?<number>${unsigned})`)
]

const found = (text: string, pattern: RegExp): Price | undefined => {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const { code, number = "", sign } = match.groups ?? {}
  if (code !== undefined && !isCurrency(code.toUpperCase())) return undefined
  const currency = sign === undefined ? code?.toUpperCase() : signs[sign.toUpperCase()]
  const units = unitsOf(number, currency, sign !== undefined || code !== undefined)
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
  return units === undefined ? undefined : { units, currency, rest }
}

/** The amount in a text that says so by a sign, a code, or groups of thousands with decimals. */
export const priceIn = (text: string): Price | undefined => {
  for (const pattern of patterns) {
    const price = found(text, pattern)
    if (price !== undefined) return price
  }
  return undefined
}

/**
 * Minor units; undefined: it is no amount. Most currencies have two decimals: of one that is not known they are meant.
 * `isSaid`: that it is an amount, so that `5,000` is one of thousands where the currency has no three decimals.
 */
export const unitsOf = (number: string, currency: string | undefined, isCertain: boolean): number | undefined => {
  const text = number.replace(/[\s'’]/g, "")
  const units = minor(text, currency ?? "EUR")
  if (units !== undefined || !isCertain || !/^\d{1,3}[.,]\d{3}$/.test(text)) return units
  return minor(text.replace(/[.,]/, ""), currency ?? "EUR")
}
