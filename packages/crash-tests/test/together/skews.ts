import { assert, describe, it } from "@effect/vitest"
import * as Figures from "@florin/crash-tests/Figures"
import * as Skews from "@florin/crash-tests/Skews"
import * as Effect from "effect/Effect"
import { program } from "../internal/program.js"

// At length, and on PostgreSQL: npm run crash -- --only skews-postgres --kills 50
const rounds = Skews.apart.length

describe.concurrent("two processes whose clocks are seconds or minutes apart, and an acquirer that answers slowly", () => {
  // Source: D40. Nobody is judged by another machine's clock.
  it.scopedLive(
    "no process is taken for dead, nothing is done twice, and the acquirer's ledger is what the merchant was told",
    () =>
      Effect.gen(function* () {
        const outcome = yield* Skews.run({ program: yield* program, seed: "7", rounds, restsWithin: 60_000 })
        assert.strictEqual(outcome.estranged?.apart, 600_000)
        assert.isAbove(outcome.orders.length, 8 * rounds - 1)
        assert.deepStrictEqual(Figures.faults(outcome), [])
      }),
    120_000
  )
})
