import { assert, describe, it } from "@effect/vitest"
import * as Amount from "@florin/core/money/Amount"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

const most = Number.MAX_SAFE_INTEGER
const verdict = (schema: Schema.Schema<Amount.Amount, number>, value: unknown): string =>
  Either.match(Schema.decodeUnknownEither(schema)(value), {
    onLeft: ({ message }) => message,
    onRight: () => "accepted"
  })

// Source: D3: integers above 0, for a tokenization also 0, up to 2^53 − 1.
describe("an amount", () => {
  it.each([
    { value: -1, any: "is invalid", positive: "is invalid" },
    { value: 0, any: "accepted", positive: "must be greater than 0" },
    { value: 1, any: "accepted", positive: "accepted" },
    { value: 1.5, any: "is invalid", positive: "is invalid" },
    { value: most, any: "accepted", positive: "accepted" },
    { value: most + 1, any: "is invalid", positive: "is invalid" },
    { value: Number.NaN, any: "is invalid", positive: "is invalid" },
    { value: Number.POSITIVE_INFINITY, any: "is invalid", positive: "is invalid" }
  ])("Conventions | Monetary amounts: $value $any, and above zero $positive", ({ any, positive, value }) => {
    assert.deepStrictEqual([verdict(Amount.Amount, value), verdict(Amount.PositiveAmount, value)], [any, positive])
  })
})

describe("arithmetic of amounts", () => {
  const amount = (value: number) => Amount.Amount.make(value)

  it.each([
    { from: 1000, taken: 999, left: 1 },
    { from: 1000, taken: 1000, left: 0 },
    { from: 1000, taken: 1001, left: 0 },
    { from: most, taken: 1, left: most - 1 },
    { from: most, taken: most, left: 0 }
  ])("of $from, $taken taken, $left is left", ({ from, left, taken }) => {
    assert.strictEqual(Amount.subtractOrZero(amount(from), amount(taken)), left)
  })

  it("a sum of 2^53 − 1 is one, and one unit more is none", () => {
    assert.strictEqual(Amount.add(amount(most - 1), amount(1)), most)
    assert.throws(() => Amount.add(amount(most), amount(1)))
  })
})
