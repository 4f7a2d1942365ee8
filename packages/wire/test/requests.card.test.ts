import { assert, describe, it } from "@effect/vitest"
import type { CardInput } from "@florin/core/cards/CardRequest"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Requests from "../src/Requests.js"
import { anyText, errorsOf, invalid, pair, type Row, rowsOf } from "./internal/rows.js"
import * as samples from "./internal/samples.js"

const yearSentence = "Invalid. Format should be: yyyy. Date is expired"
const monthSentence = "Invalid. Format should be: mm"

const withCard = (card: samples.Json | undefined): samples.Json => ({
  ...samples.without(samples.charge(), "credit_card"),
  ...(card === undefined ? {} : { credit_card: card })
})

const read = (decode: Requests.Decoder<{ readonly creditCard: CardInput }>, card: samples.Json): CardInput =>
  Either.getOrThrow(decode({ request: withCard(card) })).creditCard

const numberOf = (number: string) => {
  const card = read(Requests.authorization, { ...samples.cardData(), number })
  return card._tag === "CardData" ? card.number : undefined
}

const refusal = (decode: Requests.Decoder<object>, card: samples.Json | undefined) =>
  errorsOf(decode({ request: withCard(card) }))

const expiry: ReadonlyArray<Row> = [
  {
    field: "exp_month",
    says: "is a month of one or two digits, text or integer (D3), required with a card number",
    accepts: [pair("1", 1), pair("01", 1), pair("9", 9), pair("12", 12), pair(1, 1), pair(12, 12)],
    refuses: ["0", "00", "13", "001", "1.0", "+1", " 1", "1e0", "", "x", "Jan", 0, 13, 1.5, -1, true, [1]].map(
      (value) => [value, monthSentence] as const
    ),
    required: true
  },
  {
    field: "exp_year",
    says: "is a year of four digits, text or integer (D3), required with a card number",
    accepts: [pair("2030", 2030), pair(2030, 2030), pair("9999", 9999)],
    refuses: ["30", "030", "20300", "-203", "2030.0", " 2030", "", "year", 30, 20300, 2030.5, true, [2030]].map(
      (value) => [value, yearSentence] as const
    ),
    required: true
  }
]

const holder: Row = { field: "holder", says: "is a text of at most 35 characters", ...anyText(35) }

const refusedNumbers = invalid(
  "",
  "42000000000", // 11 digits that pass the check
  "4".repeat(20),
  "4200000000000001",
  "4200 0000 0000 0000",
  "4200-0000-0000-0000",
  "420000000000000x",
  "４２００００００００００００００",
  4200000000000000,
  ["4200000000000000"],
  true
)

describe("credit_card", () => {
  for (const [decode, of] of [
    [Requests.authorization, "an authorization"],
    [Requests.tokenization, "a tokenization"]
  ] as const) {
    rowsOf(`credit_card object`, {
      decode: decode as Requests.Decoder<object>,
      base: samples.charge,
      inside: "credit_card",
      rows: [
        {
          field: "number",
          says: `is 12 to 19 digits that pass the Luhn check in ${of} (D3), required when no token is sent`,
          refuses: refusedNumbers,
          required: true
        },
        {
          field: "verification_value",
          says: `is a text of 3 or 4 digits in ${of}, optional`,
          refuses: invalid("", "12", "12345", "12x", " 123", 123, 1234, ["123"], true),
          optional: true
        },
        holder,
        ...expiry
      ].map((row) => ({ ...row, accepts: [] }))
    })
  }

  rowsOf("credit_card object", {
    decode: Requests.authorization as Requests.Decoder<object>,
    base: () => withCard({ token: samples.token }),
    inside: "credit_card",
    rows: [
      {
        field: "token",
        says: "is a token of an earlier transaction, required when card details are not sent",
        accepts: [samples.token, "0".repeat(64)],
        refuses: [
          ["9f".repeat(31), "does not exist"],
          [`${samples.token}0`, "does not exist"],
          ["9F".repeat(32), "does not exist"],
          ["4200000000000000", "does not exist"],
          ["", "does not exist"],
          [1, "is invalid"]
        ]
      }
    ]
  })
})

