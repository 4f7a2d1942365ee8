import type { CardBrand } from "../CardBrand.js"

// Longest prefix first where ranges overlap. Ranges are inclusive, compared on as many digits as they have.
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

/** Brands whose numbers are not all built with a Luhn check digit. Source: D3. */
export const luhnExempt: ReadonlySet<CardBrand> = new Set<CardBrand>(["unionpay", "maestro", "belkart"])

export const brandOf = (digits: string): CardBrand | null => {
  for (const [low, high, brand] of ranges) {
    const prefix = digits.slice(0, low.length)
    if (prefix >= low && prefix <= high) return brand
  }
  return null
}

export const passesLuhn = (digits: string): boolean => {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48
    const doubled = index % 2 === 0 ? digit : digit * 2
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
