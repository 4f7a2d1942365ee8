import { describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import * as Either from "effect/Either"
import * as CommandLine from "../src/CommandLine.js"

const wanted = { choose: false, first: 1, last: 1000, steps: undefined, stops: undefined }
const right = (more: object) => Either.right({ ...wanted, ...more })

describe("npm run simulation --", () => {
  it.each([
    ["", right({})],
    ["--seeds 42", right({ first: 42, last: 42 })],
    ["--seeds 0..10000 --choose", right({ first: 0, last: 10_000, choose: true })],
    ["--stops 10000", right({ last: Number.MAX_SAFE_INTEGER, stops: 10_000 })],
    ["--seeds 42 --steps 3 --stops 1", right({ first: 42, last: 42, steps: 3, stops: 1 })],
    ["--sed 42", Either.left("Unknown option '--sed'")],
    ["42", Either.left("Unexpected argument '42'")],
    ["--seeds", Either.left("Option '--seeds <value>' argument missing")],
    ["--seeds 1-5", Either.left("--seeds must be a number such as 42, or a range such as 1..1000")],
    ["--seeds 6..5", Either.left("--seeds must be a number such as 42, or a range such as 1..1000")],
    ["--seeds 1 --steps x", Either.left("--steps must be a whole number")],
    ["--stops 1000000000", Either.left("--stops must be a whole number")]
  ])("%s", (text, expected) => {
    deepStrictEqual(
      CommandLine.parse(text.split(" ").filter((word) => word !== "")) as Either.Either<object, string>,
      expected
    )
  })
})
