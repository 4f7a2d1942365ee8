import { assert, describe, it } from "@effect/vitest"
import { SavedCard } from "@florin/core/cards/CardStore"
import * as Arbitrary from "effect/Arbitrary"
import * as FastCheck from "effect/FastCheck"
import * as Schema from "effect/Schema"

const decode = Schema.decodeUnknownSync(SavedCard)
const encode = Schema.encodeSync(SavedCard)

describe("a saved card", () => {
  it("is stored as its JSON, which is what its codec makes of it, and read back as it was", () => {
    FastCheck.assert(
      FastCheck.property(Arbitrary.make(Schema.typeSchema(SavedCard)), (card) => {
        const json = JSON.stringify(card)
        assert.deepStrictEqual(JSON.parse(json), JSON.parse(JSON.stringify(encode(card))))
        assert.deepStrictEqual(JSON.stringify(decode(JSON.parse(json))), json)
      }),
      { numRuns: 200 }
    )
  })
})
