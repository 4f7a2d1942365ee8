import { assert, describe, it } from "@effect/vitest"
import { SandboxRoutes } from "@florin/http-adapter/SandboxRoutes"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { type Case, wrongFields, wrongRequests } from "./badInput.js"
import * as Memory from "./memory.js"
import { type asker, start } from "./server.js"

const sandbox = Layer.succeed(SandboxRoutes, {
  readClock: Effect.succeed({}),
  moveClock: () => Effect.succeed({}),
  ledger: Effect.succeed({})
}) as unknown as Layer.Layer<never>

const problem = (ask: ReturnType<typeof asker>, { canary, path, what, ...sent }: Case) =>
  Effect.map(Effect.timeout(ask(path, sent), "10 seconds"), ({ headers, status, text }) => {
    const said = `${sent.method} ${path.slice(0, 80)}: ${what}: ${status} ${text.slice(0, 200)}`
    if (status >= 500) return [said]
    if (headers["x-content-type-options"] !== "nosniff") return [`without headers: ${said}`]
    // What was processed is echoed (D9); what was refused is not.
    const echoed = status !== 200 && (text + JSON.stringify(headers)).includes(canary)
    return echoed ? [`echoed: ${said}`] : []
  }).pipe(Effect.catchAll((error) => Effect.succeed([`${sent.method} ${path}: ${what}: ${String(error)}`])))

const run = (cases: ReadonlyArray<Case>) =>
  Effect.gen(function* () {
    const { ask } = yield* start(Memory.memory(), { more: sandbox })
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

  it.scopedLive("in every field is refused or processed, and never comes back", () => run(fields), 120_000)

  it.scopedLive("in methods, paths, headers and bodies is refused, and never comes back", () => run(requests), 120_000)
})
