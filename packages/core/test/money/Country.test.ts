import { assert, describe, it } from "@effect/vitest"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import countries from "iso-3166-1"
import * as Country from "../../src/money/Country.js"
import { codes, publishedAt } from "../../src/money/internal/iso3166.js"

describe("the table of countries against a published copy of ISO 3166-1", () => {
  // No differences are expected: only names have changed since 2011.
  it("the codes are those of the copy", () => {
    const expected = countries.all().map(({ alpha2 }) => alpha2)
    assert.strictEqual(expected.length, 249)
    assert.deepStrictEqual([...codes].sort(), expected.sort())
  })

  it("the table has the date of the fourth edition", () => {
    assert.strictEqual(publishedAt, "2020-08")
  })
})

// Source: interface, Conventions, "Country: ISO 3166-1 Alpha-2 (2 letters)".
describe("a country", () => {
  it.each(["US", "CA", "RU", "DE", "GB", "SS", "ZW"])("%s is one", (code) => {
    assert.strictEqual(Schema.decodeUnknownSync(Country.Country)(code), code)
  })

  it.each([
    "us",
    "USA",
    "U",
    "",
    "DE ",
    "UK", // reserved, the code is GB
    "EU", // reserved
    "XK", // user-assigned
    "AN", // withdrawn in 2010
    "SU", // withdrawn in 1992
    "4111111111111111",
    643,
    null,
    undefined,
    ["DE"],
    { country: "4111111111111111" }
  ])("%j is none, and the refusal does not repeat it (D5)", (value) => {
    const result = Schema.decodeUnknownEither(Country.Country)(value)
    assert.strictEqual(Either.isLeft(result) ? result.left.message : "accepted", "is invalid")
  })
})
