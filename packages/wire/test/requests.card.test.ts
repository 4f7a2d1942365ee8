import { assert, describe, it } from "@effect/vitest"
import type { CardInput } from "@florin/core/cards/CardInput"
import * as CardNumber from "@florin/core/cards/CardNumber"
import * as Either from "effect/Either"
import * as Redacted from "effect/Redacted"
import * as Requests from "../src/Requests.js"
import { anyText, errorsOf, invalid, notText, pair, type Row, rowsOf, saying } from "./internal/rows.js"
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

/** A card with its number and code unwrapped. */
const opened = (card: CardInput): object => ({
  ...card,
  ...(card._tag === "CardData" ? { number: Redacted.value(card.number.digits) } : {}),
  ...(!("securityCode" in card) || card.securityCode === undefined
    ? {}
    : { verificationValue: Redacted.value(card.securityCode) })
})

const codeOf = (card: CardInput) =>
  "securityCode" in card && card.securityCode !== undefined ? Redacted.value(card.securityCode) : undefined

const openedCard = ({ creditCard }: { readonly creditCard: CardInput }) => ({ creditCard: opened(creditCard) })
const openedRecipient = ({ recipientCreditCard }: { readonly recipientCreditCard: CardInput }) => ({
  recipientCreditCard: opened(recipientCreditCard)
})

const spaced = (sent: string) => pair(sent, sent.replaceAll(/[ -]/g, ""))

// The numbers of 11 and 20 digits pass the Luhn check, or belong to a brand that is not asked for it.
const number: Row = {
  field: "number",
  says: "is 12 to 19 digits that pass the Luhn check (D3), required when no token is sent",
  accepts: [
    ...["123456789015", "500000000001", "4222222222222", "4200000000000000", "6200000000000001"],
    ...["1234567890123456785", "6200000000000000001"],
    ...["4200 0000 0000 0000", "4200-0000-0000-0000", " 4200000000000000", "4200000000000000 "].map(spaced)
  ],
  refuses: [
    ...invalid(
      ...[...notText, "", "420000000000000x", "４２００００００００００００００"],
      ...["4200000000000000\n", "\n4200000000000000", "+4200000000000000", 4200000000000000]
    ),
    ...saying(
      CardNumber.sentences.length,
      ...["42000000002", "50000000001", "44444444444444444444", "62000000000000000001", "420000000000000"]
    ),
    ...saying(
      CardNumber.sentences["check-digit"],
      ...["123456789014", "123456789016", "4200000000000001", "4200 0000 0000 0001", "1234567890123456784"]
    )
  ],
  required: true
}

const code: Row = {
  field: "verification_value",
  says: "is a text of 3 or 4 digits, optional",
  accepts: ["000", "123", "999", "0000", "1234"],
  refuses: invalid(...notText, "", "12", "12345", "12x", "x123", " 123", "123 ", "123\n", "-12", "１２３", 123, 1234),
  optional: true
}

const holder: Row = { field: "holder", says: "is a text of at most 35 characters, optional", ...anyText(35) }

const expiryRows: ReadonlyArray<Row> = [
  {
    field: "exp_month",
    says: "is a month of one or two digits, text or integer (D3), required with a card number",
    accepts: [
      ...[pair("1", 1), pair("01", 1), pair("9", 9), pair("09", 9), pair("10", 10), pair("12", 12)],
      ...[pair(1, 1), pair(9, 9), pair(10, 10), pair(12, 12)]
    ],
    refuses: [
      ...saying(monthSentence, "0", "00", "13", "001", "012", "99", "1.0", "+1", "-1", " 1", "1 ", "1\n", "1e0", "0x1"),
      ...saying(monthSentence, "", "x", "Jan", "٥", 0, -0, 13, 1.5, -1, 100, true, false, [1], { month: 1 })
    ],
    required: true
  },
  {
    field: "exp_year",
    says: "is a year of four digits, text or integer (D3), required with a card number",
    accepts: [pair("2030", 2030), pair(2030, 2030), pair("1000", 1000), pair(1000, 1000), pair("9999", 9999)],
    refuses: [
      ...saying(yearSentence, "30", "030", "999", "20300", "10000", "-203", "-2030", "+2030", "2030.0", "2e3", "0x7E"),
      ...saying(yearSentence, " 2030", "2030 ", "2030\n", "", "year", "２０３０", 30, 999, 10000, -2030, 2030.5),
      ...saying(yearSentence, true, false, [2030], { year: 2030 })
    ],
    required: true
  }
]

