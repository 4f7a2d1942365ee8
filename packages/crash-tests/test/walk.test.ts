import * as Walk from "@florin/crash-tests/Walk"
import type { Findings } from "@florin/testing/parties/Auditor"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { assert, beforeAll, describe, it } from "vitest"
import { program } from "./internal/gateway.js"

describe("a crash at a fault point, a restart, and what the gateway, the acquirer and the merchant hold", () => {
  const name = ({ moment, point }: (typeof Walk.steps)[number]) => `${moment} ${point}`
  const results = new Map<string, Promise<Exit.Exit<Findings, unknown>>>()

  // All steps begin here, so many at once as the machine bears; each test waits for its own.
  beforeAll(async () => {
    const made = await Effect.runPromise(program)
    const { withPermits } = Effect.unsafeMakeSemaphore(Walk.atOnce)
    for (const step of Walk.steps) {
      const played = Walk.step({ ...step, program: made, restsWithin: 60_000 })
      results.set(name(step), Effect.runPromiseExit(withPermits(1)(played)))
    }
  }, 60_000)

  it.each(Walk.steps.map((step) => ({ when: name(step) })))(
    "$when: all agree",
    async ({ when }) => {
      const exit = (await results.get(when))!
      if (Exit.isFailure(exit)) assert.fail(Cause.pretty(exit.cause))
      assert.deepStrictEqual(Object.values(exit.value).flat(), [])
    },
    300_000
  )
})
