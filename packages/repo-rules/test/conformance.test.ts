import { describe, expect, it } from "vitest"
import { documents, examine } from "../src/Conformance.js"
import { render } from "../src/ConformancePage.js"
import type { PlannedWork } from "../src/Planned.js"

const rows = (section: string, ...names: ReadonlyArray<string>) =>
  names.map((name) => `| <a id="${section}/${name}"></a>${name} | text |`)

const specification = [
  "## Resources and their fields",
  "| Field | Type |",
  "|---|---|",
  ...rows("authorization-request", "amount", "credit_card"),
  ...rows("credit_card", "exp_month", "exp_year"),
  ...rows("tokenization-request", "same-shapes-as-the-authorization-request", "expired_at"),
  ...rows("states-and-transitions", "request-accepted", "request-accepted-late", "accepted")
]
const decisions = ["**D1 Paths.** One.", "", "**D12 Window** and more."]

const plan = (...covers: ReadonlyArray<string>): ReadonlyArray<PlannedWork> => [
  { work: "later", reason: "It is later work.", covers }
]
const judge = (
  titles: ReadonlyArray<string>,
  { code = "", lines = specification, planned = plan("*"), test = "" } = {}
) => {
  const files = [
    { path: documents.interface, text: lines.join("\n") },
    { path: documents.decisions, text: decisions.join("\n") },
    { path: "packages/a/test/a.test.ts", text: test },
    { path: "packages/a/src/A.ts", text: code }
  ]
  const conformance = examine(
    titles.map((title) => ({ path: "packages/a/test/a.test.ts", title })),
    files,
    planned
  )
  const tested = [...conformance.rows, ...conformance.decisions].filter(({ tests }) => tests.length > 0)
  return { ...conformance, tested: tested.map(({ id }) => id), page: render(conformance, planned).split("\n") }
}
const complaints = (titles: ReadonlyArray<string>, options?: Parameters<typeof judge>[1]) =>
  judge(titles, options).problems.filter((says) => !says.includes("no longer only planned"))

describe("titles lead to rows", () => {
  it.each([
    ["Authorization request | amount: is a number", ["authorization-request/amount"]],
    ["credit_card object | exp_month, exp_year: are digits", ["credit_card/exp_month", "credit_card/exp_year"]],
    ["`credit_card` members | 'exp_month': is quoted by the runner", ["credit_card/exp_month"]],
    ["States and transitions | Request, Accepted, Late: the longest", ["states-and-transitions/request-accepted-late"]],
    [
      "States and transitions | Request, Accepted, Accepted: two",
      ["states-and-transitions/request-accepted", "states-and-transitions/accepted"]
    ],
    ["Tokenization request | expired_at: has a row", ["tokenization-request/expired_at"]],
    ["Tokenization request | amount: shared", ["tokenization-request/same-shapes-as-the-authorization-request"]],
    ["Tokenization request | credit_card.exp_year", ["tokenization-request/same-shapes-as-the-authorization-request"]],
    ["D12 | at 30 s: is a decision's", []],
    ["shapes | children: is another document's", []],
    ["a sentence: with a | in it", []]
  ])("one of a test: %s: %j", (title, expected) => {
    expect(judge([title]).tested).toEqual(expected)
    expect(complaints([title])).toEqual([])
  })

  it.each([
    ["Authorization request | amuont: a slip", "Authorization request | amuont"],
    ["Authorization request | amount, curency: half a slip", "Authorization request | curency"],
    ["Tokenization request | exp_year: nor is it shared", "Tokenization request | exp_year"],
    ["Mistakes | amount: no section", "Mistakes | amount"]
  ])("a slip: %s", (title, name) => {
    expect(complaints([title])).toEqual([`packages/a/test/a.test.ts: "${name}" is no row of docs/interface.md`])
  })
})

describe("verdicts", () => {
  const all = ["Authorization request | amount, credit_card", "credit_card | exp_month, exp_year"]
  const most = [...all, "States and transitions | Request, Accepted", "States and transitions | Accepted"]
  const cited = { test: "// D1, D12", planned: plan("tokenization-request/*", "*-late") }

  it("all is well when everything is tested or planned", () => {
    expect(judge(most, cited).problems).toEqual([])
  })

  it("a row with neither is named, and a decision too; D1 is not cited by D12", () => {
    const planned = plan("tokenization-request/*")
    const wanted = ["no test names states-and-transitions/request-accepted-late", "no test names D1"]
    expect(judge(most, { planned, test: "// D12" }).problems).toEqual(wanted)
  })

  it.each([
    [
      plan("credit_card/exp_month"),
      "credit_card/exp_month is no longer only planned for later: packages/a/test/a.test.ts"
    ],
    [plan("D1"), "D1 is no longer only planned for later: packages/a/test/a.test.ts"],
    [plan("credit_card/cvv"), "credit_card/cvv is planned, but there is no such row or decision"],
    [plan("*-late"), "states-and-transitions/request-accepted-late is planned twice"]
  ])("a mark falls when it is needless: %j", (more, says) => {
    expect(judge(most, { ...cited, planned: [...cited.planned, ...more] }).problems.join()).toContain(says)
  })

  it.each([
    ["| a new row | text |", 1],
    ["- a new item", 1],
    ["1. a new rule", 1],
    ["- `*` marks required", 0],
    ["a paragraph", 0]
  ])("%s: %i rows without an id", (line, expected) => {
    const found = complaints([], { lines: [...specification, line] }).filter((says) => says.endsWith("without an id"))
    expect(found).toHaveLength(expected)
  })

  it("code that cites a row, a section or a decision that is not there is named", () => {
    const code = [
      '/** Source: interface, "credit_card object | exp_day"; D99. */',
      '/**\n * A. Source: interface,\n * "Mistakes".\n */',
      "/** Source: interface, Limits, 3. */"
    ].join("\n")
    expect(complaints([], { code })).toEqual([
      'packages/a/src/A.ts: "credit_card object | exp_day" is no row of docs/interface.md',
      'packages/a/src/A.ts: "Mistakes" is no section of docs/interface.md',
      'packages/a/src/A.ts: "Limits, 3 in quotes" is no section of docs/interface.md',
      "packages/a/src/A.ts: D99 is no decision"
    ])
  })
})

describe("the page", () => {
  const says = ["x | y", "z", "a"].map((sentence) => `credit_card | exp_month: ${sentence}`)
  const code = '/** Source: interface, "credit_card object"; interface, "credit_card | exp_year"; D12. */'
  const { page } = judge(says, { code, test: "// D12", planned: plan("authorization-request/*", "*/exp_year") })

  it("shows two tests of a row, the code that cites it, its plan, or that there is nothing", () => {
    const link = "[a/A](../packages/a/src/A.ts)"
    expect(page).toContain(`Code: ${link}.`)
    expect(page).toContain(
      "| [exp_month](interface.md#credit_card/exp_month) | `a/a`: a<br>`a/a`: x \\| y<br>and more |  |"
    )
    expect(page).toContain(`| [exp_year](interface.md#credit_card/exp_year) | planned: later | ${link} |`)
    expect(page).toContain("| D1 | Paths | **no test yet** |  |")
    expect(page).toContain(`| D12 | Window | \`a/a\` | ${link} |`)
    expect(page).toContain("| rows of the interface | 9 | 1 | 3 | 5 |")
  })

  it("says in one line that a whole section is planned", () => {
    const names = ["amount", "credit_card"].map((name) => `[${name}](interface.md#authorization-request/${name})`)
    expect(page).toContain(`Planned, with later: ${names.join(", ")}.`)
  })
})
