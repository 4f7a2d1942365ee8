import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"

const parse = (text: string) => CommandLine.parse(text.split(" ").filter((word) => word !== ""))

describe("npm run simulation --", () => {
  it.each([
    ["", { first: 1, last: 1000 }],
    ["--seed 0", { first: 0, last: 0 }],
    ["--seed 42 --steps 3", { first: 42, last: 42, steps: 3 }],
    ["--seeds 1..10000", { first: 1, last: 10_000 }],
    ["--count 1", { first: 1, last: 1 }],
    ["--stops 10000", { first: 1, last: Number.MAX_SAFE_INTEGER, stops: 10_000 }],
    ["--seed 42 --steps 3 --stops 1", { first: 42, last: 42, steps: 3, stops: 1 }],
    ["--choose 1..2000", { first: 1, last: 2000, choose: true }]
  ] as const)("%s", (text, wanted) => {
    deepStrictEqual(parse(text), Either.right(wanted))
  })

  it.each([
    ["--sed 42", "Unknown option '--sed'"],
    ["42", "Unexpected argument '42'"],
    ["--seed", "Option '--seed <value>' argument missing"],
    ["--seed=-1", "--seed must be a whole number from 0"],
    ["--seed 1000000000", "--seed must be a whole number from 0"],
    ["--count 5 --steps 2", "--count, --steps do not go together"],
    ["--seed 1 --steps x", "--steps must be a whole number from 0"],
    ["--seeds 1-5", "--seeds must be a range such as 1..10000"],
    ["--seeds 6..5", "--seeds must be a range such as 1..10000"],
    ["--count 0", "--count must be a whole number from 1"],
    ["--stops 0", "--stops must be a whole number from 1"],
    ["--choose 1..9 --count 2", "--choose, --count do not go together"]
  ])("%s is refused: %s", (text, says) => {
    deepStrictEqual(parse(text), Either.left(says))
  })
})
