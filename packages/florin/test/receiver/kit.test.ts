import { assert, describe, it } from "@effect/vitest"
import { checks, receiverSuite } from "@florin/testing/webhooks/ReceiverSuite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { rightHost, saboteurs, successHost } from "./internal/hosts.js"

receiverSuite({ describe, it }, "A host with florin/receiver", rightHost)
receiverSuite({ describe, it }, "A host that acts on successes alone", successHost)

type Open = Parameters<typeof checks>[0]

/** The checks that fail, of those with these names. */
const failing = (open: Open, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const failed: Array<string> = []
    for (const { name, run } of checks(open).filter(({ name }) => names.includes(name))) {
      if (Exit.isFailure(yield* Effect.exit(run))) failed.push(name)
    }
    return failed.sort()
  })

// Source: D33, D34.
describe("The contract suite of receivers", () => {
  const names = checks(rightHost).map(({ name }) => name)

  it.live.each(saboteurs)("notices a host that $name", ({ noticed, open }) =>
    Effect.map(failing(open, names), (failed) => assert.includeMembers(failed, [...noticed]))
  )

  it("has no check that never fails", () => {
    const failing = new Set(saboteurs.flatMap(({ noticed }) => noticed))
    assert.deepStrictEqual(
      names.filter((name) => !failing.has(name)),
      []
    )
  })
})
