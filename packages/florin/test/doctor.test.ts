import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as OldDatabase from "@florin/testing/stores/OldDatabase"
import Sqlite from "better-sqlite3"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Rules from "../src/cli/commands/doctorRules.js"
import { peers, sqliteDriver } from "../src/cli/server/peers.js"
import { cli, place } from "./internal/commandLine.js"
import { root } from "./internal/server.js"

const verdicts = (checks: ReadonlyArray<Rules.Check>): string => checks.map(({ verdict }) => verdict).join(" ")

const steady: Rules.Clocks = { ahead: undefined, wall: 40, monotonic: 40, isBehindBooks: false }

describe("what a doctor makes", () => {
  it.each<readonly [Partial<Rules.Clocks>, string]>([
    [{}, "ok"],
    [{ ahead: 1000 }, "ok"],
    [{ ahead: 1001 }, "warning"],
    [{ ahead: -1000 }, "ok"],
    [{ ahead: -1001 }, "warning"],
    [{ ahead: -10_000 }, "warning"],
    [{ ahead: 10_001 }, "failure"],
    [{ wall: 540 }, "ok"],
    [{ wall: 541 }, "ok warning"],
    [{ wall: -460 }, "ok"],
    [{ wall: -461 }, "ok warning"],
    [{ monotonic: -1, wall: 0 }, "ok warning"],
    [{ isBehindBooks: true }, "ok failure"]
  ])("of the clocks %j: %s", (seen, expected) => {
    assert.strictEqual(verdicts(Rules.clocks({ ...steady, ...seen })), expected)
  })

  it.each<readonly [number, Rules.Verdict, string]>([
    [100 * 1024 ** 2 - 1, "failure", "99 MiB free in /data"],
    [100 * 1024 ** 2, "warning", "100 MiB free in /data"],
    [1024 ** 3 - 1, "warning", "1023 MiB free in /data"],
    [1024 ** 3, "ok", "1.0 GiB free in /data"]
  ])("of %d free bytes: %s", (free, verdict, says) => {
    assert.deepInclude(Rules.disk("/data", free), { verdict, says })
  })

  it.each<readonly [{ readonly from: number; readonly to: number }, Rules.Verdict, string]>([
    [{ from: 6, to: 6 }, "ok", "here, schema version 6"],
    [{ from: 5, to: 6 }, "warning", "here has schema version 5 of 6"],
    [{ from: 0, to: 6 }, "warning", "here has no tables of Florin"]
  ])("of the schema %j: %s", (versions, verdict, says) => {
    assert.deepInclude(Rules.schema("here", versions), { verdict, says })
  })

  it.each([
    [undefined, "ok"],
    [0, "ok"],
    [1, "warning"]
  ])("of %s cards that older keys wrap: %s", (wrapped, verdict) => {
    assert.strictEqual(Rules.ring("ring", "k2", wrapped).verdict, verdict)
  })

  it.each([
    ["3.22.0", "^3.22.0", true],
    ["3.22.9", "^3.22.0", true],
    ["3.23.0", "^3.22.0", true],
    ["3.21.9", "^3.22.0", false],
    ["4.0.0", "^3.22.0", false],
    ["0.97.2", "^0.97.0", true],
    ["0.98.0", "^0.97.0", false],
    ["0.96.9", "^0.97.0", false],
    ["12.11.1", "^12.11.1", true],
    ["12.11.0", "^12.11.1", false],
    ["20.19.0", ">=20.19", true],
    ["20.18.3", ">=20.19", false],
    ["24.0.0", ">=20.19", true]
  ])("of version %s for %s: %s", (version, range, expected) => {
    assert.strictEqual(Rules.fits(version, range), expected)
    const [line] = Rules.versions([{ name: "effect", wanted: range, installed: version }])
    assert.strictEqual(line?.verdict, expected ? "ok" : "failure")
  })

  it("of a package that is missing: what to install", () => {
    assert.deepStrictEqual(Rules.versions([{ name: "pg", wanted: "^8.23.1", installed: undefined }]), [
      { name: "versions", verdict: "failure", says: "pg is not installed", todo: 'npm install "pg@^8.23.1"' }
    ])
  })

  it.each<readonly [string, string | undefined, string]>([
    ["24.21.0", "_ZN4node28RemoveEnvironmentCleanupHookEPN2v87Isolate", "failure"],
    ["24.21.0", "_ZN4node25AddEnvironmentCleanupHookEPN2v87Isolate", ""],
    ["24.21.0", undefined, ""],
    ["22.23.3", "_ZN4node28RemoveEnvironmentCleanupHookEPN2v87Isolate", ""],
    ["20.24.0", "_ZN4node28RemoveEnvironmentCleanupHookEPN2v87Isolate", ""]
  ])("of a SQLite driver on Node %s that calls %s: %s", (node, symbol, expected) => {
    const binary = symbol === undefined ? undefined : Buffer.from(`\u007fELF\0${symbol}\0`)
    assert.strictEqual(verdicts(Rules.driver(node, binary)), expected)
  })

  it("finds the driver that is installed", () => {
    assert.isTrue(sqliteDriver(join(root, "packages", "florin", "package.json"))?.includes("better_sqlite3"))
  })

  it("fits a terminal, with what to do below", () => {
    const says = "a sentence of more than sixty columns, that is to say of so many words that it does not fit"
    const lines = Rules.text([{ name: "keys", verdict: "failure", says, todo: "do something" }]).split("\n")
    assert.deepStrictEqual(lines, [
      "FAILURE  keys      a sentence of more than sixty columns, that is to say of so",
      "                   many words that it does not fit",
      "                   → do something"
    ])
  })

  it("knows the versions of the peers that the package declares", () => {
    const manifest = JSON.parse(readFileSync(join(root, "packages", "florin", "package.json"), "utf8")) as {
      readonly peerDependencies: Record<string, string>
    }
    const declared = Object.entries(manifest.peerDependencies).filter(([name]) => !name.startsWith("@florin/"))
    assert.deepStrictEqual(Object.assign({}, ...Object.values(peers)), Object.fromEntries(declared))
  })
})

