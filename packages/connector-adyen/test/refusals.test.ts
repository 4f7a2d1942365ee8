import { readFileSync } from "node:fs"
import { declineTable } from "@florin/testing/acquirers/DeclineTable"
import { describe, expect, it } from "vitest"
import { reasonOf, refusals } from "../src/internal/refusals.js"

const inReadme = () => declineTable(readFileSync(new URL("../README.md", import.meta.url), "utf8"))

describe("D57 Adyen's refusals become D6's reasons", () => {
  it.each(refusals)("%s, %s, is %s, by its code and by its text", (code, text, reason) => {
    expect(reasonOf(code, undefined)).toBe(reason)
    expect(reasonOf(undefined, text)).toBe(reason)
  })

  it.each([
    ["a code before a text", "12", "Refused", "funds"],
    ["a text in other letters", undefined, "NOT ENOUGH BALANCE", "funds"],
    ["a text with what the issuer gave", undefined, "Refused | 05 : Do not honor", "do-not-honour"],
    ["a code that is not known, and a text that is", "999", "Expired Card", "card-expired"],
    ["nothing known", "999", "New in 2030", "unspecified"],
    ["nothing at all", undefined, undefined, "unspecified"]
  ] as const)("%s", (_, code, text, reason) => {
    expect(reasonOf(code, text)).toBe(reason)
  })

  it("names a code once, and a text once", () => {
    expect(new Set(refusals.map(([code]) => code)).size).toBe(refusals.length)
    expect(new Set(refusals.map(([, text]) => text.toLowerCase())).size).toBe(refusals.length)
  })

  it("has its line in the README for each code, and no other", () => {
    const listed = [...inReadme()].flatMap(([reason, codes]) => codes.map((code) => `${code} ${reason}`))
    expect(listed.sort()).toEqual(refusals.map(([code, , reason]) => `${code} ${reason}`).sort())
  })
})