const cardRows: ReadonlyArray<Row> = [number, code, holder, ...expiryRows]

const token: Row = {
  field: "token",
  says: "is a token of an earlier transaction, required when card details are not sent",
  accepts: [samples.token, "0".repeat(64), "f".repeat(64)],
  refuses: [
    ...saying("does not exist", "", "9".repeat(63), "9".repeat(65), "9F".repeat(32), `${"9".repeat(63)}g`),
    ...saying("does not exist", ` ${samples.token}`, `${samples.token}\n`, "4200000000000000"),
    ...invalid(...notText)
  ]
}

rowsOf("credit_card object", {
  decode: Requests.authorization,
  read: openedCard,
  base: samples.charge,
  inside: "credit_card",
  rows: cardRows
})

rowsOf("credit_card object", {
  decode: Requests.authorization,
  read: openedCard,
  base: () => withCard({ token: samples.token }),
  inside: "credit_card",
  rows: [
    token,
    { ...code, says: "may be sent together with a token, and has its form there too" },
    ...[...expiryRows, holder].map((row) => ({
      ...row,
      says: "is not needed beside a token, and has its form there too",
      accepts: [],
      required: false,
      optional: true
    }))
  ]
})

rowsOf("Tokenization request", {
  decode: Requests.tokenization,
  read: openedCard,
  base: samples.tokenization,
  inside: "credit_card",
  rows: cardRows.map((row) => ({ ...row, row: `credit_card.${row.field}` }))
})

rowsOf("D11 credits", {
  decode: Requests.credit,
  read: openedCard,
  base: samples.credit,
  inside: "credit_card",
  rows: [token]
})

rowsOf("D11 card payouts", {
  decode: Requests.payout,
  read: openedRecipient,
  base: samples.payout,
  inside: "recipient_credit_card",
  rows: cardRows
})

rowsOf("D11 card payouts", {
  decode: Requests.payout,
  read: openedRecipient,
  base: () => ({ ...samples.payout(), recipient_credit_card: { token: samples.token } }),
  inside: "recipient_credit_card",
  rows: [token]
})

rowsOf("Limits", {
  decode: Requests.authorization,
  read: openedCard,
  base: samples.charge,
  inside: "credit_card",
  rows: [
    { ...number, row: "Card `number` length", says: "is 12 to 19 digits" },
    { ...holder, row: "credit_card.holder", says: "is at most 35 characters" }
  ]
})

describe("a card as it is understood", () => {
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
    assert.strictEqual(codeOf(card), code)
    assert.notInclude(JSON.stringify(card), `"${code}"`)
  })

  it("credit_card object | holder: may be absent", () => {
    assert.notProperty(read(Requests.authorization, samples.without(samples.cardData(), "holder")), "holder")
  })

  it("credit_card object | verification_value: may be sent together with a token", () => {
    const card = read(Requests.authorization, { token: samples.token, verification_value: "123" })
    assert.strictEqual(card._tag, "CardToken")
    assert.strictEqual(codeOf(card), "123")
  })

  it("credit_card object | token: makes number, exp_month and exp_year unnecessary", () => {
    assert.deepStrictEqual(read(Requests.authorization, { token: samples.token }), {
      _tag: "CardToken",
      token: samples.token as never
    })
  })

  it("credit_card object | token: expiry and holder may stand beside it, and change nothing", () => {
    const { exp_month, exp_year, holder } = samples.cardData()
    assert.deepStrictEqual(read(Requests.authorization, { token: samples.token, exp_month, exp_year, holder }), {
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
