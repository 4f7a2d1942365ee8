import { describe, expect, it } from "vitest"
import { forbiddenWords } from "../src/Words.js"

const found = (text: string) => forbiddenWords([{ path: "docs/page.md", text }]).map((_) => `${_.line} ${_.what}`)

// Spelled in pieces: this file is under the rule too.
const join = (...parts: ReadonlyArray<string>) => parts.join("")

describe("words that no file holds", () => {
  it.each([
    ["marker", join("// TO", "DO later")],
    ["marker", join("FIX", "ME")],
    ["marker", join("a HA", "CK.")],
    ["marker", join("XX", "X: look again")],
    ["skipped test", join("it.sk", 'ip("a")')],
    ["skipped test", join("describe.on", 'ly("a")')],
    ["skipped test", join("it.to", 'do("a")')],
    ["skipped test", join("it.effect.sk", "ip.each([])")],
    ["skipped test", join("it.skip", 'If(windows)("a")')],
    ["skipped test", join("it.run", 'If(linux)("a")')],
    ["machine path", join("see /wo", "rk/main/packages")],
    ["machine path", join('"/ro', 'ot/.npm"')],
    ["machine path", join("/ho", "me/ann/florin")],
    ["machine path", join("file:///ho", "me/ann/florin")],
    ["machine path", join("/Us", "ers/ann/florin")],
    ["machine path", join("C:\\Us", "ers\\ann")]
  ])("%s: %s", (what, text) => {
    expect(found(`first\n${text}\n`)).toEqual([`2 ${what}`])
  })

  it.each([
    "a todo list, a hacker, fix me",
    "4242XXXXXXXX4242",
    'the currency "XXX" and `XXX`',
    "https://example.com/home/page",
    join("src/home/Page.ts and ../wo", "rk/a"),
    "The list may be skipped (or not)",
    "Stream.drop(1)"
  ])("allows %s", (text) => {
    expect(found(text)).toEqual([])
  })
})
