import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { Interval, maxLength } from "../../src/time/Interval.js"

const refusalOf = (value: unknown) =>
  Either.match(Schema.decodeUnknownEither(Interval, { errors: "all" })(value), {
    onLeft: (error) =>
      ParseResult.ArrayFormatter.formatErrorSync(error).map(({ message, path }) => `${path.join(".")} ${message}`),
    onRight: () => ["accepted"]
  })

// Source: interface, "Plan", `plan.interval` and `plan.interval_unit`.
describe("an interval", () => {
  it.each([
    { length: 1, unit: "hour" },
    { length: 30, unit: "day" },
    { length: maxLength, unit: "month" }
  ])("of $length $unit is accepted", (interval) => {
    assert.deepStrictEqual(Schema.decodeUnknownSync(Interval)(interval), interval)
  })

  it.each([
    [{ length: 0, unit: "day" }, ["length must be greater than 0"]],
    [{ length: -1, unit: "day" }, ["length must be greater than 0"]],
    [{ length: maxLength + 1, unit: "day" }, ["length can't be greater than 36500"]],
    [{ length: 1.5, unit: "day" }, ["length is invalid"]],
    [{ length: Number.NaN, unit: "day" }, ["length is invalid"]],
    [{ length: "4111111111111111", unit: "day" }, ["length is invalid"]],
    [{ length: 1, unit: "week" }, ["unit is invalid"]],
    [{ length: 1, unit: 4111111111111111 }, ["unit is invalid"]],
    [{ length: 0, unit: "4111111111111111" }, ["length must be greater than 0", "unit is invalid"]],
    ["4111111111111111", [" is invalid"]],
    [null, [" is invalid"]]
  ])("%j is refused without being repeated (D5)", (value, expected) => {
    assert.deepStrictEqual(refusalOf(value), expected)
  })
})
