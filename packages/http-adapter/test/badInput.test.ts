import { assert, describe, it } from "@effect/vitest"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { SandboxRoutes } from "@florin/wire/operations/SandboxPort"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Case, wrongFields, wrongRequests } from "./badInput.js"
import { problem } from "./badInputProblem.js"
import { reporting } from "./internal/reporting.js"
import * as Memory from "./memory.js"
import { start } from "./server.js"

const sandbox = Layer.succeed(SandboxRoutes, {
  readClock: Effect.succeed({ now: "then", follow: false }),
  moveClock: () => Effect.succeed({ now: "later", ran: 0 }),
  ledger: Effect.succeed({ movements: [] }),
  transfer: () => Effect.fail(new NotFound()),
  happened: () => Effect.fail(new NotFound()),
  challenge: () => Effect.succeed(undefined),
  identify: () => Effect.succeed(undefined),
  action: () => Effect.succeed(undefined),
  choose: () => Effect.succeed(undefined)
})

const reports = reporting(({ body, header }) =>
  Effect.succeed({ _tag: header("authorization") === undefined || body.length === 0 ? "NotGenuine" : "Unreadable" })
)

const more = sandbox as unknown as Layer.Layer<never>

const run = (cases: ReadonlyArray<Case>) =>
  Effect.gen(function* () {
    const { ask } = yield* start(Memory.memory(), { more, reports })
    const problems = yield* Effect.forEach(cases, (it) => problem(ask, it), { concurrency: 8 })
    assert.deepStrictEqual(problems.flat(), [])
    assert.strictEqual((yield* ask("/health/ready")).status, 200)
  })

// Source: reliability, "bad input": no 5xx, no hang, nothing echoed.
describe("bad input", () => {
  const fields = wrongFields(3)
  const requests = wrongRequests(2000, 1)

  it("is enough of it", () => {
    assert.isAtLeast(fields.length + requests.length, 5000)
  })

  it.scopedLive("in every field is refused or processed, and never comes back", () => run(fields), 300_000)

  it.scopedLive("in methods, paths, headers and bodies is refused, and never comes back", () => run(requests), 300_000)
})
