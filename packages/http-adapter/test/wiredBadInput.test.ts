import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { wrongFields, wrongRequests } from "./badInput.js"
import { problem } from "./badInputProblem.js"
import { start } from "./wired.js"

describe("the whole gateway over HTTP", () => {
  // Source: reliability, "bad input".
  it.scopedLive(
    "takes bad input in every field and every route without a failure, and gives none of it back",
    () =>
      Effect.gen(function* () {
        const { ask } = yield* start
        const cases = [...wrongFields(9), ...wrongRequests(1000, 7)]
        assert.isAtLeast(cases.length, 2000)
        const problems = yield* Effect.forEach(cases, (it) => problem(ask, it), { concurrency: 8 })
        assert.deepStrictEqual(problems.flat(), [])
        assert.strictEqual((yield* ask("/health/ready")).status, 200)
      }),
    180_000
  )
})
