import { assert, describe, it } from "@effect/vitest"
import { parse } from "@florin/core/cards/CardNumber"
import { Country } from "@florin/core/money/Country"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { find, ranges } from "../src/SandboxBins.js"
import { testCards } from "../src/TestCards.js"

const recordOf = (number: string) => find(Option.getOrThrow(parse(number)).facts)

describe("The BIN directory", () => {
  it.each([
    ["4200000000000000", "F", "GB", "Sandbox Bank"],
    ["9112300000000000", null, "BY", "Sandbox Bank of Minsk"],
    ["4005550000000019", "F", "US", "Sandbox Credit Union"],
    ["4111111111111111", "I", "FR", "Banque Sandbox"],
    ["4242424242424242", "G", "US", "Sandbox Business Bank"],
    ["5555555555554444", "MCG", "DE", "Sandbox Bank Deutschland"],
    ["4012000000003010", "N", "PL", "Bank Sandbox"],
    ["4012001037141112", "N", "PL", "Bank Sandbox"],
    ["5204240000015029", "MDS", "NL", "Sandbox Betaalbank"],
    ["4000000000000002", null, null, null]
  ])(
    "`credit_card` in responses | product, issuer_country, issuer_name: of %s they are %s, %s, %s",
    (number, product, issuerCountry, issuerName) => {
      assert.deepStrictEqual(recordOf(number), { product, issuerCountry, issuerName, tokenProvider: null })
    }
  )

  it("knows the issuer of every test card, and no range without one", () => {
    const bins = new Set(testCards.map(({ number }) => number.slice(0, 6)))
    assert.sameMembers(
      ranges.map(({ bin }) => bin),
      [...bins]
    )
  })

  it("names countries of ISO 3166-1", () => {
    assert.deepStrictEqual(
      ranges.filter(({ issuerCountry }) => !Schema.is(Country)(issuerCountry)),
      []
    )
  })
})
