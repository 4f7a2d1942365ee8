import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import { describe, expect, it } from "vitest"
import { fromAdyen, toAdyen } from "../src/internal/amounts.js"

// Source: Adyen, "Currency codes": four currencies differ from ISO 4217.
const cases = [
  ["EUR", 1050, 1050],
  ["JPY", 1050, 1050],
  ["KWD", 1050, 1050],
  ["CLP", 1050, 105000],
  ["ISK", 1050, 105000],
  ["CVE", 1000, 10],
  ["IDR", 1000, 10],
  ["IDR", 1050, undefined],
  ["CVE", 1, undefined],
  ["EUR", 0, 0],
  ["CLP", 0, 0],
  ["EUR", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ["CLP", Number.MAX_SAFE_INTEGER, undefined]
] as const

describe("D57 amounts at Adyen", () => {
  it.each(cases)("%s %i is %s there", (currency, amount, value) => {
    const there = toAdyen(amount as Amount, currency as Currency)
    expect(there).toEqual(value === undefined ? undefined : { value, currency })
    if (there !== undefined) expect(fromAdyen(there)).toBe(amount)
  })
})
