// The mistakes that a guide warns of, each with the check of the contract suite that catches it.
import { readFileSync } from "node:fs"
import { assert } from "@effect/vitest"

const cell = (text: string): string => text.replaceAll("`", "").trim()

/** The rows of the table under `Common mistakes`. */
export const mistakesIn = (guide: string) => {
  const text = readFileSync(new URL(`../../../docs/guides/${guide}`, import.meta.url), "utf8")
  const section = text.split(/^## /m).find((part) => part.startsWith("Common mistakes\n")) ?? ""
  const rows = section.split("\n").filter((line) => line.startsWith("|"))
  const mistakes = rows.slice(2).map((row) => {
    const [, mistake = "", , caughtBy = ""] = row.split("|").map(cell)
    return { mistake, caughtBy }
  })
  assert.isAtLeast(mistakes.length, 5)
  return mistakes
}
