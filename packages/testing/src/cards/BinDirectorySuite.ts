/** The contract of a BIN directory, as tests that every implementation runs. */
import type { BinDirectory, BinRecord } from "@florin/core/cards/BinDirectory"
import { type NumberFacts, parse } from "@florin/core/cards/CardNumber"
import { Country } from "@florin/core/money/Country"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"

type Directory = NonNullable<BinDirectory["Type"]>

/** A test card, and what the directory knows of it. */
export interface KnownCard {
  readonly number: string
  readonly record: Partial<BinRecord>
}

const factsOf = (number: string): NumberFacts => Option.getOrThrow(parse(number)).facts

/** Numbers that no issuer has, of several brands and lengths, and of no brand. */
const others = ["4000000000000002", "5100000000000008", "340000000000009", "9112000000000000", "0000000000000000000"]

const isCountry = Schema.is(Country)
const isRecord = ({ issuerCountry, issuerName, product, tokenProvider }: BinRecord): boolean =>
  [issuerName, product, tokenProvider].every((text) => text === null || (typeof text === "string" && text !== "")) &&
  (issuerCountry === null || isCountry(issuerCountry))

/** The promises of the contract, for runners of another kind. */
export const checks = ({ find }: Directory, known: ReadonlyArray<KnownCard>) => ({
  "knows its test cards": () => {
    for (const { number, record } of known) assert.hasMembers(find(factsOf(number)), record)
  },
  "gives texts that are not empty, countries of ISO 3166-1, and null for what it does not know": () => {
    for (const number of [...others, ...known.map(({ number }) => number)]) {
      assert.isTrue(isRecord(find(factsOf(number))), number.slice(0, 6))
    }
  },
  "goes by the first digits, not by the last": () => {
    for (const { number } of known) {
      const facts = factsOf(number)
      assert.deepStrictEqual(find({ ...facts, last4: "0000" }), find(facts))
    }
  }
})

/** Runs the contract of `BinDirectory`. */
export const binDirectorySuite = (
  runner: Runner,
  name: string,
  directory: Directory,
  known: ReadonlyArray<KnownCard>
): void => {
  runner.describe(`${name} keeps the contract of a BIN directory`, () => {
    for (const [promise, run] of Object.entries(checks(directory, known)))
      declareTest(runner, promise, Effect.sync(run))
  })
}
