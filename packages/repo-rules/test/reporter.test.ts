import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { documents } from "../src/Conformance.js"
import { conclude, page } from "../src/ConformanceReporter.js"

const root = mkdtempSync(join(tmpdir(), "florin-conformance-"))
const tests = { a: "packages/a/test/a.test.ts", b: "packages/a/test/b.test.ts" }

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

const ofThis = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const runner = ofThis("../../../node_modules/vitest/vitest.mjs")
const config = `import { ConformanceReporter } from ${JSON.stringify(ofThis("../src/ConformanceReporter.ts"))}
export default { test: { globals: true, reporters: [new ConformanceReporter(${JSON.stringify(root)}, [])] } }`

const run = (...args: ReadonlyArray<string>) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [runner, "run", "--root", root, ...args], {
    env: { PATH: process.env.PATH },
    encoding: "utf8"
  })
  return { status, said: `${stdout}${stderr}` }
}

beforeAll(() => {
  spawnSync("git", ["init", "-q"], { cwd: root })
  write("vitest.config.ts", config)
  write(
    documents.interface,
    '## Resources and their fields\n- <a id="order/amount"></a>amount\n- <a id="order/b"></a>b'
  )
  write(documents.decisions, "")
  write(tests.a, 'describe("Order | amount", () => { it.each([{ row: "b" }])("Order | $row: is short", () => {}) })')
  write(tests.b, 'it("has a title of its own", () => {}); it.skip("Order | c: does not run", () => {})')
  const titles = ["Order | amount", "Order | b: is short"].map((title) => ({ path: tests.a, title }))
  write(page, conclude(titles, root, []).text)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe("a run of the tests", () => {
  it("passes while the page says what the titles said when they ran", () => {
    expect(run()).toEqual({ status: 0, said: "" })
  })

  it("of all tests fails for a title without its row and for a page that is out of date; of some it does not", () => {
    write(tests.b, 'it("Order | c: is not there", () => {})')
    write(page, "")
    const { said, status } = run()
    expect(status).toBe(1)
    expect(said).toContain(`${tests.b}: "Order | c" is no row of ${documents.interface}`)
    expect(said).toContain(`${page} is out of date`)
    expect(run(tests.b)).toEqual({ status: 0, said: "" })
    expect(run("-t", "Order")).toEqual({ status: 0, said: "" })
  })
})
