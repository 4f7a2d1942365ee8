// What a new user makes of the documents and the tarballs: three programs, each as `examples` has it.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert } from "vitest"
import * as Customer from "./customer.js"
import * as Installation from "./installation.js"
import { launch } from "./program.js"

const programs = ["express/src/subscription.ts", "effect/src/orders.ts", "effect/src/hold.ts"]
const tests = ["effect/src/orders.ts", "effect/test/hold.test.ts"]

/**
 * What is copied from `examples`: the path there and in the project. The declarations of Vitest are not right under
 * `skipLibCheck: false`, so that its files lie outside of what is compiled.
 */
export const copies: ReadonlyArray<readonly [from: string, to: string]> = [
  ...programs.map((path) => [path, `src/${path}`] as const),
  ...tests.map((path) => [path, `tried/${path}`] as const)
]

export const linesIn = (path: string): number =>
  readFileSync(join(Installation.root, "examples", path), "utf8")
    .trimEnd()
    .split("\n").length

const json = async (url: string): Promise<unknown> => (await fetch(url)).json()

const card = { number: "4200 0000 0000 0000", expiry: "12/35", code: "123", holder: "Jane Doe" }

/** Joins the club of an Express app, pays on its page, and lets a year go by. Returns what the app's own table says. */
export const yearThrough = async (
  command: string,
  program: string,
  directory: string
): Promise<ReadonlyArray<unknown>> => {
  const app = await launch(
    { command, args: () => [program], cwd: directory },
    { HOME: directory, DATABASE: join(directory, "club.db") }
  )
  assert.isFalse(app.isOver, app.output())
  const page = await Customer.open(`${app.url}/join/jane`)
  const paid = await Customer.submit(page, card)
  assert.include(paid.html, "<h1>Your subscription is active</h1>")
  const member = () => json(`${app.url}/members/jane`)
  const first = await member()
  await json(`${app.url}/year`)
  const year = await member()
  assert.strictEqual(await app.stop(), 0, app.output())
  return [first, year]
}

interface Report {
  readonly testResults: ReadonlyArray<{
    readonly assertionResults: ReadonlyArray<{ readonly status: string; readonly duration: number }>
  }>
}

/** Runs a file of one test in a project. Returns its time as Vitest tells it, in whole milliseconds. */
export const timeOf = async (node: Installation.Node, project: string, file: string): Promise<number> => {
  const vitest = join(project, "node_modules", "vitest", "vitest.mjs")
  const report = await Installation.run(node.program, [vitest, "run", file, "--reporter=json"], project)
  const tests = (JSON.parse(report) as Report).testResults.flatMap(({ assertionResults }) => assertionResults)
  assert.deepStrictEqual(
    tests.map(({ status }) => status),
    ["passed"]
  )
  return Math.ceil(tests[0]!.duration)
}
