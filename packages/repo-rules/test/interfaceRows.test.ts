import { describe, expect, it } from "vitest"
import { decisionsOf } from "../src/Decisions.js"
import { parse } from "../src/InterfaceLines.js"
import { named, notRows, sectionOf } from "../src/InterfaceNames.js"
import { idOf, rowsOf } from "../src/InterfaceRows.js"
import * as Tree from "../src/Tree.js"

const ids = (text: string) => rowsOf(text).map(idOf)
const files = Tree.read()
const textOf = (path: string) => files.find((file) => file.path === path)!.text
const text = textOf("docs/interface.md")

describe("rows of the interface", () => {
  it.each([
    {
      what: "a row of a table under a heading",
      lines: ["### Order (inside `request`)", "", "| Field | Type |", "|---|---|", "| `amount` | int |"],
      expected: ["Order | amount"]
    },
    {
      what: "a table under a title",
      lines: ["### Order", "`card` object:", "", "| Field | Type |", "|---|---|", "| number | text |"],
      expected: ["card object | number"]
    },
    {
      what: "several fields in one cell",
      lines: ["## Limits", "| Limit | Value |", "|---|---|", "| `a`, `b` | 1 |", "| `o.first`, `last` | 2 |"],
      expected: ["Limits | a", "Limits | b", "Limits | o.first", "Limits | o.last"]
    },
    {
      what: "members in a sentence, not the values that explain them",
      lines: ["`browser` members: `width` (px; `1` or `2`), `name` (text(255), see `x`). All null while `open`."],
      expected: ["browser members | width", "browser members | name"]
    },
    {
      what: "a transition",
      lines: [
        "## States and transitions",
        "| State | Trigger | Condition | Next | Effects |",
        "|---|---|---|---|---|",
        "| (none) | Request | Accepted | `open` | |",
        "| `open` | Time passes | | `over` | |"
      ],
      expected: ["States and transitions | Request, Accepted", "States and transitions | open, Time passes"]
    },
    {
      what: "numbered items, by what is bold or by their number",
      lines: ["## Events", "1. **A webhook**: sent when paid.", "2. Nothing is sent twice."],
      expected: ["Events | A webhook", "Events | rule 2"]
    },
    {
      what: "bullets, by what they begin with",
      lines: ["## Order", "- Currency: ISO.", "- `a`, `b` and `c` are required, not `d`."],
      expected: ["Order | Currency", "Order | a", "Order | b", "Order | c"]
    },
    {
      what: "no row in what is not shown",
      lines: ["## Order", "Paths: not shown. Values of `a`: not shown."],
      expected: []
    }
  ])("$what", ({ expected, lines }) => {
    expect(ids(lines.join("\n"))).toEqual(expected)
  })

  it("no two have one name", () => {
    const all = ids(text)
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
  })

  it("every row of a table is one, and every bullet that states something", () => {
    const lines = new Set(rowsOf(text).map(({ line }) => line))
    const first = parse(text).find(({ raw }) => raw === "### Conventions")!.line
    const missed = parse(text).filter(
      ({ kind, line }) => line > first && (kind === "row" || kind === "item") && !lines.has(line)
    )
    expect(missed.map(({ raw }) => raw.slice(0, 20))).toEqual(["- `*` marks required"])
  })

  it.each(named.map(({ starts }) => ({ starts })))("one line begins with $starts", ({ starts }) => {
    expect(parse(text).filter(({ raw }) => raw.startsWith(starts))).toHaveLength(1)
  })

  it.each([...notRows, ...Object.keys(sectionOf)])("the interface has a title %s", (title) => {
    expect(text).toMatch(new RegExp(`^(?:#+ )?${title}(?: \\(.*\\))?(?::|$)`, "m"))
  })

  it("the decisions are numbered without a gap", () => {
    const found = decisionsOf(textOf("docs/decisions/interface.md")).map(({ id }) => id)
    expect(found).toEqual(Array.from({ length: 43 }, (_, index) => `D${index + 1}`))
  })
})
