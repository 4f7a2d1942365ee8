import { describe, expect, it } from "vitest"
import { forbiddenWords, tellingNames } from "../src/Words.js"

const at = (path: string, text = "") => [{ path, text }]
// Spelled in pieces: this file is under the rule too.
const join = (...parts: ReadonlyArray<string>) => parts.join("")

describe("words that no file holds", () => {
  it.each([
    ...[join("// TO", "DO later"), join("FIX", "ME"), join("a HA", "CK."), join("XX", "X: look again")],
    ...[join("see /wo", "rk/main/packages"), join('"/ro', 'ot/.npm"'), join("/ho", "me/ann/florin")],
    ...[join("file:///ho", "me/ann/florin"), join("/Us", "ers/ann/florin"), join("C:\\Us", "ers\\ann")],
    join("// biome-ignore", "-all lint: why not")
  ])("%s", (text) => {
    expect(forbiddenWords(at("docs/page.md", `first\n${text}\n`)).join()).toContain("docs/page.md:2 ")
  })

  it.each([
    ...["a todo list, a hacker, fix me", "4242XXXXXXXX4242", 'the currency "XXX" and `XXX`'],
    ...["https://example.com/home/page", join("src/home/Page.ts and ../wo", "rk/a"), "// biome-ignore lint: a reason"]
  ])("allows %s", (text) => {
    expect(forbiddenWords(at("docs/page.md", text))).toEqual([])
  })

  it.each([
    ["packages/core/src/stringUtils.ts", 1],
    ["packages/core/src/helpers/Amount.ts", 1],
    ["packages/core/src/common.ts", 1],
    ["packages/core/src/ConnectionManager.ts", 1],
    ["packages/core/src/Utility.ts", 0],
    ["packages/core/src/CommonNames.ts", 0]
  ])("%s: %i vague names", (path, expected) => {
    expect(tellingNames(at(path))).toHaveLength(expected)
  })
})
