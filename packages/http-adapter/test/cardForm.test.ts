// What customers type into the card form of a plan's page.
import type { CardInput } from "@florin/core/cards/CardInput"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "vitest"
import * as CardForm from "../src/internal/pages/cardForm.js"
import { withPlainDigits } from "../src/internal/pages/digits.js"

/** A text with its digits in a script, by its zero. */
const inScript = (text: string, zero: number): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

const typed = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }

const readAs = (card: CardInput) =>
  card._tag === "CardData"
    ? [
        card.number.facts.first1,
        card.number.facts.last4,
        card.expMonth,
        card.expYear,
        card.securityCode && Redacted.value(card.securityCode)
      ]
    : card._tag

describe("the card form", () => {
  it.each([
    ["Latin", 0x30],
    ["Arabic", 0x660],
    ["Persian", 0x6f0],
    ["Devanagari", 0x966],
    ["Bengali", 0x9e6],
    ["full-width", 0xff10],
    ["mathematical bold", 0x1d7ce],
    ["mathematical sans-serif", 0x1d7e2]
  ])("D22: takes %s digits in the number, the date and the security code", (_, zero) => {
    const fields = {
      ...typed,
      ...Object.fromEntries(
        ["number", "expiry", "code"].map((name) => [name, inScript(typed[name as keyof typeof typed], zero)])
      )
    }
    assert.deepStrictEqual(Either.match(CardForm.read(fields), { onLeft: (faults) => faults, onRight: readAs }), [
      ...["4", "0000", 12, 2035, "123"]
    ])
  })

  it("D22: takes marks of direction and full-width signs for what they are", () => {
    const fields = { ...typed, number: `\u200f${inScript(typed.number, 0x660)}\u200e`, expiry: "１２／３５" }
    assert.isTrue(Either.isRight(CardForm.read(fields)))
  })

  it.each([
    ["a number in the place of the name", { holder: inScript("4200 0000 0000 0000", 0x660) }, ["holder-wrong"]],
    ["a number that fails the Luhn check", { number: inScript("4200000000000001", 0x6f0) }, ["number-check"]],
    ["a number with a digit missing", { number: inScript("420000000000000", 0x6f0) }, ["number-length"]],
    ["letters for a number", { number: "four two" }, ["number-wrong"]],
    ["no number", { number: " " }, ["number-missing"]],
    ["letters for a security code", { code: "abc" }, ["code-wrong"]]
  ] as const)("D3: refuses %s in digits of any script", (_, change, expected) => {
    const read = CardForm.read({ ...typed, ...change })
    assert.deepStrictEqual(Either.isLeft(read) ? read.left : [], expected)
  })

  it.each([
    ["visa", "4200 0000 0000 0000", ["number-brand"]],
    ["visa", "4200 0000 0000 0001", ["number-brand"]],
    ["amex", "4200 0000 0000 0000", undefined]
  ] as const)("D45: of a shop that does not take %s, reads %s as %j", (brand, number, faults) => {
    const read = CardForm.read({ ...typed, number }, [brand])
    assert.deepStrictEqual(Either.isLeft(read) ? read.left : undefined, faults)
  })

  it.each([
    [{}, ["number-missing", "expiry-missing", "code-missing"]],
    [{ holder: "Jane Doe" }, ["number-missing", "expiry-missing", "code-missing"]],
    [{ expiry: "12/35" }, ["number-missing", "code-missing"]]
  ] as const)(
    "D3: says of %j which fields are missing, and nothing that the customer cannot mend",
    (fields, expected) => {
      const read = CardForm.read(fields)
      assert.deepStrictEqual(Either.isLeft(read) ? read.left : [], expected)
    }
  )

  it("D5: shows a date in plain digits again, and no name in which a number may have been typed", () => {
    const fields = { ...typed, expiry: inScript("12/35", 0x660), holder: inScript("Jane 123", 0x660) }
    assert.deepStrictEqual(CardForm.entered(fields, []), { expiry: "12/35", holder: "", faults: [] })
  })

  it("D22: knows the value of each digit of Unicode", () => {
    for (let code = 0x80; code < 0x20000; code++) {
      const digit = String.fromCodePoint(code)
      if (!/^\p{Nd}$/u.test(digit)) continue
      assert.match(withPlainDigits(digit), /^\d$/)
    }
  })
})
