import { assert, describe, it } from "@effect/vitest"
import { ChargeRequest } from "@florin/core/cards/CardRequest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { fieldErrors } from "../src/internal/sentences.js"
import { singlePass } from "../src/internal/singlePass.js"
import * as Requests from "../src/Requests.js"
import { charge, fullCharge, withAt } from "./internal/samples.js"

const number = "4929939187355598"
const names = (path: ReadonlyArray<PropertyKey>) => path.map(String)

const errorsOf = <A, I>(schema: Schema.Schema<A, I>, value: unknown) =>
  Either.match(ParseResult.decodeUnknownEither(schema, { errors: "all" })(value), {
    onLeft: (issue) => fieldErrors(issue, names),
    onRight: () => []
  })

describe("sentences", () => {
  // Source: D5, "Never put the rejected value into a message".
  it.each([
    { how: "a filter's text", schema: Schema.String.pipe(Schema.filter((value) => `${value} is odd`)) },
    {
      how: "an annotation",
      schema: Schema.String.pipe(Schema.minLength(99, { message: ({ actual }) => `${actual} is short` }))
    },
    { how: "the library", schema: Schema.DateTimeUtc },
    { how: "the library's own check", schema: Schema.NumberFromString },
    { how: "a list of values", schema: Schema.Literal("a", "b") },
    { how: "a union", schema: Schema.Union(Schema.Number, Schema.Boolean) }
  ])("D5 | rejected values: $how cannot put one into a sentence", ({ schema }) => {
    const value = schema === Schema.NumberFromString ? `${number}x` : number
    const object = Schema.Struct({ field: schema as Schema.Schema<unknown> })
    assert.deepStrictEqual(errorsOf(object, { field: value }), [{ path: ["field"], sentence: "is invalid" }])
  })

  it("D5 | texts: those of a filter and of an annotation are used", () => {
    const filtered = Schema.String.pipe(Schema.filter(() => "is odd"))
    const annotated = Schema.String.pipe(Schema.minLength(99, { message: () => "is short" }))
    assert.deepStrictEqual(errorsOf(Schema.Struct({ a: filtered, b: annotated }), { a: "x", b: "x" }), [
      { path: ["a"], sentence: "is odd" },
      { path: ["b"], sentence: "is short" }
    ])
  })

  it("D5 | texts: the same about one field is said once", () => {
    const twice = Schema.String.pipe(
      Schema.filter(() => [
        { path: ["a"], message: "is odd" },
        { path: ["a"], message: "is odd" }
      ])
    )
    assert.deepStrictEqual(errorsOf(twice, "x"), [{ path: ["a"], sentence: "is odd" }])
  })
})

describe("objects checked once", () => {
  const twice = ParseResult.decodeUnknownEither(ChargeRequest, { errors: "all" })
  const once = ParseResult.decodeUnknownEither(Schema.make<ChargeRequest>(singlePass(ChargeRequest.ast)), {
    errors: "all"
  })

  it("give the same request", () => {
    for (const sent of [charge(), fullCharge()]) {
      const [left, right] = [Either.getOrThrow(twice(sent)), Either.getOrThrow(once(sent))]
      assert.deepStrictEqual(JSON.parse(JSON.stringify(left)), JSON.parse(JSON.stringify(right)))
      assert.isTrue(Either.isRight(Requests.authorization({ request: sent })))
    }
  })

  it("give the same errors", () => {
    for (const path of ["amount", "credit_card.exp_month", "billing_address.state", "travel.airline.legs.0.class"]) {
      const sent = withAt(fullCharge(), path, true)
      const errors = (decode: typeof twice) =>
        Either.match(decode(sent), { onLeft: (issue) => fieldErrors(issue, names), onRight: () => [] })
      assert.lengthOf(errors(once), 1)
      assert.deepStrictEqual(errors(once), errors(twice))
    }
  })
})
