import { describe, expect, it } from "vitest"
import { except, exceptions } from "../../src/Exceptions.js"
import { rules, show } from "../../src/House.js"
import { files } from "./files.js"

const found = Object.entries(rules).map(([sentence, rule]) => ({ sentence, violations: rule(files) }))

describe("the tree keeps the house rules", () => {
  it.each(found)("$sentence", ({ violations }) => {
    const left = except(violations, exceptions).filter(({ what }) => what !== "exception")
    // One text, so that the runner shows each rule's violations and does not fold two lists of equal length.
    expect(left.map(show).join("\n")).toBe("")
  })

  it("no exception outlives its need", () => {
    const all = found.flatMap(({ violations }) => violations)
    const unused = except(all, exceptions).filter(({ what }) => what === "exception")
    expect(unused.map(show).join("\n")).toBe("")
  })

  it("looks at the whole tree, itself included", () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toContain("packages/repo-rules/src/Tree.ts")
    expect(paths).toContain("packages/core/src/index.ts")
    expect(paths).toContain("package.json")
  })
})
