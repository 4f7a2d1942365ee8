import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, describe, expect, it } from "vitest"
import { documents, examine } from "../src/Conformance.js"
import { render } from "../src/ConformancePage.js"
import { conclude, page } from "../src/ConformanceReporter.js"

const rows = (section: string, ...names: ReadonlyArray<string>) =>
  names.map((name) => `| <a id="${section}/${name}"></a>${name} | text |`)

const specification = [
  ...["## Resources and their fields", "| Field | Type |", "|---|---|"],
  ...rows("authorization-request", "amount", "credit_card"),
  ...rows("credit_card", "exp_month", "exp_year"),
  ...rows("tokenization-request", "same-shapes-as-the-authorization-request", "expired_at"),
  ...rows("states-and-transitions", "request-accepted", "request-accepted-late", "accepted")
]
const decisions = "**D1 Paths.** One.\n\n**D12 Window** and more."
const path = "packages/a/test/a.test.ts"

const judge = (titles: ReadonlyArray<string>, { code = "", covers = ["*"], lines = specification, test = "" } = {}) => {
  const files = [
    { path: documents.interface, text: lines.join("\n") },
    { path: documents.decisions, text: decisions },
    { path, text: test },
    { path: "packages/a/src/A.ts", text: code }
  ]
  const planned = [{ work: "later", reason: "It is later work.", covers }]
  const conformance = examine(
    titles.map((title) => ({ path, title })),
    files,
    planned
  )
  const tested = [...conformance.rows, ...conformance.decisions].filter(({ tests }) => tests.length > 0)
  const complaints = conformance.problems.filter((says) => !says.includes("no longer only planned"))
  return { ...conformance, complaints, tested: tested.map(({ id }) => id), page: render(conformance, planned) }
}

describe("titles lead to rows", () => {
  it.each([
    ["Authorization request | amount: is a number", "authorization-request/amount"],
    ["credit_card object | exp_month, exp_year: are digits", "credit_card/exp_month", "credit_card/exp_year"],
    ["`credit_card` members | 'exp_month': is quoted by the runner", "credit_card/exp_month"],
    ["States and transitions | Request, Accepted, Late: the longest", "states-and-transitions/request-accepted-late"],
    [
      "States and transitions | Request, Accepted, Accepted: two",
      ...["states-and-transitions/request-accepted", "states-and-transitions/accepted"]
    ],
    ["Tokenization request | expired_at: has a row", "tokenization-request/expired_at"],
    ["Tokenization request | amount: shared", "tokenization-request/same-shapes-as-the-authorization-request"],
    ["Tokenization request | credit_card.exp_year", "tokenization-request/same-shapes-as-the-authorization-request"],
    ["D12 | at 30 s: is a decision's"],
    ["D12a | at 30 s: is a decision's with a letter"],
    ["shapes | children: is another document's"],
    ["a sentence: with a | in it"]
  ])("one of a test: %s", (title, ...expected) => {
    const { complaints, tested } = judge([title!])
    expect({ complaints, tested }).toEqual({ complaints: [], tested: expected })
  })

  it.each([
    ["Authorization request | amuont: a slip", "Authorization request | amuont"],
    ["Authorization request | amount, curency: half a slip", "Authorization request | curency"],
    ["Tokenization request | exp_year: nor is it shared", "Tokenization request | exp_year"],
    ["Mistakes | amount: no section", "Mistakes | amount"]
  ])("a slip: %s", (title, name) => {
    expect(judge([title]).complaints).toEqual([`${path}: "${name}" is no row of docs/interface.md`])
  })
})

