import { assert, describe, it } from "@effect/vitest"
import { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import * as Documents from "../src/Documents.js"
import * as Requests from "../src/Requests.js"
import { cardData, credit, fullCharge, type Json, tokenization, without } from "./internal/samples.js"
import { accepted } from "./internal/transactions.js"

const number = "4929939187355598"
const code = "8317"

const toRow = Schema.encodeSync(Schema.parseJson(CardTransaction))
const fromRow = Schema.decodeSync(Schema.parseJson(CardTransaction))

/** A part of an object: each member, at every depth, is there or not. */
const someOf = (value: unknown): FastCheck.Arbitrary<unknown> => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return FastCheck.constant(value)
  const members = Object.entries(value).map(([name, member]) => [name, someOf(member)] as const)
  return FastCheck.record(Object.fromEntries(members), { requiredKeys: [] })
}

/** Members of `sent`, at every depth, that `shown` does not show with the same value. */
const notEchoed = (sent: unknown, shown: unknown, path: string): ReadonlyArray<string> => {
  if (Array.isArray(sent) || typeof sent !== "object" || sent === null) {
    return JSON.stringify(sent) === JSON.stringify(shown) ? [] : [path]
  }
  return Object.entries(sent).flatMap(([name, member]) => {
    const isEmpty = typeof member === "object" && member !== null && Object.keys(member).length === 0
    return isEmpty ? [] : notEchoed(member, (shown as Json | undefined)?.[name], `${path}.${name}`)
  })
}

const required = { amount: 3245, currency: "USD", description: "Order 17" }
const secret = { ...cardData(), number, verification_value: code }

const { authorization, credit: creditDecoder, payment, tokenization: tokenizationDecoder } = Requests
const decoders = { authorization, payment, tokenization: tokenizationDecoder, credit: creditDecoder }

const echoes = (type: keyof typeof decoders, sent: Json) => {
  const decode: Requests.Decoder<Parameters<typeof accepted>[1]> = decoders[type]
  const transaction = accepted(type, Either.getOrThrow(decode({ request: sent })))
  const row = toRow(transaction)
  const text = Documents.encode(fromRow(row), { baseUrl: "https://pay.example" })
  const { credit_card: _, expired_at: __, ...echo } = sent
  assert.deepStrictEqual(notEchoed(echo, JSON.parse(text).transaction, type), [])
  for (const written of [row, text]) {
    assert.notInclude(written, number)
    assert.notInclude(written, number.slice(6))
    // Quoted, because an amount may hold these four digits by chance.
    assert.notInclude(written, `"${code}"`)
  }
}

const { billing_address: address, ...rest } = without(fullCharge(), "credit_card")
const customer = without(rest.customer as Json, "taxpayer_id")

// A state needs its country, so the address is sent whole or not at all.
const charges = FastCheck.record(
  {
    rest: someOf(rest),
    address: FastCheck.option(FastCheck.constant(address), { nil: null }),
    text: FastCheck.fullUnicodeString({ minLength: 1, maxLength: 255 }).filter(
      (text) => text.trim() !== "" && !text.includes("\u0000")
    ),
    amount: FastCheck.integer({ min: 1, max: 2 ** 53 - 1 })
  },
  { requiredKeys: ["rest", "address", "text", "amount"] }
).map(
  ({ address, amount, rest, text }): Json => ({
    ...required,
    ...(rest as Json),
    amount,
    description: text,
    billing_address: address,
    credit_card: secret
  })
)

const withoutNull = (sent: Json): Json => Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null))

describe("request, store, answer", () => {
  it.each(["authorization", "payment"] as const)(
    "D9 | echo: every member of a %s comes back under its own name, card data never",
    (type) => {
      FastCheck.assert(
        FastCheck.property(charges, (sent) => echoes(type, withoutNull(sent))),
        { numRuns: 500 }
      )
    }
  )

  it("D9 | echo: every member of a tokenization comes back under its own name, card data never", () => {
    const { expired_at: _, ...sent } = fullCharge()
    echoes("tokenization", {
      ...sent,
      customer,
      amount: 0,
      additional_data: { receipt_text: ["a"], contract: ["oneclick"] },
      credit_card: secret
    })
    echoes("tokenization", { ...tokenization(), credit_card: secret })
  })

  it("D9 | echo: every member of a credit comes back under its own name", () => {
    const notificationUrl = "https://shop.example/notify"
    echoes("credit", {
      ...credit(),
      tracking_id: "c-1",
      language: "ru",
      test: true,
      duplicate_check: false,
      notification_url: notificationUrl
    })
  })

  it("D3 | skip_three_d_secure_verification: sent inside credit_card, comes back beside it", () => {
    const sent = { ...required, credit_card: { ...secret, skip_three_d_secure_verification: true } }
    const request = Either.getOrThrow(Requests.payment({ request: sent }))
    const { transaction } = Documents.toDocument(accepted("payment", request), { baseUrl: "" })
    assert.propertyVal(transaction, "skip_three_d_secure_verification", true)
  })
})
