import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import * as Flags from "@florin/crash-tests/Flags"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))

describe("the flags of npm run crash", () => {
  it.each([
    { given: [], flags: { kills: 50, seed: "1", parts: Flags.parts } },
    { given: ["--kills", "1000", "--seed", "7"], flags: { kills: 1000, seed: "7", parts: Flags.parts } },
    { given: ["--only", "walk", "--kills=1"], flags: { kills: 1, seed: "1", parts: ["walk"] } },
    {
      given: ["--only", "pauses-upstream", "--kills=50"],
      flags: { kills: 50, seed: "1", parts: ["pauses-upstream"] }
    },
    { given: ["--seed", "0"], flags: { kills: 50, seed: "0", parts: Flags.parts } }
  ])("$given", ({ flags, given }) => {
    assert.deepStrictEqual(Either.getOrThrow(Flags.parse(given)), flags as Flags.Flags)
  })

  it.each([
    { given: ["--kills", "0"], says: "--kills must be a number from 1 to 999999" },
    { given: ["--kills", "many"], says: "--kills must be a number from 1 to 999999" },
    { given: ["--kills", "1000000"], says: "--kills must be a number from 1 to 999999" },
    { given: ["--seed", "-1"], says: "Flags: --kills <number> --seed <number> --only <part>" },
    { given: ["--seed=-1"], says: "--seed must be a number from 0 to 999999" },
    { given: ["--only", "mysql"], says: `--only must be one of ${Flags.choices.join(", ")}` },
    { given: ["--kill", "1"], says: "Flags: --kills <number> --seed <number> --only <part>" },
    { given: ["1000"], says: "Flags: --kills <number> --seed <number> --only <part>" }
  ])("$given is refused: $says", ({ given, says }) => {
    const parsed = Flags.parse(given)
    assert.strictEqual(Either.isLeft(parsed) ? parsed.left.message : undefined, says)
  })

  it("a wrong one is one line and exit code 2", () => {
    const program = ["--import", "tsx", "packages/crash-tests/bin/crash.ts", "--kills", "none"]
    const { status, stderr, stdout } = spawnSync(process.execPath, program, { cwd: root, encoding: "utf8" })
    assert.deepStrictEqual([status, stdout, stderr], [2, "", "--kills must be a number from 1 to 999999\n"])
  }, 60_000)
})