describe("a card as it is understood", () => {
  it.each(["123456789015", "1234567890123456785", "4200000000000000", "9112300000000000", "5204240000015003"])(
    "credit_card object | number: %s is a number",
    (number) => {
      assert.strictEqual(Redacted.value(numberOf(number)!.digits), number)
    }
  )

  // Source: D3, "save unionpay, maestro and belkart".
  it.each([
    { brand: "unionpay", number: "6200000000000001" },
    { brand: "maestro", number: "500000000001" },
    { brand: "belkart", number: "9112300000000001" }
  ])("D3 | Luhn check: is not asked of $brand", ({ brand, number }) => {
    assert.strictEqual(numberOf(number)!.facts.brand, brand)
  })

  it.each(["123", "1234", "000"])("credit_card object | verification_value: %s is taken, redacted", (code) => {
    const card = read(Requests.authorization, { ...samples.cardData(), verification_value: code })
    assert.strictEqual(Redacted.value(card.securityCode!), code)
    assert.notInclude(JSON.stringify(card), `"${code}"`)
  })

  it("credit_card object | exp_month, exp_year: are understood as integers", () => {
    const sent = [
      { exp_month: "5", exp_year: "2030" },
      { exp_month: "05", exp_year: 2030 },
      { exp_month: 5, exp_year: "2030" }
    ]
    for (const expiry of sent) {
      const card = read(Requests.authorization, { ...samples.cardData(), ...expiry })
      assert.deepInclude(card, { expMonth: 5, expYear: 2030 })
    }
  })

  it("Limits | credit_card.holder: is taken with at most 35 characters, and may be absent", () => {
    const longest = "ü".repeat(35)
    assert.deepInclude(read(Requests.authorization, { ...samples.cardData(), holder: longest }), { holder: longest })
    assert.notProperty(read(Requests.authorization, samples.without(samples.cardData(), "holder")), "holder")
  })

  it("credit_card object | verification_value: may be sent together with a token", () => {
    const card = read(Requests.authorization, { token: samples.token, verification_value: "123" })
    assert.strictEqual(card._tag, "CardToken")
    assert.strictEqual(Redacted.value(card.securityCode!), "123")
  })

  it("credit_card object | token: makes number, exp_month and exp_year unnecessary", () => {
    assert.deepStrictEqual(read(Requests.authorization, { token: samples.token }), {
      _tag: "CardToken",
      token: samples.token as never
    })
  })

  it("credit_card object | number: without it and a token, all that is missing is named", () => {
    assert.deepStrictEqual(refusal(Requests.authorization, { holder: "John Doe" }), [
      ["credit_card.number", "can't be blank"],
      ["credit_card.exp_month", "can't be blank"],
      ["credit_card.exp_year", "can't be blank"]
    ])
  })

  // Source: interface, Endpoints, rule 1.
  it("Endpoints | rule 1: card data and a token together are refused", () => {
    assert.deepStrictEqual(refusal(Requests.authorization, { ...samples.cardData(), token: samples.token }), [
      ["credit_card.token", "can't be sent together with number"]
    ])
  })

  it.each(["credit_card.number", "credit_card.exp_month", "credit_card.exp_year"])(
    "Tokenization request | %s: is required, also with a token",
    (path) => {
      const card = { ...samples.cardData(), token: samples.token }
      const request = samples.without(withCard(card), path)
      assert.deepStrictEqual(errorsOf(Requests.tokenization({ request })), [[path, "can't be blank"]])
    }
  )

  it("Tokenization request | credit_card.token: is not present", () => {
    const card = read(Requests.tokenization, { ...samples.cardData(), token: samples.token })
    assert.strictEqual(card._tag, "CardData")
  })

  it("D11 credits | credit_card.token: is required, whatever else is sent of the card", () => {
    assert.deepStrictEqual(refusal(Requests.credit, samples.cardData()), [["credit_card.token", "can't be blank"]])
  })

  it("D11 card payouts | recipient_credit_card: is card data or a token", () => {
    const { recipientCreditCard: byNumber } = Either.getOrThrow(Requests.payout({ request: samples.payout() }))
    const request = { ...samples.payout(), recipient_credit_card: { token: samples.token } }
    const { recipientCreditCard: byToken } = Either.getOrThrow(Requests.payout({ request }))
    assert.deepStrictEqual([byNumber._tag, byToken._tag], ["CardData", "CardToken"])
  })
})
