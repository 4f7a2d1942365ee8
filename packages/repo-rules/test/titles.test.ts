import { describe, expect, it } from "vitest"
import { isTestSource, titlesOf } from "../src/Titles.js"

const isSection = (text: string) => ["Errors", "customer", "Limits"].includes(text)
const found = (...lines: ReadonlyArray<string>) =>
  titlesOf({ path: "packages/a/test/a.test.ts", text: lines.join("\n") }, isSection).map(
    ({ line, rows, says, section }) => `${line} ${section} | ${rows}: ${says}`
  )

const dollar = "$"

describe("titles in test sources", () => {
  it.each([
    ["a text", ['it("Errors | a: is b", f)'], ["1 Errors | a: is b"]],
    ["a template", ["it(`Errors | a, b: is c`, f)"], ["1 Errors | a, b: is c"]],
    ["a template with a value in its sentence", [`it(\`Errors | a: is ${dollar}{b}\`, f)`], ["1 Errors | a: is …"]],
    ["a text in a table of data", ['const cases = [{ row: "Errors | a" }]'], ["1 Errors | a: "]],
    [
      "the row from it.each by name",
      ['it.each([{ row: "a" }, { row: "b" }])("Errors | $row: c")'],
      ["1 Errors | a: c", "1 Errors | b: c"]
    ],
    [
      "the row from it.effect.each by place",
      ['it.effect.each([["a", 1]] as const)("Errors | %s: %i")'],
      ["1 Errors | a: %i"]
    ],
    ["a row that only a run knows", [`it(\`Errors | ${dollar}{row}: is b\`, f)`], ["1 Errors | …: is b"]],
    ["no title of another section", ['it("Mistakes | a: b", f)', 'it("D4 | a: b", f)'], []],
    ["no title in a comment", ['// it("Errors | a: b", f)'], []]
  ])("%s", (_, lines, expected) => {
    expect(found(...lines)).toEqual(expected)
  })

  it.each([
    [
      "a table beside a section",
      ['rowsOf("customer", { rows: [{ field: "ip", says: "b" }] })'],
      ["1 customer | ip: b"]
    ],
    ["row before field", ['rowsOf("customer", [{ row: "ip", field: "ip.0", says: "b" }])'], ["1 customer | ip: b"]],
    [
      "constants, spreads, functions, filter, map and concat",
      [
        'const ip = { field: "ip", says: "b" }',
        'const text = (field: string, says = "text") => ({ field, says })',
        'const rows = [ip, text("email"), { ...text("phone"), says: "own" }, text("left_out")]',
        'const kept = rows.filter(({ field }) => field !== "left_out")',
        'rowsOf("customer", { rows: kept.concat(text("last")).map((row) => ({ ...row, x: 1 })) })'
      ],
      ["5 customer | ip: b", "5 customer | email: text", "5 customer | phone: own", "5 customer | last: text"]
    ],
    [
      "a function of the file that names the section",
      ['const customer = (rows: Rows) => rowsOf("customer", { rows })', 'customer([{ field: "ip", says: "b" }])'],
      ["2 customer | ip: b"]
    ],
    ["no row that only a run knows", ['rowsOf("customer", { rows: rowsOfAnotherFile })'], []],
    ["no row that a filter may have left out", ['rowsOf("customer", [{ field: "ip", says: "b" }].filter(kept))'], []],
    ["no list without sentences", ['errors("customer", [{ field: "ip" }])'], []],
    [
      "no constant that a parameter hides",
      [
        'const rows = [{ field: "ip", says: "b" }]',
        'const customer = (rows: Rows) => { rowsOf("customer", { rows }) }'
      ],
      []
    ],
    ["no block of tests", ['describe("customer", () => [{ field: "ip", says: "b" }])'], []],
    ["no function that calls itself for ever", ["const f = (a: string) => f(a)", 'f("a")'], []]
  ])("tables: %s", (_, lines, expected) => {
    expect(found(...lines)).toEqual(expected)
  })

  it.each([
    ["packages/wire/test/a.test.ts", true],
    ["packages/wire/test/internal/rows.ts", true],
    ["examples/standalone/test/a.test.ts", true],
    ["packages/wire/src/A.ts", false],
    ["packages/repo-rules/test/titles.test.ts", false]
  ])("%s is a test source: %s", (path, expected) => {
    expect(isTestSource(path)).toBe(expected)
  })
})
