import { describe, expect, it } from "vitest"
import { buildReferences, edges, members, type Rule, versions } from "../src/Manifests.js"
import * as Tree from "../src/Tree.js"
import { forbiddenWords, tellingNames } from "../src/Words.js"

const files = Tree.read()

describe("the tree keeps the house rules that no linter knows", () => {
  it.each<readonly [string, Rule]>([
    ["packages depend on each other one way", edges],
    ["versions are exact", versions],
    ["every package.json has what publishing needs", members],
    ["build references follow the dependencies", buildReferences],
    ["no marker for later, no path of a machine, no exception for a whole file", forbiddenWords],
    ["names tell what a file holds", tellingNames]
  ])("%s", (_, rule) => {
    // One text, so that the runner shows all of it.
    expect(rule(files).join("\n")).toBe("")
  })

  it("looks at the whole tree, itself included", () => {
    const paths = files.map(({ path }) => path)
    expect(paths).toContain("packages/repo-rules/src/Tree.ts")
    expect(paths).toContain("package.json")
  })
})
