import { assert, describe, it } from "@effect/vitest"
import * as CardNumber from "@florin/core/cards/CardNumber"
import * as FastCheck from "effect/FastCheck"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"

const facts = (digits: string) => Option.getOrThrow(CardNumber.parse(digits)).facts

// A number with this prefix, length and a valid check digit.
const valid = (prefix: string, length: number): string => {
  const body = prefix.padEnd(length - 1, "0")
  const digit = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find((number) =>
    Option.isSome(CardNumber.parse(number))
  )
  return digit ?? `${body}0`
}

describe("a card number", () => {
  // Source: interface, `credit_card.number`, "12 to 19 digits"; Limits, "Card `number` length"; D3, the Luhn check.
  it.each([
    // Both pass the Luhn check; only their length is wrong.
    { digits: "42000000002", name: "11 digits", expected: false },
    { digits: valid("4", 12), name: "12 digits", expected: true },
    { digits: valid("4", 19), name: "19 digits", expected: true },
    { digits: "42000000000000000000", name: "20 digits", expected: false },
    { digits: "50000000001", name: "11 digits of maestro", expected: false },
    { digits: "500000000001", name: "12 digits of maestro", expected: true },
    { digits: "6200000000000000001", name: "19 digits of unionpay", expected: true },
    { digits: "62000000000000000001", name: "20 digits of unionpay", expected: false },
    { digits: "", name: "nothing", expected: false },
    { digits: "4200000000000000\n", name: "a line break after it", expected: false },
    { digits: "\n4200000000000000", name: "a line break before it", expected: false },
    { digits: "4200000000000000", name: "a right check digit", expected: true },
    { digits: "4200000000000001", name: "a wrong check digit", expected: false },
    { digits: "6200000000000001", name: "unionpay without a check digit", expected: true },
    { digits: "5018000000000001", name: "maestro without a check digit", expected: true },
    { digits: "9112300000000001", name: "belkart without a check digit", expected: true },
    { digits: "2200000000000001", name: "mir with a wrong check digit", expected: false },
    { digits: "4200 0000 0000 0000", name: "spaces", expected: false },
    { digits: "４２００００００００００００００", name: "digits of another script", expected: false }
  ])("Limits | Card `number` length: $name is accepted: $expected", ({ digits, expected }) => {
    assert.strictEqual(Option.isSome(CardNumber.parse(digits)), expected)
  })

  // Source: shapes, "Brands"; both ends of every range, and their neighbours.
  it.each([
    ["2199", null],
    ["2200", "mir"],
    ["2204", "mir"],
    ["2205", null],
    ["2220", null],
    ["2221", "master"],
    ["2720", "master"],
    ["2721", null],
    ["299", null],
    ["300", "diners"],
    ["305", "diners"],
    ["306", null],
    ["3094", null],
    ["3095", "diners"],
    ["3096", null],
    ["33", null],
    ["34", "amex"],
    ["3500", null],
    ["3527", null],
    ["3528", "jcb"],
    ["3589", "jcb"],
    ["3590", null],
    ["36", "diners"],
    ["37", "amex"],
    ["38", "diners"],
    ["39", "diners"],
    ["40", "visa"],
    ["49", "visa"],
    ["50", "maestro"],
    ["51", "master"],
    ["55", "master"],
    ["56", "maestro"],
    ["58", "maestro"],
    ["59", null],
    ["6010", null],
    ["6011", "discover"],
    ["6012", null],
    ["61", null],
    ["62", "unionpay"],
    ["6303", null],
    ["6304", "maestro"],
    ["6305", null],
    ["6389", null],
    ["6390", "maestro"],
    ["6391", null],
    ["643", null],
    ["644", "discover"],
    ["649", "discover"],
    ["65", "discover"],
    ["66", null],
    ["67", "maestro"],
    ["68", null],
    ["80", null],
    ["81", "unionpay"],
    ["82", null],
    ["9111", null],
    ["9112", "belkart"],
    ["9113", null]
  ] as const)("`credit_card` in responses | brand: %s… is %s", (prefix, brand) => {
    assert.strictEqual(facts(valid(prefix, 16)).brand, brand)
  })

  // Source: interface, "`credit_card` in responses", bin_8; D9.
  it.each([
    { digits: valid("42000000", 16), expected: "42000000" },
    { digits: valid("42000000", 15), expected: null },
    { digits: valid("52040000", 16), expected: "52040000" },
    { digits: valid("62000000", 16), expected: null }
  ])("`credit_card` in responses | bin_8: $digits shows $expected", ({ digits, expected }) => {
    assert.strictEqual(facts(digits).bin8, expected)
  })

  it("`credit_card` in responses | first_1, last_4, bin: are the first, last and first six digits", () => {
    const { bin, first1, last4 } = facts("4005550000000019")
    assert.deepStrictEqual({ bin, first1, last4 }, { bin: "400555", first1: "4", last4: "0019" })
  })

  it("shows its digits in no printed form", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.stringMatching(/^62[0-9]{14}$/), (digits) => {
        const number = Option.getOrThrow(CardNumber.parse(digits))
        return !JSON.stringify(number).includes(digits) && !Inspectable.toStringUnknown(number).includes(digits)
      })
    )
  })
})
