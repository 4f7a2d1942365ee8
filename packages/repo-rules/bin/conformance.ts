// Writes docs/conformance.md from the titles of all tests, which are collected and not run.
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { createVitest } from "vitest/node"
import { conclude, page, titlesOf } from "../src/ConformanceReporter.js"
import * as Tree from "../src/Tree.js"

const vitest = await createVitest("test", { root: Tree.root, watch: false })
const { testModules, unhandledErrors } = await vitest.collect()
await vitest.close()
const broken = testModules.filter((module) => module.errors().length > 0)
if (broken.length > 0 || unhandledErrors.length > 0) {
  console.error("Not every test can be collected:", ...broken.map(({ moduleId }) => moduleId), ...unhandledErrors)
  process.exit(1)
}
const { problems, text } = conclude(titlesOf(testModules, Tree.root), Tree.root)
writeFileSync(join(Tree.root, page), text)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
