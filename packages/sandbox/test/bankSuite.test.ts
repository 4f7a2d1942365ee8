import { assert, describe, it } from "@effect/vitest"
import { checks } from "@florin/testing/transfers/TransferProviderSuite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { Live, suiteTransfers, underTest } from "./banking.js"
import { mistakesIn } from "./mistakes.js"
import { type Sabotage, saboteurs } from "./transferSaboteurs.js"

const suite = (sabotage: Sabotage) => {
  const open = Effect.map(underTest, (under) => ({ ...under, provider: sabotage(under.provider) }))
  return checks(Effect.provide(open, Live), suiteTransfers)
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
describe("The contract suite of providers of transfers", () => {
  const names = suite((provider) => provider).map(({ name }) => name)

  it.live("finds nothing wrong with a provider that keeps the contract", () =>
    Effect.map(
      failing((provider) => provider, names),
      (failed) => assert.deepStrictEqual(failed, [])
    )
  )

  it.live.each(saboteurs)("notices a provider that $name", ({ noticed, of }) =>
    Effect.map(failing(of, noticed), (failed) => assert.deepStrictEqual(failed, [...noticed].sort()))
  )

  it("has no check that never fails", () => {
    const failing = new Set(saboteurs.flatMap(({ noticed }) => noticed))
    assert.deepStrictEqual(
      names.filter((name) => !failing.has(name)),
      []
    )
  })

  it.each(mistakesIn("transfer-provider.md"))("catches what its guide warns of: $mistake", ({ caughtBy, mistake }) => {
    const known = saboteurs.find(({ name }) => name === mistake)
    assert.include(known?.noticed ?? [], caughtBy)
  })
})
