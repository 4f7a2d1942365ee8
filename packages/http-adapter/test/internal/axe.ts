// What axe-core finds wrong with a page.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { RunOptions } from "axe-core"
import type { Page } from "playwright-core"

/** Without its comments and spaces: it is compiled anew in each page, which takes longer than looking for violations. */
const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

// Off by default: WCAG 2.2, 2.5.8.
const rules = { "target-size": { enabled: true } }

/** What it finds, each as its rule, what that asks for, and the first element that breaks it. */
export const violations = async (page: Page, options: RunOptions = { rules }): Promise<ReadonlyArray<string>> => {
  await page.evaluate(source)
  const run = `axe.run(${JSON.stringify({ ...options, resultTypes: ["violations"] })})`
  const found = await page.evaluate(
    `${run}.then(({ violations }) => violations.map(({ help, id, nodes }) => [id, help, nodes[0].html].join(": ")))`
  )
  return found as ReadonlyArray<string>
}
