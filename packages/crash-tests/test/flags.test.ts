import { parse, parts } from "@florin/crash-tests/Campaigns"
import * as Either from "effect/Either"
import { assert, describe, it } from "vitest"

const usual = ["walk", "one", "sqlite", "postgres"]

describe("npm run crash --", () => {
  it.each([
    ["", { count: 50, seed: "1", parts: usual }],
    ["--kills 1000 --seed 7", { count: 1000, seed: "7", parts: usual }],
    ["--only walk --kills=1 --seed 0", { count: 1, seed: "0", parts: ["walk"] }],
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
})
