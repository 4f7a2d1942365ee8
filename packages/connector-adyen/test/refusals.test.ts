import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { reasonOf, refusals } from "../src/internal/refusals.js"

/** The codes of each reason in the table of the README: `a`, `b` | 1, 2; 3 to 5. */
const inReadme = (): ReadonlyMap<string, ReadonlyArray<string>> => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
  const [, table = ""] = /## Why it declines\n([\s\S]*?)\n## /.exec(readme) ?? []
  const rows = table.split("\n").filter((line) => line.startsWith("| `"))
  return new Map(
    rows.flatMap((row) => {
      const [, reasons = "", codes = ""] = row.split("|")
      const groups = (codes.split(":")[0] ?? "").split(";")
      return [...reasons.matchAll(/`([a-z-]+)`/g)].map(([, reason = ""], index) => [
        reason,
        (groups[index] ?? "").split(",").flatMap((part) => expanded(part.trim()))
      ])
    })
  )
}

const expanded = (part: string): ReadonlyArray<string> => {
  const [, from, to] = /^(\d+) to (\d+)$/.exec(part) ?? []
  if (from === undefined || to === undefined) return /^[0-9A-Z]+$/.test(part) ? [part] : []
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index))
}

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
