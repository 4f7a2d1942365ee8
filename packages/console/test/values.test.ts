/** Amounts as they are typed and shown. */
import * as fc from "effect/FastCheck"
import { assert, describe, it } from "vitest"
import { minor, money, typed } from "../src/internal/values.js"

describe("amounts", () => {
  it.each<readonly [text: string, currency: string, amount: number | undefined]>([
    ["12.50", "EUR", 1250],
    ["12,5", "EUR", 1250],
    ["12", "EUR", 1200],
    ["1 234.50", "EUR", 123_450],
    ["12.505", "EUR", undefined],
    ["12", "JPY", 12],
    ["12.5", "JPY", undefined],
    ["0.001", "KWD", 1],
    ["", "EUR", undefined],
    ["-5", "EUR", undefined],
    ["1e3", "EUR", undefined],
    [".5", "EUR", undefined],
    ["999999999999999", "KWD", undefined],
    ["0x10", "EUR", undefined]
  ])("%s %s is %s", (text, currency, amount) => {
    assert.strictEqual(minor(text, currency), amount)
  })

  it("what is written into a form is read again as the same amount", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.constantFrom("EUR", "JPY", "KWD"), (amount, currency) => {
        assert.strictEqual(minor(typed(amount, currency), currency), amount)
      })
    )
  })

  it("of a currency that is not known are shown in minor units", () => {
    assert.strictEqual(money(5, "XXQ", { locale: "en-GB" }), "5 XXQ")
  })
})
