import { assert, describe, it } from "@effect/vitest"
import * as currencyCodes from "currency-codes"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { Amount } from "../../src/money/Amount.js"
import * as Currency from "../../src/money/Currency.js"
import { exponents } from "../../src/money/internal/iso4217.js"

const money = (amount: number, currency: string, language: string) =>
  Currency.display(Amount.make(amount), Currency.Currency.make(currency), language)

describe("the table of currencies against a published copy of ISO 4217", () => {
  // The copy dates from 25 June 2024; these are the amendments to list one between that day and our date.
  const withdrawnSince = [
    "ANG", // amendment 176: became XCG on 31 March 2025
    "CUC", // amendment 178: out of circulation since 2021, moved to the historic list in February 2025
    "BGN" // amendment 180: Bulgaria uses the euro since 1 January 2026
  ]
  const assignedSince = [
    "XCG", // amendment 176: Caribbean guilder
    "XAD" // amendment 179: Arab accounting dinar
  ]
  // List one says "N.A." for their minor unit, which the copy turns into 0.
  const withoutMinorUnit = "XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX".split(" ")

  it("the copy and our table have the dates these differences were explained for", () => {
    assert.strictEqual(currencyCodes.publishDate, "2024-06-25")
    assert.strictEqual(Currency.publishedAt, "2026-09-17")
  })

  it("the codes are those of the copy with the amendments since, without the ones that have no minor unit", () => {
    const left = new Set([...withdrawnSince, ...withoutMinorUnit])
    const expected = [...currencyCodes.codes().filter((code) => !left.has(code)), ...assignedSince]
    assert.deepStrictEqual([...exponents.keys()].sort(), expected.sort())
  })

  it("every code that is in both has the same number of decimals", () => {
    const shared = currencyCodes.data.filter(({ code }) => exponents.has(code))
    assert.strictEqual(shared.length, 163)
    for (const { code, digits } of shared) {
      assert.strictEqual(Currency.exponent(Currency.Currency.make(code)), digits, code)
    }
  })
})

// Source: interface, Conventions, "Currency: ISO-4217 alpha-3 code".
describe("a currency", () => {
  it.each(["EUR", "RUB", "USD", "JPY", "KWD", "CLF", "XCG"])("%s is one", (code) => {
    assert.strictEqual(Schema.decodeUnknownSync(Currency.Currency)(code), code)
  })

  it.each([
    "eur",
    "EURO",
    "EU",
    " EUR",
    "",
    "BGN",
    "XXX",
    "XTS",
    "XAU",
    "978",
    "4111111111111111",
    4111111111111111,
    null,
    undefined,
    ["EUR"],
    { currency: "4111111111111111" }
  ])("%j is none, and the refusal does not repeat it (D5)", (value) => {
    const result = Schema.decodeUnknownEither(Currency.Currency)(value)
    assert.strictEqual(Either.isLeft(result) ? result.left.message : "accepted", "is invalid")
  })
})

describe("an amount for people", () => {
  it.each([
    [3245, "EUR", "en", "€32.45"],
    [3245, "JPY", "en", "¥3,245"],
    [3245, "KWD", "en", "KWD\u00a03.245"],
    [3245, "CLF", "en", "CLF\u00a00.3245"],
    [0, "EUR", "en", "€0.00"],
    [5, "EUR", "en", "€0.05"],
    [123456789, "USD", "en", "$1,234,567.89"],
    [3245, "RUB", "ru", "32,45\u00a0₽"],
    [123456789, "RUB", "ru", "1\u00a0234\u00a0567,89\u00a0₽"],
    // The platform's tables have zero, zero and two decimals for these.
    [3245, "ALL", "en", "ALL\u00a032.45"],
    [3245, "IQD", "en", "IQD\u00a03.245"],
    [3245, "UYW", "en", "UYW\u00a00.3245"],
    // A quotient of two floating-point numbers would end in .991.
    [Number.MAX_SAFE_INTEGER, "EUR", "en", "€90,071,992,547,409.91"],
    [Number.MAX_SAFE_INTEGER, "KWD", "en", "KWD\u00a09,007,199,254,740.991"]
  ] as const)("%d minor units of %s in language '%s' are %s", (amount, currency, language, expected) => {
    assert.strictEqual(money(amount, currency, language), expected)
  })

  it("keeps every digit and puts the point where the table says, for all currencies", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.maxSafeNat(),
        FastCheck.constantFrom(...exponents.entries()),
        (amount, [currency, exponent]) => {
          const number = money(amount, currency, "en").replace(/^\D+/, "").replaceAll(",", "")
          const [whole = "", fraction = ""] = number.split(".")
          assert.strictEqual(fraction.length, exponent)
          assert.strictEqual(BigInt(whole + fraction), BigInt(amount))
        }
      ),
      { numRuns: 1000 }
    )
  })
})
