import { assert, describe, it } from "@effect/vitest"
import { CardTransaction } from "@florin/core/cards/CardTransaction"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"

const encode = Schema.encodeSync(Schema.parseJson(CardTransaction))
const decode = Schema.decodeUnknownSync(Schema.parseJson(CardTransaction))
const { currency: _, details: __, recipient: ___, recipientBillingAddress: ____, ...plain } = CardTransaction.fields
const transactions = Arbitrary.make(Schema.typeSchema(Schema.Struct(plain))).map(
  (members): CardTransaction => ({
    ...members,
    currency: "EUR" as CardTransaction["currency"],
    details: { customer: { email: "a@b.example" }, travel: { airline: { legs: [{ class: "Y" }] } } },
    recipient: { ip: "192.0.2.1" },
    recipientBillingAddress: { country: "DE" as never, city: "Berlin" }
  })
)

describe("a transaction", () => {
  it("is stored as its JSON, which is what its codec makes of it, and read back as it was", () => {
    FastCheck.assert(
      FastCheck.property(transactions, (transaction) => {
        const json = JSON.stringify(transaction)
        assert.deepStrictEqual(JSON.parse(json), JSON.parse(encode(transaction)))
        assert.deepStrictEqual(JSON.parse(JSON.stringify(decode(json))), JSON.parse(json))
      }),
      { numRuns: 200 }
    )
  })
})
