/** What a query of transactions asks a store for. Source: D73. */
import * as Codes from "@florin/wire/Codes"
import { filterOf, filters } from "@florin/wire/operations/Filters"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"

const decode = Schema.decodeUnknownEither(Schema.Struct(filters))

const requested = (query: object) => {
  const wanted = filterOf(Either.getOrThrow(decode(query)))
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

describe("a filter", () => {
  it.each<readonly [query: object, wanted: object]>([
    [{}, {}],
    [{ gateway_id: "3" }, { gatewayId: 3 }],
    [{ method: "visa" }, { method: "visa" }],
    [{ order: "oldest" }, { order: "oldest" }],
    [{ code: "F.0114" }, { reasons: ["funds"] }],
    [{ code: "F.0109" }, { reasons: ["order-expired"] }],
    [{ code: "F.0205" }, { reasons: ["unpaid", "not-proven"] }],
    [{ code: "F.2011" }, { reasons: ["no-acquirer", "no-provider"] }],
    [{ code: "F.7001" }, { reasons: ["verification-refused"] }],
    [
      { code: "F.0999", status: "failed", min_amount: "5" },
      { reasons: ["unspecified"], status: "failed", minAmount: 5 }
    ]
  ])("%j asks for %j", (query, wanted) => {
    assert.deepStrictEqual(requested(query), wanted)
  })

  it.each([
    { gateway_id: "0" },
    { gateway_id: "-1" },
    { gateway_id: "1.5" },
    { gateway_id: "one" },
    { order: "amount" },
    { code: "S.0000" },
    { code: "P.9999" },
    { code: "f.0114" },
    { code: "" },
    { method: "x".repeat(256) }
  ])("%j is refused", (query) => {
    assert.isTrue(Either.isLeft(decode(query)))
  })

  it("has a reason for each code of what came to nothing", () => {
    for (const code of Codes.FailureCode.literals) assert.isNotEmpty(Codes.reasonsOf(code), code)
    assert.strictEqual(new Set(Codes.FailureCode.literals).size, Codes.FailureCode.literals.length)
  })
})