describe("verdicts", () => {
  const titles = [
    ...["Authorization request | amount, credit_card", "credit_card | exp_month, exp_year"],
    ...["States and transitions | Request, Accepted", "States and transitions | Accepted"]
  ]
  const covers = ["tokenization-request/*", "*-late"]
  const cited = { test: "// D1, D12", covers }

  it("all is well when everything is tested or planned; else it is named, and D1 is not cited by D12", () => {
    expect(judge(titles, cited).problems).toEqual([])
    const wanted = ["no test names states-and-transitions/request-accepted-late", "no test names D1"]
    expect(judge(titles, { covers: covers.slice(0, 1), test: "// D12" }).problems).toEqual(wanted)
  })

  it.each([
    ["credit_card/exp_month", `is no longer only planned for later: ${path} tests it`],
    ["D1", `is no longer only planned for later: ${path} tests it`],
    ["credit_card/cvv", "is planned, but there is no such row or decision"],
    ["states-and-transitions/request-accepted-late", "is planned twice"]
  ])("a mark falls when it is needless: %s %s", (mark, says) => {
    expect(judge(titles, { ...cited, covers: [...covers, mark] }).problems).toEqual([`${mark} ${says}`])
  })

  it("rows of tables and items of lists have an id; a legend and a paragraph have none", () => {
    const lines = [
      ...specification,
      "| a new row | text |",
      "- a new item",
      "1. a new rule",
      "- `*` marks required",
      "A"
    ]
    const says = [13, 14, 15].map((line) => `docs/interface.md:${line}: a row without an id`)
    expect(judge(titles, { ...cited, lines }).problems).toEqual(says)
  })

  it("code that cites a row, a section or a decision that is not there is named", () => {
    const code = [
      '/** Source: interface, "credit_card object | exp_day"; D99. */',
      '/**\n * A. Source: interface,\n * "Mistakes".\n */',
      "/** Source: interface, Limits, 3. */"
    ].join("\n")
    expect(judge([], { code }).complaints).toEqual([
      'packages/a/src/A.ts: "credit_card object | exp_day" is no row of docs/interface.md',
      'packages/a/src/A.ts: "Mistakes" is no section of docs/interface.md',
      'packages/a/src/A.ts: "Limits, 3 in quotes" is no section of docs/interface.md',
      "packages/a/src/A.ts: D99 is no decision"
    ])
  })
})

describe("the page", () => {
  it("shows two tests of a row, the code that cites it, its plan, or that there is nothing", () => {
    const says = ["x | y", "z", "a"].map((sentence) => `credit_card | exp_month: ${sentence}`)
    const code = '/** Source: interface, "credit_card object"; interface, "credit_card | exp_year"; D12. */'
    const { page } = judge(says, { code, test: "// D12", covers: ["authorization-request/*", "*/exp_year"] })
    const link = "[a/A](../packages/a/src/A.ts)"
    const names = ["amount", "credit_card"].map((name) => `[${name}](interface.md#authorization-request/${name})`)
    expect(page.split("\n")).toEqual(
      expect.arrayContaining([
        `Code: ${link}.`,
        "| [exp_month](interface.md#credit_card/exp_month) | `a/a`: a<br>`a/a`: x \\| y<br>and more |  |",
        `| [exp_year](interface.md#credit_card/exp_year) | planned: later | ${link} |`,
        "| D1 | Paths | **no test yet** |  |",
        `| D12 | Window | \`a/a\` | ${link} |`,
        "| rows of the interface | 9 | 1 | 3 | 5 |",
        `Planned, with later: ${names.join(", ")}.`
      ])
    )
  })
})

describe("a run of the tests", () => {
  const root = mkdtempSync(join(tmpdir(), "florin-conformance-"))
  afterAll(() => rmSync(root, { recursive: true, force: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const ofThis = (path: string) => fileURLToPath(new URL(path, import.meta.url))
  const run = (...args: ReadonlyArray<string>) => {
    const command = [ofThis("../../../node_modules/vitest/vitest.mjs"), "run", "--root", root, ...args]
    const env = { PATH: process.env.PATH }
    const { status, stderr, stdout } = spawnSync(process.execPath, command, { env, encoding: "utf8" })
    return { status, reply: `${stdout}${stderr}` }
  }

  it("passes with a page as the titles are; of all tests fails for a title without its row and for a stale page", () => {
    const other = "packages/a/test/b.test.ts"
    spawnSync("git", ["init", "-q"], { cwd: root })
    write(
      "vitest.config.ts",
      `import { ConformanceReporter } from ${JSON.stringify(ofThis("../src/ConformanceReporter.ts"))}
      export default { test: { globals: true, reporters: [new ConformanceReporter(${JSON.stringify(root)}, [])] } }`
    )
    write(documents.interface, rows("order", "amount", "b").join("\n"))
    write(documents.decisions, "")
    write(path, 'describe("Order | amount", () => { it.each([{ row: "b" }])("Order | $row: is short", () => {}) })')
    write(other, 'it("has a title of its own", () => {}); it.skip("Order | c: does not run", () => {})')
    const titles = ["Order | amount", "Order | b: is short"].map((title) => ({ path, title }))
    write(page, conclude(titles, root, []).text)
    expect(run()).toEqual({ status: 0, reply: "" })

    write(other, 'it("Order | c: is not there", () => {})')
    write(page, "")
    const { reply, status } = run()
    expect(status).toBe(1)
    expect(reply).toContain(`${other}: "Order | c" is no row of ${documents.interface}`)
    expect(reply).toContain(`${page} is out of date`)
    expect(run(other)).toEqual({ status: 0, reply: "" })
    expect(run("-t", "Order")).toEqual({ status: 0, reply: "" })
  })
})
