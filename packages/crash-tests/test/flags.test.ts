import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse, parts } from "@florin/crash-tests/Campaigns"
import * as Compiled from "@florin/crash-tests/Compiled"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

const usual = ["walk", "one", "sqlite", "postgres"]

describe("npm run crash --", () => {
  it.each([
    ["", { count: 50, seed: "1", parts: usual }],
    ["--kills 1000 --seed 7", { count: 1000, seed: "7", parts: usual }],
    ["--only walk --kills=1 --seed 0", { count: 1, seed: "0", parts: ["walk"] }],
    ["--only checkouts", { count: 50, seed: "1", parts: ["checkouts-sqlite", "checkouts-postgres"] }],
    ["--only stripe", { count: 50, seed: "1", parts: ["stripe"] }],
    ["--only checkout", { count: 50, seed: "1", parts: ["checkout"] }],
    ["--kills 0", "--kills must be a number from 1 to 999999"],
    ["--kills many", "--kills must be a number from 1 to 999999"],
    ["--kills 1000000", "--kills must be a number from 1 to 999999"],
    ["--seed=-1", "--seed must be a number from 0 to 999999"],
    ["--only mysql", `--only must be one of ${parts.join(", ")}`],
    ["--kill 1", "Unknown option '--kill'"],
    ["1000", "Unexpected argument '1000'"]
  ])("%s", (text, expected) => {
    const given = Either.merge(parse(text.split(" ").filter((word) => word !== "")))
    assert.deepStrictEqual<unknown>(given, expected)
  })

  it("a wrong one is one line and exit code 2", async () => {
    const program = await Compiled.module(join(root, "packages", "crash-tests", "bin", "crash.ts"))
    const { status, stderr, stdout } = spawnSync(process.execPath, [program, "--kills", "none"], { encoding: "utf8" })
    assert.deepStrictEqual([status, stdout, stderr], [2, "", "--kills must be a number from 1 to 999999\n"])
  }, 60_000)
})
