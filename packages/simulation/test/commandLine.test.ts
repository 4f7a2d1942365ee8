import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"

const parse = (text: string) => CommandLine.parse(text.split(" ").filter((word) => word !== ""))

describe("npm run simulation --", () => {
  it.each([
    ["", 1, 1000, undefined],
    ["--seed 42", 42, 42, undefined],
    ["--seed 0", 0, 0, undefined],
    ["--seed 42 --steps 3", 42, 42, 3],
    ["--steps 0 --seed 42", 42, 42, 0],
    ["--seeds 5..5", 5, 5, undefined],
    ["--seeds 1..10000", 1, 10_000, undefined],
    ["--count 1", 1, 1, undefined]
  ] as const)("%s runs seeds %i to %i", (text, first, last, steps) => {
    deepStrictEqual(parse(text), Either.right({ first, last, steps }))
  })

  it.each([
    ["--sed 42", "--sed is not known"],
    ["42", "42 is not known"],
    ["--seed", "--seed needs a value"],
    ["--seed -1", "--seed must be a whole number"],
    ["--seed 1e3", "--seed must be a whole number"],
    ["--seed 1000000000", "--seed must be a whole number"],
    ["--seed 1 --seed 2", "--seed is given twice"],
    ["--seed 1 --count 2", "--seed, --seeds and --count exclude each other"],
    ["--steps 2", "--steps goes with --seed"],
    ["--count 5 --steps 2", "--steps goes with --seed"],
    ["--seed 1 --steps x", "--steps must be a whole number"],
    ["--seeds 1-5", "--seeds must be a range such as 1..10000"],
    ["--seeds 6..5", "--seeds must go upwards"],
    ["--count 0", "--count must be at least 1"],
    ["--stops 0", "--stops must be at least 1"],
    ["--stops 5 --count 2", "--stops goes alone or with --seed"],
    ["--choose 9", "--choose must be a range such as 1..10000"],
    ["--choose 9..1", "--choose must go upwards"],
    ["--choose 1..9 --count 2", "--choose goes alone"]
  ])("%s is refused: %s", (text, says) => {
    deepStrictEqual(parse(text), Either.left(says))
  })

  it.each([
    ["--stops 10000", { first: 1, last: Number.MAX_SAFE_INTEGER, steps: undefined, stops: 10_000 }],
    ["--seed 42 --steps 3 --stops 1", { first: 42, last: 42, steps: 3, stops: 1 }]
  ] as const)("%s runs seeds in which processes are estranged", (text, wanted) => {
    deepStrictEqual(parse(text), Either.right(wanted))
  })

  it("chooses few of many seeds", () => {
    deepStrictEqual(parse("--choose 1..2000"), Either.right({ first: 1, last: 2000, steps: undefined, choose: true }))
  })

  it("shows every flag in its usage", () => {
    for (const flag of ["--seed ", "--steps ", "--seeds ", "--count ", "--stops ", "--choose "])
      assert.include(CommandLine.usage, flag)
  })
})
