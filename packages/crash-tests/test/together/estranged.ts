import { assert, describe, it } from "@effect/vitest"
import * as Campaigns from "@florin/crash-tests/Campaigns"
import * as Figures from "@florin/crash-tests/Figures"
import * as Walk from "@florin/crash-tests/Walk"
import * as Effect from "effect/Effect"
import { program } from "../internal/gateway.js"

const shared = { seed: "7", ...Campaigns.unhurried }

// At length: npm run crash -- --only pauses-sqlite --kills 50
const short = { ...shared, weather: { ...Campaigns.rough, stopFor: { least: 9_000, most: 11_000 } } }

// Each stop is one more process. At the two instants that differ most: with everything on its way to the acquirer, and
// with what was accepted not on its way yet. The simulation lets processes stand still at all of them, on SQLite. At
// length, and in front of another gateway: npm run crash -- --only pauses-sqlite or pauses-upstream
const count = 2

// Source: D40. Nothing moves behind a `failed` or `expired`, and nothing moves twice.
describe.concurrent("processes that stand still for seconds with operations of every type under way", () => {
  it.scopedLive(
    "on PostgreSQL: others take over, and in the end the acquirer's ledger is what the merchant was told",
    () =>
      Effect.gen(function* () {
        const facts = yield* Campaigns.facts("pauses-postgres", { ...short, count, program: yield* program })
        assert.deepStrictEqual([facts.stops.length, facts.astray], [count, 0])
        // Others did take over, or nothing has been tried.
        assert.isAbove(facts.resolvedMeanwhile, 0)
        assert.deepStrictEqual(Figures.faults(facts), [])
      }),
    240_000
  )
})

// At length, and on PostgreSQL: npm run crash -- --only skews-postgres --kills 50
const rounds = 1

describe.concurrent("two processes whose clocks are seconds apart, and an acquirer that answers slowly", () => {
  // Source: D40. No process is judged by another machine's clock.
  it.scopedLive(
    "no process is taken for dead, nothing is done twice, and the acquirer's ledger is what the merchant was told",
    () =>
      Effect.gen(function* () {
        const facts = yield* Campaigns.facts("skews-sqlite", { ...shared, program: yield* program, count: rounds })
        assert.isAbove(facts.orders.length, 8 * rounds - 1)
        assert.deepStrictEqual(Figures.faults(facts), [])
      }),
    120_000
  )
})

describe.concurrent("a gateway in front of another one", () => {
  it.scopedLive.each(["before", "after"] as const)(
    "is killed %s the other one charges: started again it learns what became of that, and nothing is charged twice",
    (moment) =>
      Effect.gen(function* () {
        const crash = { point: "acquirer.perform", moment, isUpstream: true } as const
        assert.deepStrictEqual(yield* Walk.faults({ ...crash, ...shared, program: yield* program }), [])
      }),
    120_000
  )
})
