import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, assert, describe, it } from "@effect/vitest"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const places = mkdtempSync(join(tmpdir(), "florin-report-"))
afterAll(() => rmSync(places, { recursive: true }))

interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

const program = (...args: ReadonlyArray<string>): Promise<Ran> =>
  new Promise((resolve) => {
    const all = ["--import", "tsx", "packages/shop-year/bin/simulate.ts", ...args]
    const { INIT_CWD: _, ...env } = process.env
    execFile(process.execPath, all, { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr })
    )
  })

const report = async (name: string, seed: string) => {
  const out = join(places, name)
  const ran = await program("--subscriptions", "24", "--months", "3", "--seed", seed, "--out", out)
  return { ...ran, html: readFileSync(join(out, "report.html"), "utf8"), json: readFileSync(join(out, "report.json")) }
}

describe("npm run simulate", () => {
  it("writes the same bytes for the same seed in two processes, and others for another seed", async () => {
    const [once, again, other] = await Promise.all([report("once", "7"), report("again", "7"), report("other", "8")])
    assert.deepStrictEqual([once.code, again.code, other.code], [0, 0, 0])
    assert.deepStrictEqual(readdirSync(join(places, "once")).sort(), ["report.html", "report.json"])
    assert.strictEqual(once.html, again.html)
    assert.isTrue(once.json.equals(again.json))
    assert.notStrictEqual(once.html, other.html)
    assert.isFalse(once.json.equals(other.json))
    assert.include(once.stdout, "3 months of a shop with 24 subscriptions: received €")
    // No terminal, no progress bar.
    assert.strictEqual(once.stderr, "")
    // The page asks nobody for anything.
    assert.notMatch(once.html, /<script|<link|<img|\ssrc=|\shref=|url\(|@import|https?:/)
  })

  it("says what is wrong with its options, how it is used, and ends with 2", async () => {
    writeFileSync(join(places, "file"), "")
    const [tooMany, unusable, help] = await Promise.all([
      program("--subscriptions", "10001"),
      program("--out", join(places, "file", "report")),
      program("--help")
    ])
    assert.deepStrictEqual([tooMany.code, unusable.code, help.code], [2, 2, 0])
    assert.include(tooMany.stderr, "--subscriptions must be a whole number from 1 to 10000")
    assert.include(tooMany.stderr, "npm run simulate -- [--subscriptions N]")
    assert.include(unusable.stderr, "--out must name a directory that can be made")
    assert.include(help.stdout, "npm run simulate -- [--subscriptions N]")
  })
})