describe("florin doctor", () => {
  const here = place()
  afterAll(here.remove)
  const settings = { FLORIN_DATABASE: `sqlite:${here.in("florin.db")}` }

  const doctor = async (environment: Record<string, string>) => {
    const { error, exit, output } = await cli(environment, "doctor", "--json")
    const { checks, healthy } = JSON.parse(output) as {
      readonly healthy: boolean
      readonly checks: ReadonlyArray<Rules.Check>
    }
    const lines = checks.map(({ name, verdict }) => `${name} ${verdict}`)
    return { error, exit, healthy, lines, checks }
  }

  it("fails where there is no database, and makes nothing", async () => {
    const { error, exit, healthy, lines } = await doctor(settings)
    assert.deepStrictEqual([exit, healthy], [1, false])
    assert.deepStrictEqual(lines, ["settings ok", "database failure", "keys warning", "disk ok", "versions ok"])
    assert.strictEqual(error, "1 of 5 checks failed")
    assert.deepStrictEqual(here.files(), [])
  })

  it("finds nothing wrong with what migrate and keys new have made", async () => {
    assert.strictEqual((await cli(settings, "migrate")).exit, 0)
    assert.strictEqual((await cli(settings, "keys", "new", here.in("florin.db.keys.json"))).exit, 0)
    const { exit, healthy, lines } = await doctor(settings)
    assert.deepStrictEqual([exit, healthy], [0, true])
    assert.deepStrictEqual(lines, ["settings ok", "database ok", "clock ok", "keys ok", "disk ok", "versions ok"])
    assert.deepStrictEqual(here.files(), ["florin.db", "florin.db.keys.json"])
  })

  it("says which settings are wrong, what to do, and that others may read the ring", async () => {
    const ring = here.in("florin.db.keys.json")
    chmodSync(ring, 0o644)
    const { checks, exit, lines } = await doctor({ ...settings, PORT: "many", FLORIN_TIME_ZONE: "Mars" })
    chmodSync(ring, 0o600)
    assert.strictEqual(exit, 1)
    assert.deepStrictEqual(lines, [
      "settings failure",
      "settings failure",
      "database ok",
      "clock ok",
      "keys failure",
      "disk ok",
      "versions ok"
    ])
    assert.include(checks[0]?.says, "PORT must be a number")
    assert.include(checks[1]?.says, "FLORIN_TIME_ZONE must be")
    assert.include(checks[4]?.says, `chmod 600 ${ring}`)
  })

  it("warns of a variable that is no setting, and of which one was probably meant", async () => {
    const { checks, exit, lines } = await doctor({ ...settings, FLORIN_TIME_ZON: "Mars", FLORIN_SHOP: "demo:secret" })
    assert.strictEqual(exit, 0)
    assert.deepStrictEqual(lines.slice(0, 3), ["settings ok", "settings warning", "database ok"])
    assert.strictEqual(checks[1]?.says, "FLORIN_TIME_ZON is no setting: did you mean FLORIN_TIME_ZONE?")
  })

  it("reports a file that is no database", async () => {
    writeFileSync(here.in("text.db"), "no database, but a text that is long enough to be taken for one".repeat(20))
    const { checks, exit } = await doctor({ FLORIN_DATABASE: `sqlite:${here.in("text.db")}` })
    rmSync(here.in("text.db"))
    assert.strictEqual(exit, 1)
    assert.deepInclude(
      checks.find(({ name }) => name === "database"),
      { verdict: "failure", todo: "correct FLORIN_DATABASE, or start what it names" }
    )
  })
})

