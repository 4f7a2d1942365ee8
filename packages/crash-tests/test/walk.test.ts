import type { Findings } from "@florin/crash-tests/Audit"
import * as Program from "@florin/crash-tests/Program"
import * as Walk from "@florin/crash-tests/Walk"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { afterAll, assert, beforeAll, describe, it } from "vitest"

describe("a crash at a fault point, a restart, and what the gateway, the acquirer and the merchant hold", () => {
  type Result = Exit.Exit<Findings, unknown>
  const name = ({ moment, point }: (typeof Walk.steps)[number]) => `${moment} ${point}`
  const results = new Map<string, Promise<Result>>()
  const scope = Effect.runSync(Scope.make())

  // All steps begin here, so many at once as the machine bears; each test waits for its own.
  beforeAll(async () => {
    const program = await Effect.runPromise(Scope.extend(Program.makeReused, scope))
    const { withPermits } = Effect.unsafeMakeSemaphore(Walk.atOnce)
    for (const step of Walk.steps) {
      results.set(
        name(step),
        Effect.runPromiseExit(withPermits(1)(Walk.step({ ...step, program, restsWithin: 60_000 })))
      )
    }
  }, 60_000)

  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

  it.each(Walk.steps.map((step) => ({ step, when: name(step) })))(
    "$when: all agree",
    async ({ when }) => {
      const exit = (await results.get(when))!
      if (Exit.isFailure(exit)) assert.fail(Cause.pretty(exit.cause))
      assert.deepStrictEqual(Object.values(exit.value).flat(), [])
    },
    300_000
  )
})
