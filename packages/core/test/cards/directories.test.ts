import { type BinRecord, unknownBin as unknown } from "@florin/core/cards/BinDirectory"
import { assert, describe, it } from "vitest"
import { countryOf, recordOf } from "../../src/card-operations/internal/directories.js"
import { shownCard } from "../samples.js"

const known: BinRecord = { product: "F", issuerCountry: "DE", issuerName: "Ökobank", tokenProvider: "apple_pay" }
const broken = () => {
  throw new Error("not found")
}

// Source: D41: what a port says is checked; what stands with a charge must be readable for ever.
describe("a host's BIN directory", () => {
  it.each([
    { says: known, expected: known },
    { says: unknown, expected: unknown },
    { says: undefined, expected: unknown },
    { says: null, expected: unknown },
    { says: "DE", expected: unknown },
    { says: {}, expected: unknown },
    { says: { issuerCountry: "DE" }, expected: { ...unknown, issuerCountry: "DE" } },
    { says: { ...known, product: 7, issuerName: "" }, expected: { ...known, product: null, issuerName: null } },
    { says: { ...known, issuerCountry: "Germany" }, expected: { ...known, issuerCountry: null } },
    { says: { ...known, issuerCountry: "de" }, expected: { ...known, issuerCountry: null } },
    { says: { ...known, scheme: "visa" }, expected: known }
  ])("D41: that says $says is taken for $expected", ({ expected, says }) => {
    assert.deepStrictEqual(recordOf({ find: () => says as BinRecord }, shownCard.facts), expected)
  })

  it("D41: that throws knows nothing", () => {
    assert.deepStrictEqual(recordOf({ find: broken }, shownCard.facts), unknown)
  })
})

describe("a host's directory of IP addresses", () => {
  it.each([
    ["NL", "NL"],
    [null, null],
    [undefined, null],
    ["", null],
    ["nl", null],
    ["NLD", null],
    [5, null],
    [{ country: "NL" }, null]
  ])("D41: that says %s is taken for %s", (says, expected) => {
    assert.strictEqual(countryOf({ countryOf: () => says as string | null }, "192.0.2.1"), expected)
  })

  it("D41: that throws knows nothing", () => {
    assert.isNull(countryOf({ countryOf: broken }, "192.0.2.1"))
  })
})
