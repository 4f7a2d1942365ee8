import { assert, describe, it } from "@effect/vitest"
import * as CardNumber from "@florin/core/cards/CardNumber"
import * as Redaction from "@florin/core/redaction/Redaction"
import * as Fields from "@florin/core/request/Fields"
import * as FastCheck from "effect/FastCheck"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"

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
    { digits: "8200000000000001", name: "an unknown brand with a right check digit", expected: true },
    { digits: "8200000000000002", name: "an unknown brand with a wrong check digit", expected: false },
    { digits: "2200000000000001", name: "mir with a wrong check digit", expected: false },
    { digits: "4200 0000 0000 0000", name: "spaces", expected: true },
    { digits: "4200-0000\u00a00000\u20110000", name: "dashes and other spaces", expected: true },
    { digits: "4200.0000.0000.0000", name: "dots", expected: false },
    { digits: "４２００００００００００００００", name: "digits of another script", expected: false }
  ])("Limits | Card `number` length: $name is accepted: $expected", ({ digits, expected }) => {
    assert.strictEqual(Option.isSome(CardNumber.parse(digits)), expected)
  })

  it.each([
    ["4200 0000 0000 0001", "check-digit"],
    ["4200 0000 0000 0010", "check-digit"],
    ["4200 0000 0000 000", "length"],
    ["3400 000000 00001", "check-digit"],
    ["3400 000000 0001", "length"],
    ["8200 0000 0002", "check-digit"],
    ["4200 0000 002", "length"],
    ["4200 0000 0000 0000 0000", "length"],
    ["4200 0000 0000 000x", "characters"],
    ["4200 0000 0000 0000", undefined]
  ] as const)("D47: what is wrong with %s is %s", (number, fault) => {
    assert.strictEqual(CardNumber.faultOf(number), fault)
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

// Source: D41: card numbers and control characters are removed before anything is stored, shown or sent.
describe("what others say", () => {
  const number = "4200000000000000"

  it.each<readonly [title: string, text: string, expected: string]>([
    ["nothing", "", ""],
    ["words", "Approved", "Approved"],
    ["11 digits", "order 12345678901", "order 12345678901"],
    ["12 digits", "order 123456789012", "order [removed]"],
    ["20 digits", "order 12345678901234567890", "order [removed]"],
    ["a number among words", `Card ${number} refused`, "Card [removed] refused"],
    ["a number among letters", `Card${number}refused`, "Card[removed]refused"],
    ["a number without a check digit", "Card 4200000000000001", "Card [removed]"],
    ["two numbers", `${number} or ${number}`, "[removed] or [removed]"],
    ["a number beside its expiry", `${number} 12`, "[removed]"],
    ["two numbers in a list", `${number},${number}`, "[removed]"],
    ["groups with no-break spaces", "4200\u00a00000\u00a00000\u202f0000", "[removed]"],
    ["groups with two spaces", "4200  0000  0000  0000", "[removed]"],
    ["groups with commas", "4200,0000, 0000,0000", "[removed]"],
    ["groups with dashes", "4200\u20130000\u20140000 - 0000", "[removed]"],
    ["digits with nothing visible between them", [..."4200000000000000"].join("\u200b"), "[removed]"],
    ["full-width digits", "４２００００００００００００００", "[removed]"],
    ["Arabic digits", "٤٢٠٠٠٠٠٠٠٠٠٠٠٠٠٠", "[removed]"],
    ["a half of a pair", "a\ud800b\udc00", "a\ufffdb\ufffd"],
    ["a whole pair", "a😀", "a😀"],
    ["a pair across its end", `${"x".repeat(254)}😀`, `${"x".repeat(254)}\ufffd`],
    ["groups with spaces", "4200 0000 0000 0000", "[removed]"],
    ["groups with hyphens", "4200-0000-0000-0000", "[removed]"],
    ["groups with dots", "4200.0000.0000.0000", "[removed]"],
    ["groups with slashes", "4200/0000/0000/0000", "[removed]"],
    ["groups with underscores", "4200_0000_0000_0000", "[removed]"],
    ["groups with line breaks", "4200\n0000\n0000\n0000", "[removed]"],
    ["groups that words part", "4200 and 0000 and 0000 and 0000", "4200 and 0000 and 0000 and 0000"],
    ["a number whose digits a NUL parts", "42000000\u000000000000", "[removed]"],
    ["control characters", "a\u0000b\tc\r\nd\u007fe\u0085f\u2028g\u2029h", "a b c  d e f g h"],
    ["letters of any script", "Отказ банка №5: 拒绝", "Отказ банка №5: 拒绝"],
    ["255 characters", "x".repeat(255), "x".repeat(255)],
    ["256 characters", "x".repeat(256), "x".repeat(255)],
    ["a number at its end", `${"x".repeat(239)}${number}`, `${"x".repeat(239)}[removed]`],
    ["a number across its end", `${"x".repeat(240)}${number}`, "x".repeat(240)],
    ["11 digits of a number before its end", `${"x".repeat(244)}${number}`, "x".repeat(244)],
    ["one digit of a number before its end", `${"x".repeat(254)}${number}`, "x".repeat(254)],
    ["a number behind its end", `${"x".repeat(255)}${number}`, "x".repeat(255)],
    ["groups across its end", `${"x".repeat(243)} 4200 0000 0000 0000`, `${"x".repeat(243)} `],
    ["300 digits", "1".repeat(300), "[removed]"]
  ])("D41: a text with %s", (_, text, expected) => {
    assert.strictEqual(Redaction.cardNumbersRemovedFromText(text), expected)
  })

  const uuid = "42000000-1234-4123-a456-0123456789ab"

  // References consist of digits: what passes the Luhn check with 13 to 19 of them is taken for a card number.
  it.each<readonly [title: string, reference: string, expected: string]>([
    ["nothing", "", ""],
    ["letters", "bank-1", "bank-1"],
    ["12 digits that pass the check", "420000000000", "420000000000"],
    ["12 digits", "123456789012", "123456789012"],
    ["13 digits that pass the check", valid("4", 13), "[removed]"],
    ["15 digits that do not", "777888999000111", "777888999000111"],
    ["16 digits that pass the check", number, "[removed]"],
    ["16 digits that do not", "4200000000000001", "4200000000000001"],
    ["19 digits that pass the check", valid("4", 19), "[removed]"],
    ["20 digits that pass the check", "42000000000000000000", "42000000000000000000"],
    ["groups that pass the check", "4200-0000-0000-0000", "[removed]"],
    ["groups that do not", "4200-0000-0000-0001", "4200-0000-0000-0001"],
    ["a number among letters", `ref ${number}, twice`, "ref [removed], twice"],
    ["a number beside its expiry", `${number} 12`, "[removed]"],
    ["two numbers in a list", `${number},${number}`, "[removed],[removed]"],
    ["groups with no-break spaces that pass the check", "4200\u00a00000\u00a00000\u00a00000", "[removed]"],
    ["full-width digits that pass the check", "４２００００００００００００００", "[removed]"],
    ["a UUID of digits that pass the check", uuid, uuid],
    ["such a UUID after a word", `bank-${uuid}`, `bank-${uuid}`],
    ["such a UUID after a text with digits", `the 2nd of b1-${uuid}`, `the 2nd of b1-${uuid}`],
    ["such a UUID before a number of its own", `${uuid}/2`, `${uuid}/2`],
    ["two such UUIDs", `${uuid} ${uuid}`, `${uuid} ${uuid}`],
    ["a number beside such a UUID", `${number}-${uuid}/${number}`, `[removed]-${uuid}/[removed]`],
    ["such a UUID with a letter more", `${uuid}c`, "[removed]-a456-0123456789abc"],
    ["the same digits in no UUID", "42000000-1234-4123-a456", "[removed]-a456"],
    ["control characters", "bank\n1\u0085", "bank 1 "],
    ["255 characters", "x".repeat(255), "x".repeat(255)],
    ["256 characters", "x".repeat(256), "x".repeat(255)],
    ["a number across its end", `${"x".repeat(240)}${number}`, "x".repeat(240)],
    ["300 digits", "1".repeat(300), "1".repeat(255)]
  ])("D41: a reference of %s", (_, reference, expected) => {
    assert.strictEqual(Redaction.cardNumberRemovedFromReference(reference), expected)
  })

  it("D41: a UUID that holds the number of the card at hand is no reference", () => {
    const reply = "pay_42000000-0000-0000-a456-0123456789ab"
    assert.strictEqual(
      Redaction.cardNumberRemovedFromReference(reply, Redacted.make("4200000000000000")),
      "pay_[removed]-a456-0123456789ab"
    )
    assert.strictEqual(Redaction.cardNumberRemovedFromReference(reply, Redacted.make("4200000000000018")), reply)
  })

  it("D41: keeps no card number, wherever it stands and however it is grouped", () => {
    const digits = FastCheck.stringMatching(/^[0-9]{11,18}$/)
    const around = FastCheck.string({ maxLength: 300 }).map((text) => text.replace(/[0-9 .\-_/]/g, "x"))
    const separator = FastCheck.constantFrom("", " ", "-", ".", "\n")
    FastCheck.assert(
      FastCheck.property(digits, around, around, separator, (body, before, after, by) => {
        const last = "0123456789".split("").find((digit) => Fields.passesLuhn(`${body}${digit}`))
        const number = `${body}${last}`
        const reply = `${before}${number.replace(/.{4}(?=.)/g, `$&${by}`)}${after}`
        const kept = Redaction.cardNumbersRemovedFromText(reply).replace(/[^0-9]/g, "")
        assert.strictEqual(kept, "")
        if (number.length < 13) return
        assert.strictEqual(Redaction.cardNumberRemovedFromReference(reply).replace(/[^0-9]/g, ""), "")
      }),
      { numRuns: 500 }
    )
  })
})