describe("florin doctor, of what the start would refuse on a database", () => {
  const here = place()
  afterAll(here.remove)
  const rings = { own: here.in("own.json"), other: here.in("other.json") }
  const used = { FLORIN_DATABASE: `sqlite:${here.in("used.db")}`, FLORIN_KEYS: rings.own }
  const old = { FLORIN_DATABASE: `sqlite:${here.in("old.db")}`, FLORIN_KEYS: rings.own }

  beforeAll(async () => {
    for (const ring of Object.values(rings)) assert.strictEqual((await cli({}, "keys", "new", ring)).exit, 0)
    // Adding a shop is the first that seals something, and notes the keys.
    assert.strictEqual((await cli(used, "shops", "add", "books")).exit, 0)
    const database = new Sqlite(here.in("old.db"))
    database.exec(`BEGIN;${OldDatabase.sql("sqlite")};COMMIT`)
    database.close()
    assert.strictEqual((await cli(old, "migrate")).exit, 0)
  })

  const failures = async (environment: Record<string, string>) => {
    const { exit, output } = await cli(environment, "doctor", "--json")
    const { checks } = JSON.parse(output) as { readonly checks: ReadonlyArray<Rules.Check> }
    const bad = checks.filter(({ verdict }) => verdict === "failure")
    assert.strictEqual(exit, bad.length === 0 ? 0 : 1)
    return bad.map(({ name, says }) => `${name}: ${says}`)
  }

  const otherKey =
    /^keys: FLORIN_KEYS cannot be used with this database: the key ring in it holds another key than before .* \(keys k1\)$/

  it("D43a: a ring that is not the database's, or that a start of the sandbox would make anew", async () => {
    const { FLORIN_DATABASE } = used
    for (const [environment, expected] of [
      [{ FLORIN_DATABASE, FLORIN_KEYS: rings.other }, otherKey],
      [{ FLORIN_DATABASE }, /^keys: \S+used\.db\.keys\.json does not exist, and a start would make a new ring/]
    ] as const) {
      const before = here.files()
      const [says = "", ...more] = await failures(environment)
      assert.match(says, expected)
      assert.deepStrictEqual([more, here.files()], [[], before])
    }
    assert.deepStrictEqual(await failures(used), [])
    assert.deepStrictEqual(await failures({ ...used, FLORIN_KEYS: rings.other, FLORIN_ACCEPT: "other-keys" }), [])
    // What was meant once is not kept by a look.
    assert.deepStrictEqual(await failures(used), [])
  })

  it("D43a: the sandbox on a database of 0.1.0, and nothing is noted in it", async () => {
    const refused = [
      "database: FLORIN_DATABASE cannot be used: The database was filled by an older version, which did not note whether money moves in it, and the sandbox would renew its subscriptions without any. FLORIN_ACCEPT=other-purpose if it is meant"
    ]
    const seen = async (more: Record<string, string>) =>
      (await failures({ ...old, ...more })).filter((line) => line.startsWith("database"))
    assert.deepStrictEqual(await seen({ FLORIN_SANDBOX: "off" }), [])
    assert.deepStrictEqual(await seen({ FLORIN_ACCEPT: "other-purpose" }), [])
    assert.deepStrictEqual(await seen({}), refused)
  })
})
