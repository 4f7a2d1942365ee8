import { describe, expect, it } from "vitest"
import { documents, examine, needless, unproved } from "../src/Conformance.js"
import { render } from "../src/ConformancePage.js"
import type { PlannedWork } from "../src/Planned.js"

const specification = ["## Errors", "| Situation | Response |", "|---|---|", "| a | 1 |", "| b | 2 |"].join("\n")
const decisions = ["**D1 Paths.** One.", "", "**D12 Window** and more."].join("\n")

const planned = (rows: ReadonlyArray<string>, decisions: ReadonlyArray<string> = []): ReadonlyArray<PlannedWork> => [
  { work: "later", reason: "It is later work.", rows: { Errors: rows }, decisions }
]

const tree = (...lines: ReadonlyArray<string>) => [
  { path: documents.interface, text: specification },
  { path: documents.decisions, text: decisions },
  { path: "packages/a/test/a.test.ts", text: lines.join("\n") }
]

const judge = (work: ReadonlyArray<PlannedWork>, ...lines: ReadonlyArray<string>) => {
  const { decisions, misnamed, rows } = examine(tree(...lines), work)
  const subjects = [...rows, ...decisions]
  return [...unproved(subjects), ...misnamed, ...needless(subjects, work)].map(({ says }) => says)
}

const proofs = ['it("Errors | a, b: are tested", f)', "// D1, D12"]

describe("verdicts", () => {
  it("nothing is wrong when all is tested", () => {
    expect(judge([], ...proofs)).toEqual([])
  })

  it("nothing is wrong when all is tested or planned", () => {
    expect(judge(planned(["a"], ["D12"]), 'it("Errors | b: is tested", f)', "// D1")).toEqual([])
  })

  it("a row with neither is named, and a decision too", () => {
    expect(judge([], 'it("Errors | b: is tested", f)', "// D12")).toEqual([
      "Errors | a: no test names it",
      "D1: no test names it"
    ])
  })

  it("D1 is not cited by D12", () => {
    expect(judge(planned(["a", "b"]), "// D12")).toEqual(["D1: no test names it"])
  })

  it("a title whose row is not in its section is named", () => {
    expect(judge([], ...proofs, 'it("Errors | c: is a slip", f)')).toEqual([
      "Errors | c: no such row in the interface; spell it as docs/interface.md does"
    ])
  })

  it("a title whose row only a run knows is named", () => {
    expect(judge([], ...proofs, `it(\`Errors | ${"$"}{row}: is hidden\`, f)`)).toEqual([
      "Errors | …: its row is known only when it runs; write it out, or put it in a table"
    ])
  })

  it.each([
    {
      what: "a test that is there",
      work: planned(["a"]),
      says: "Errors | a: no longer only planned for later, packages/a/test/a.test.ts tests it; take the mark away"
    },
    {
      what: "a citation that is there",
      work: planned([], ["D12"]),
      says: "D12: no longer only planned for later, packages/a/test/a.test.ts tests it; take the mark away"
    },
    {
      what: "a row that is not in the interface",
      work: planned(["c"]),
      says: "Errors | c: planned for later, but there is no such row or decision"
    }
  ])("a mark falls with $what", ({ says, work }) => {
    expect(judge(work, ...proofs)).toEqual([says])
  })

  it("a mark stands once", () => {
    expect(judge(planned(["a", "a"]), 'it("Errors | b: is tested", f)', "// D1 D12")).toEqual([
      "Errors | a: planned twice"
    ])
  })
})

describe("the page", () => {
  const page = (work: ReadonlyArray<PlannedWork>, ...lines: ReadonlyArray<string>) =>
    render(examine(tree(...lines), work), work).split("\n")

  it("shows what is tested, planned and neither, and counts them", () => {
    const lines = page(planned(["b"]), 'it("Errors | a: is x | y", f)', "// D12")
    expect(lines).toContain("| rows of the interface | 2 | 1 | 1 | 0 |")
    expect(lines).toContain("| decisions | 2 | 1 | 0 | 1 |")
    expect(lines).toContain("| a | tested | `a/a`: is x \\| y |")
    expect(lines).toContain("| b | planned: later |  |")
    expect(lines).toContain("| D1 | Paths | **no test yet** |  |")
    expect(lines).toContain("| D12 | Window | cited | `a/a` |")
  })

  it("shows two tests of a row and counts the others", () => {
    const titles = ["x", "y", "z"].map((says) => `it("Errors | a: ${says}", f)`)
    expect(page([], ...titles)).toContain("| a | tested | `a/a`: x<br>`a/a`: y<br>and 1 more |")
  })

  it("says in one line that a whole section is planned", () => {
    expect(page(planned(["a", "b"]))).toContain("Planned, with later: `a`, `b`.")
  })
})
