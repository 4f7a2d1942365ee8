import { assert, describe, it } from "@effect/vitest"
import { checks } from "@florin/testing/acquirers/AcquirerSuite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Ledger from "../src/Ledger.js"
import * as SandboxAcquirer from "../src/SandboxAcquirer.js"
import { type Sabotage, saboteurs } from "./acquirerSaboteurs.js"
import { mistakesIn } from "./mistakes.js"
import { Live, suiteCards } from "./paying.js"

const suite = (sabotage: Sabotage) => {
  const open = Effect.gen(function* () {
    const { movements } = yield* Ledger.Ledger
    return {
      acquirer: sabotage(yield* SandboxAcquirer.SandboxAcquirer),
      movementsOf: (key: string) =>
        Effect.orDie(Effect.map(movements, (all) => all.filter(({ reference }) => reference === key).length))
    }
  })
  return checks(Effect.provide(open, Live), suiteCards)
}

/** The checks that fail, of those with these names. */
const failing = (sabotage: Sabotage, names: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const failed: Array<string> = []
    for (const { name, run } of suite(sabotage).filter(({ name }) => names.includes(name))) {
      if (Exit.isFailure(yield* Effect.exit(Effect.scoped(run)))) failed.push(name)
    }
    return failed.sort()
  })

// Source: D40.
describe("The contract suite of acquirers", () => {
  const names = suite((acquirer) => acquirer).map(({ name }) => name)

  it.live("finds nothing wrong with an acquirer that keeps the contract", () =>
    Effect.map(
      failing((acquirer) => acquirer, names),
      (failed) => assert.deepStrictEqual(failed, [])
    )
  )

  it.live.each(saboteurs)("notices an acquirer that $name", ({ noticed, of }) =>
    Effect.map(failing(of, noticed), (failed) => assert.deepStrictEqual(failed, [...noticed].sort()))
  )

  it("has no check that never fails", () => {
    const failing = new Set(saboteurs.flatMap(({ noticed }) => noticed))
    assert.deepStrictEqual(
      names.filter((name) => !failing.has(name)),
      []
    )
  })

  it.each(mistakesIn("acquirer.md"))("catches what its guide warns of: $mistake", ({ caughtBy, mistake }) => {
    const known = saboteurs.find(({ name }) => name === mistake)
    assert.include(known?.noticed ?? [], caughtBy)
  })
})
