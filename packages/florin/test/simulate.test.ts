import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import { cli, place } from "./internal/commandLine.js"
import { florin } from "./internal/server.js"

const here = place()
afterAll(here.remove)

const options = (seed: string) => ["--subscriptions", "24", "--months", "3", "--seed", seed]

/** In a process of its own. */
const report = async (name: string, seed: string) => {
  const ran = florin(here.path, {}, "simulate", ...options(seed), "--out", name)
  const code = await ran.ended
  return {
    ...{ code, output: ran.output(), log: ran.log() },
    html: readFileSync(here.in(`${name}/report.html`), "utf8"),
    json: readFileSync(here.in(`${name}/report.json`))
  }
}

describe("florin simulate", () => {
  it("writes the same bytes for the same seed in two processes, and others for another seed", async () => {
    const [once, again, other] = await Promise.all([report("once", "7"), report("again", "7"), report("other", "8")])
    assert.deepStrictEqual([once.code, again.code, other.code], [0, 0, 0])
    assert.deepStrictEqual(readdirSync(here.in("once")).sort(), ["report.html", "report.json"])
    assert.strictEqual(once.html, again.html)
    assert.isTrue(once.json.equals(again.json))
    assert.notStrictEqual(once.html, other.html)
    assert.isFalse(once.json.equals(other.json))
    assert.include(once.output, "3 months of a shop with 24 subscriptions: received €")
    // No terminal, no progress bar.
    assert.strictEqual(once.log, "")
    // The page asks nobody for anything.
    assert.notMatch(once.html, /<script|<link|<img|\ssrc=|\shref=|url\(|@import|https?:/)
  }, 60_000)

  it("answers its figures as a document", async () => {
    const out = here.in("document")
    const { exit, output } = await cli({}, "simulate", "--subscriptions", "3", "--months", "1", "--out", out, "--json")
    assert.strictEqual(exit, 0)
    const figures = JSON.parse(readFileSync(`${out}/report.json`, "utf8")) as object
    assert.deepStrictEqual(JSON.parse(output), { ...figures, report: `${out}/report.html` })
  })

  it.each([
    [["--subscriptions", "0"], "--subscriptions must be a whole number from 1 to 10000"],
    [["--subscriptions", "10001"], "--subscriptions must be a whole number from 1 to 10000"],
    [["--months", "0"], "--months must be a whole number from 1 to 36"],
    [["--months", "37"], "--months must be a whole number from 1 to 36"],
    [["--months", "1.5"], "1.5"],
    [["--seed=-1"], "--seed must be a whole number from 0 to 999999999"],
    [["--out", " "], "--out must name a directory"],
    [["--fast"], "--fast"]
  ])("%s is refused", async (words, says) => {
    const { error, exit } = await cli({}, "simulate", ...words)
    assert.strictEqual(exit, 2)
    assert.include(error, says)
  })

  it("refuses a directory that can't be made", async () => {
    writeFileSync(here.in("file"), "")
    const { error, exit } = await cli({}, "simulate", "--out", here.in("file/report"))
    assert.deepStrictEqual([exit, error], [2, "--out must name a directory that can be made"])
  })
})
