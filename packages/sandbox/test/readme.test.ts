import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { tables } from "./tables.js"

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")

const section = (heading: string): string => readme.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? ""

/** Removes the padding of table columns. */
const plain = (line: string): string => line.replace(/ +/g, " ").replace(/-{3,}/g, "---")

describe("The README", () => {
  it.each(Object.keys(tables))("has the table of the data under %j", (heading) => {
    const lines = section(heading).split("\n")
    const rows = lines.filter((line) => line.startsWith("|"))
    assert.deepStrictEqual(rows.map(plain), tables[heading]!.split("\n").map(plain))
  })
})
