// Which acquirers may get a number, and which a provider's token. Source: D53.
import {
  isTokensOnly,
  keepingRefusal,
  refusal,
  type Source,
  sourceOf,
  type Taking,
  takes
} from "@florin/core/routing/Sources"
import { assert, describe, it } from "vitest"
import { shownCard } from "../samples.js"

const acquirers = {
  plain: {},
  cards: { provider: "stripe", capabilities: { sources: ["card"] } },
  tokens: { provider: "stripe", capabilities: { sources: ["token"] } },
  both: { provider: "stripe", capabilities: { sources: ["card", "token"] } },
  another: { provider: "adyen", capabilities: { sources: ["card", "token"] } },
  unnamed: { capabilities: { sources: ["card", "token"] } },
  none: { provider: "stripe", capabilities: { sources: [] } }
} satisfies Record<string, Taking>

type Name = keyof typeof acquirers

const names = Object.keys(acquirers) as ReadonlyArray<Name>

const number: Source = { source: "card" }
const token: Source = { source: "token", provider: "stripe" }

describe("a source goes only to acquirers that take it", () => {
  it.each<readonly [what: string, source: Source, taken: ReadonlyArray<Name>]>([
    ["a number", number, ["plain", "cards", "both", "another", "unnamed"]],
    ["a token of stripe", token, ["tokens", "both"]],
    ["a token of adyen", { source: "token", provider: "adyen" }, ["another"]],
    ["a token of nobody here", { source: "token", provider: "checkout" }, []]
  ])("D53: %s", (_, source, taken) => {
    assert.deepStrictEqual(
      names.filter((name) => takes(acquirers[name], source)),
      taken
    )
  })

  it("D53: a card as answers show it says which it is", () => {
    assert.deepStrictEqual(sourceOf(undefined), number)
    assert.deepStrictEqual(sourceOf(shownCard), number)
    assert.deepStrictEqual(sourceOf({ ...shownCard, provider: "stripe" }), token)
    // What a BIN directory detected is nobody's token.
    const detected = { ...shownCard, tokenProvider: "stripe" }
    assert.deepStrictEqual(sourceOf(detected), number)
  })
})

describe("a source that nobody takes is refused at the card", () => {
  it.each<
    readonly [what: string, source: Source, there: ReadonlyArray<Name>, isNew: boolean, path: string | undefined]
  >([
    ["a number, where one of two takes it", number, ["tokens", "cards"], true, undefined],
    ["a number, where nobody takes it", number, ["tokens"], true, "section.number"],
    ["a saved number, where nobody takes it", number, ["tokens"], false, "section.token"],
    ["a number, where there is no acquirer: its charge fails", number, [], true, undefined],
    ["a token, where one of two takes it", token, ["cards", "both"], true, undefined],
    ["a token, where nobody takes it", token, ["cards", "another"], true, "section.provider_token"],
    ["a saved token, where nobody takes it", token, ["cards"], false, "section.token"],
    ["a token, where there is no acquirer", token, [], true, "section.provider_token"]
  ])("D53: %s", (_, source, there, isNew, path) => {
    const refused = refusal(
      there.map((name) => acquirers[name]),
      source,
      { path: "section", isNew }
    )
    assert.strictEqual(refused?.errors[0].path.join("."), path)
  })
})

describe("a number is kept where somebody could charge it (D58)", () => {
  it.each<readonly [there: ReadonlyArray<Name>, isRefused: boolean]>([
    [[], false],
    [["plain"], false],
    [["both"], false],
    [["tokens", "cards"], false],
    [["tokens"], true],
    [["tokens", "none"], true]
  ])("D58: by %j, refused: %s", (there, isRefused) => {
    const found = there.map((name) => acquirers[name])
    assert.strictEqual(isTokensOnly(found), isRefused)
    assert.strictEqual(keepingRefusal(found)?.errors[0].path.join("."), isRefused ? "number" : undefined)
  })
})
