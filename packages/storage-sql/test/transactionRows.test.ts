import { assert, describe, it } from "@effect/vitest"
import { CardTransaction } from "@florin/core/cards/CardTransaction"
import { Transfer } from "@florin/core/transfers/Transfer"
import * as Arbitrary from "effect/Arbitrary"
import * as Either from "effect/Either"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"
import { transactionRowOf } from "../src/internal/records.js"

const { currency: _, details: __, recipient: ___, recipientBillingAddress: ____, ...ofCard } = CardTransaction.fields
const { currency: _____, details: ______, ...ofTransfer } = Transfer.fields

const read = (document: string) => transactionRowOf("many", { document })

const agrees = <Type, Encoded>(schema: Schema.Schema<Type, Encoded>): void => {
  const json = Schema.parseJson(schema)
  const [encode, decode] = [Schema.encodeSync(json), Schema.decodeUnknownSync(json)]
  FastCheck.assert(
    FastCheck.property(Arbitrary.make(Schema.typeSchema(schema)), (transaction) => {
      const document = encode(transaction)
      assert.deepStrictEqual(Either.getOrThrow(read(document)) as unknown, decode(document))
    }),
    { numRuns: 200 }
  )
}

describe("a transaction that is one of many rows", () => {
  it("of a card is read as its codec reads it", () => agrees(Schema.Struct(ofCard)))

  it("of a bank is read as its codec reads it", () => agrees(Schema.Struct(ofTransfer)))

  it("is corrupt where it is no JSON, or has no date where one must be", () => {
    for (const document of ["{", '{"createdAt":"never"}']) {
      const error = Either.getOrThrow(Either.flip(read(document)))
      assert.deepStrictEqual([error.operation, error.reason], ["many", "corrupt"])
    }
  })
})
