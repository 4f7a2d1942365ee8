import { assert, describe, it } from "@effect/vitest"
import { checks, threeDSecureServerSuite } from "@florin/testing/three-d-secure/ThreeDSecureServerSuite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as SandboxDatabase from "../src/SandboxDatabase.js"
import { cards, lost, underTest } from "./authenticating.js"
import { databases } from "./databases.js"
import { mistakesIn } from "./mistakes.js"
import { losing, type Sabotage, saboteurs } from "./threeDSecureSaboteurs.js"

// Source: D16, D37, D40.
for (const { empty, kind } of databases) {
  const open = Effect.flatMap(empty, (place) =>
    Effect.flatMap(Layer.build(place), (built) => Effect.provide(underTest, built))
  )
  threeDSecureServerSuite({ describe, it }, `The sandbox on ${kind}`, open, cards)
}

const suite = checks({ ...cards, lost })

/** The checks that fail, of those with these names. */
const failing = (sabotage: Sabotage, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const failed: Array<string> = []
    for (const { name, run } of suite.filter(({ name }) => names.includes(name))) {
      const under = sabotage(losing(yield* underTest))
      if (Exit.isFailure(yield* Effect.exit(run(under)))) failed.push(name)
    }
    return failed
  }).pipe(Effect.provide(SandboxDatabase.layerMemory))

describe("The contract suite of 3-D Secure servers", () => {
  const names = suite.map(({ name }) => name)

  it.live("finds nothing wrong with a server that keeps the contract, and loses answers", () =>
    Effect.map(
      failing((under) => under, names),
      (failed) => assert.deepStrictEqual(failed, [])
    )
  )

  it.live.each(saboteurs)("notices a server that $name", ({ noticed, of }) =>
    Effect.map(failing(of, noticed), (failed) => assert.deepStrictEqual(failed.sort(), [...noticed].sort()))
  )

  it("has no check that never fails", () => {
    const failing = new Set(saboteurs.flatMap(({ noticed }) => noticed))
    assert.deepStrictEqual(
      names.filter((name) => !failing.has(name)),
      []
    )
  })

  it.each(mistakesIn("three-d-secure-server.md"))(
    "catches what its guide warns of: $mistake",
    ({ caughtBy, mistake }) => {
      const known = saboteurs.find(({ name }) => name === mistake)
      assert.include(known?.noticed ?? [], caughtBy)
    }
  )
})
