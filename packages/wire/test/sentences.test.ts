import { assert, describe, it } from "@effect/vitest"
import { ChargeRequest } from "@florin/core/cards/CardRequest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Findings } from "../src/internal/reader.js"
import * as Requests from "../src/Requests.js"
import { charge, fullCharge, withAt } from "./internal/samples.js"

const number = "4929939187355598"

const listed = (issue: ParseResult.ParseIssue) => {
  const findings = new Findings()
  findings.addIssue(issue)
  return findings.errors
}

const errorsOf = <A, I>(schema: Schema.Schema<A, I>, value: unknown) =>
  Either.match(ParseResult.decodeUnknownEither(schema, { errors: "all" })(value), {
    onLeft: listed,
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
    const [error, ...more] = errorsOf(object, { field: value })
    assert.deepStrictEqual([error?.path, more], [["field"], []])
    assert.match(error!.sentence, /^is invalid(?:: expected (?:a string|a number|one of a, b), got another string)?$/)
  })

  it("D5 | texts: those of a filter and of an annotation are used", () => {
    const filtered = Schema.String.pipe(Schema.filter(() => "is odd"))
    const annotated = Schema.String.pipe(Schema.minLength(99, { message: () => "is short" }))
    assert.deepStrictEqual(errorsOf(Schema.Struct({ a: filtered, b: annotated }), { a: "x", b: "x" }), [
      { path: ["a"], sentence: "is odd" },
      { path: ["b"], sentence: "is short" }
    ])
  })

  it.each(["one of", "another", "expected"])("D5 | rejected values: also not %s, by chance", (value) => {
    const object = Schema.Struct({ field: Schema.Literal("a", "b") })
    assert.deepStrictEqual(errorsOf(object, { field: value }), [{ path: ["field"], sentence: "is invalid" }])
  })

  // A query's own: its field may be there with the value undefined.
  it.each([
    {
      of: "a text",
      schema: Schema.String.pipe(Schema.pattern(/^a/, { message: () => "must begin with a" })),
      sent: "x"
    },
    { of: "a part", schema: Schema.Struct({ a: Schema.Literal("a", "b") }), sent: { a: number } },
    { of: "a list of values", schema: Schema.Literal("a", "b"), sent: number },
    { of: "another kind", schema: Schema.String, sent: [number] },
    { of: "null", schema: Schema.Literal("a", "b"), sent: null }
  ])("D5 | texts: those of an optional field are those of a required one, for $of", ({ schema, sent }) => {
    const required = Schema.Struct({ field: schema as Schema.Schema<unknown> })
    const optional = Schema.Struct({ field: Schema.optional(schema as Schema.Schema<unknown>) })
    const errors = errorsOf(optional, { field: sent })
    assert.deepStrictEqual(errors, errorsOf(required, { field: sent }))
    assert.notStrictEqual(errors[0]?.sentence, "is invalid")
    assert.notInclude(JSON.stringify(errors), number)
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

// The reader of requests goes its own way through a schema; what the schema means stays the library's affair.
describe("a request is read as the library reads it", () => {
  const decode = ParseResult.decodeUnknownEither(ChargeRequest, { errors: "all" })

  it.each([{ of: "the smallest" }, { of: "every member" }])("in $of", ({ of }) => {
    const sent = of === "the smallest" ? charge() : fullCharge()
    const [theirs, ours] = [
      Either.getOrThrow(decode(sent)),
      Either.getOrThrow(Requests.authorization({ request: sent }))
    ]
    assert.deepStrictEqual(JSON.parse(JSON.stringify(ours)), JSON.parse(JSON.stringify(theirs)))
  })

  const leaves = (value: unknown, path = ""): ReadonlyArray<string> =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === "" ? name : `${path}.${name}`))
      : [path]

  it.each(leaves(fullCharge()))("with something wrong in %s", (path) => {
    for (const value of [1.5, "\u0000", true, { a: 1 }, ["a"]]) {
      const sent = withAt(fullCharge(), path, value)
      const theirs = Either.match(decode(sent), { onLeft: listed, onRight: () => [] })
      const ours = Either.match(Requests.authorization({ request: sent }), {
        onLeft: ({ errors }) => errors,
        onRight: () => []
      })
      assert.sameDeepMembers([...ours], [...theirs])
    }
  })
})
