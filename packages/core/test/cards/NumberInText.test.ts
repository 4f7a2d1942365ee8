import { assert, describe, it } from "@effect/vitest"
import * as Redaction from "@florin/core/redaction/Redaction"
import * as FastCheck from "effect/FastCheck"
import * as Redacted from "effect/Redacted"

const digits = "4242424242424242"
const number = Redacted.make(digits)
const spelled = (by: string) => digits.replace(/.{4}(?=.)/g, `$&${by}`)
const inScript = (zero: number) => Array.from(digits, (digit) => String.fromCodePoint(zero + Number(digit))).join("")

// Source: D3, "in any spelling: spaces, dashes, other digits"; D41.
describe("the number of a known card", () => {
  it.each<readonly [title: string, text: string]>([
    ["as it is", digits],
    ["among letters", `card${digits}refused`],
    ["in a longer number", `1${digits}9`],
    ["behind the beginning of another", `4242${digits}`],
    ["in groups", spelled(" ")],
    ["in groups that two spaces part", spelled("  ")],
    ["in groups that no-break spaces part", spelled("\u00a0")],
    ["in groups that dashes part", spelled("\u2013")],
    ["in groups that commas part", spelled(", ")],
    ["in groups that words part", spelled(" and ")],
    ["in groups that lines part", spelled("\r\n")],
    ["with invisible characters between its digits", [...digits].join("\u200b")],
    ["in full-width digits", inScript(0xff10)],
    ["in Arabic digits", inScript(0x0660)],
    ["in Persian digits", inScript(0x06f0)],
    ["in Devanagari digits", inScript(0x0966)],
    ["in digits of mathematics", inScript(0x1d7ce)],
    ["in bold digits of mathematics", inScript(0x1d7ec)],
    ["in circled digits", digits.replaceAll("4", "④").replaceAll("2", "②")],
    ["in digits of two scripts", `${digits.slice(0, 8)}${inScript(0x0966).slice(8)}`]
  ])("D3, D41: is found %s, and removed", (_, text) => {
    assert.isTrue(Redaction.containsNumber(text, number))
    assert.isFalse(Redaction.containsNumber(Redaction.cardNumberRemovedFrom(text, number), number))
    assert.include(Redaction.cardNumberRemovedFrom(text, number), Redaction.removed)
  })

  it("D3: is found in an address that escapes its digits", () => {
    assert.isTrue(Redaction.containsNumber(`https://shop.example/?a=${digits.replaceAll("4", "%34")}`, number))
  })

  it.each<readonly [title: string, text: string]>([
    ["no digits", "Jane Doe"],
    ["its last four digits", "card ending 4242"],
    ["all but one of its digits", digits.slice(1)],
    ["another number", "4000000000000002"],
    ["its digits in another order", "2424242424242424"],
    ["letters of any script", "отказ 拒绝"]
  ])("D3: is not in a text with %s, which stays as it is", (_, text) => {
    assert.isFalse(Redaction.containsNumber(text, number))
    assert.strictEqual(Redaction.cardNumberRemovedFrom(text, number), text)
  })

  it("D41: is removed from its first digit to its last, each time", () => {
    const reply = `Card ${spelled("\u00a0")} is not ${inScript(0xff10)}!`
    assert.strictEqual(Redaction.cardNumberRemovedFrom(reply, number), "Card [removed] is not [removed]!")
  })

  it("D41: is removed from whatever stands around it", () => {
    const around = FastCheck.string({ maxLength: 40, unit: "binary" })
    FastCheck.assert(
      FastCheck.property(around, around, FastCheck.string({ maxLength: 3 }), (before, after, by) => {
        const reply = `${before}${spelled(by.replace(/\p{N}/gu, ""))}${after}`
        assert.isTrue(Redaction.containsNumber(reply, number))
        assert.isFalse(Redaction.containsNumber(Redaction.cardNumberRemovedFrom(reply, number), number))
      }),
      { numRuns: 1000 }
    )
  })
})

describe("a security code", () => {
  const code = Redacted.make("123")

  it.each([
    ["code 123 is wrong", "code [removed] is wrong"],
    ["code １２３ is wrong", "code [removed] is wrong"],
    ["123", "[removed]"],
    ["1234 and 0123 and 12 3", "1234 and 0123 and 12 3"]
  ])("D41: is removed from %j where it stands for itself", (text, expected) => {
    assert.strictEqual(Redaction.codeRemovedFrom(text, code), expected)
  })
})

describe("a request", () => {
  const pathsOf = (request: object) =>
    Redaction.refusal(request, number)?.errors.map(({ path }) => path.join(".")) ?? []

  it.each<readonly [title: string, request: object, paths: ReadonlyArray<string>]>([
    ["nothing of it", { description: "Books", amount: 100, creditCard: { number: { digits: number } } }, []],
    ["its text", { trackingId: digits }, ["tracking_id"]],
    ["an object of it", { creditCard: { holder: spelled("-") } }, ["credit_card.holder"]],
    ["a list of it", { additionalData: { receiptText: ["a", digits] } }, ["additional_data.receipt_text.1"]],
    ["an integer of it", { additionalData: { card: Number(digits) } }, ["additional_data.card"]],
    ["the name of a member", { additionalData: { [digits]: 1 } }, ["additional_data"]],
    ["two of its texts", { description: digits, customer: { deviceId: digits } }, ["description", "customer.device_id"]]
  ])("D3: is refused for the number of its card in %s", (_, request, paths) => {
    assert.deepStrictEqual(pathsOf(request), paths)
  })

  it("D5: is refused without a word of what it holds", () => {
    const refused = Redaction.refusal({ additionalData: { [`a ${digits}`]: { b: digits } } }, number)
    assert.notInclude(JSON.stringify(refused), "4242")
    assert.strictEqual(refused?.errors[0]?.sentence, "can't contain the card number")
  })
})
