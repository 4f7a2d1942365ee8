import * as Walk from "@florin/crash-tests/Walk"
import * as Effect from "effect/Effect"
import { assert, beforeAll, describe, it } from "vitest"
import { program } from "./internal/gateway.js"

describe("a crash at a fault point, a restart, and what the gateway, the acquirer and the merchant hold", () => {
  const results = new Map<string, Promise<ReadonlyArray<string>>>()

  // All steps begin here, so many at once as the machine bears; each test waits for its own.
  beforeAll(async () => {
    const made = await Effect.runPromise(program)
    const { withPermits } = Effect.unsafeMakeSemaphore(Walk.atOnce)
    for (const step of Walk.steps) {
      const faults = Walk.faults({ ...step, program: made, restsWithin: 60_000 })
      results.set(step.name, Effect.runPromise(withPermits(1)(faults)))
    }
  }, 60_000)

  it.each(Walk.steps)(
    "$name: all agree",
    async ({ name }) => assert.deepStrictEqual(await results.get(name), []),
    300_000
  )
})
