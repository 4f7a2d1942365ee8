/** Holds the titles of a run of all tests to the interface, and `docs/conformance.md` to what they prove. */
import { readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node"
import { examine, type RunTitle } from "./Conformance.js"
import { render } from "./ConformancePage.js"
import { planned } from "./Planned.js"
import * as Tree from "./Tree.js"

/** Where the page stands. */
export const page = "docs/conformance.md"

const namesOf = (test: TestCase): ReadonlyArray<string> => {
  const names = [test.name]
  for (let parent = test.parent; parent.type === "suite"; parent = parent.parent) names.push(parent.name)
  return names
}

/** The titles of tests and of the blocks around them; a test that is left out proves nothing. */
export const titlesOf = (modules: ReadonlyArray<TestModule>, root: string): ReadonlyArray<RunTitle> =>
  modules.flatMap((module) => {
    const path = relative(root, module.moduleId).split(sep).join("/")
    return [...module.children.allTests()]
      .filter(({ options }) => options.mode === "run" || options.mode === "only")
      .flatMap((test) => namesOf(test).map((title) => ({ path, title })))
  })

/** What the titles come to: the page, and what is wrong beside it. */
export const conclude = (titles: ReadonlyArray<RunTitle>, root: string, later = planned) => {
  const conformance = examine(titles, Tree.read(root), later)
  return { text: render(conformance, later), problems: conformance.problems }
}

/** Fails a passed run of all tests whose page is out of date; keeps silent about any other. */
export class ConformanceReporter implements Reporter {
  private vitest: Vitest | undefined

  constructor(
    private readonly root = Tree.root,
    private readonly later = planned
  ) {}

  onInit(vitest: Vitest) {
    this.vitest = vitest
  }

  async onTestRunEnd(modules: ReadonlyArray<TestModule>, _errors: unknown, reason: string) {
    const { project = [], testNamePattern } = this.vitest!.config
    const ran = new Set(modules.map(({ moduleId }) => moduleId))
    const all = await this.vitest!.globTestSpecifications()
    // A choice of files or names proves less than the page says.
    const isWhole = testNamePattern === undefined && project.length === 0 && all.every((_) => ran.has(_.moduleId))
    if (reason !== "passed" || !isWhole) return
    const { problems, text } = conclude(titlesOf(modules, this.root), this.root, this.later)
    const isStale = readFileSync(join(this.root, page), "utf8") !== text
    const wrong = [...problems, ...(isStale ? [`${page} is out of date: npm run conformance writes it`] : [])]
    if (wrong.length === 0) return
    this.vitest!.logger.error(`Conformance:\n${wrong.map((line) => `  ${line}`).join("\n")}`)
    process.exitCode = 1
  }
}
