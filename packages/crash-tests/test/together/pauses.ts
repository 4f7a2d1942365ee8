import { assert, describe, it } from "@effect/vitest"
import * as Figures from "@florin/crash-tests/Figures"
import * as Pauses from "@florin/crash-tests/Pauses"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import * as Effect from "effect/Effect"
import { program } from "../internal/program.js"

// At length: npm run crash -- --only pauses-sqlite --kills 50
const short = {
  seed: "7",
  stops: 4,
  lanes: 4,
  width: 1,
  span: { least: 9_000, most: 11_000 },
  // Other tests run beside these: what counts is what the outcome is, not how soon it is known.
  restsWithin: 60_000
}

const ways = [
  { what: "on SQLite", options: Effect.succeed({}) },
  {
    what: "on PostgreSQL",
    options: Effect.map(PostgresServer.make({ fsync: "off" }), ({ store }) => ({ store }))
  },
  { what: "in front of another gateway", options: Effect.succeed({ isUpstream: true }) }
]

// Source: D40. Nothing moves behind a `failed` or `expired`, and nothing moves twice.
describe.concurrent("processes that stand still for seconds with operations of every type under way", () => {
  it.scopedLive.each(ways)(
    "$what: others take over, and in the end the acquirer's ledger is what the merchant was told",
    ({ options }) =>
      Effect.gen(function* () {
        const outcome = yield* Pauses.run({ ...short, ...(yield* options), program: yield* program })
        assert.strictEqual(outcome.estranged?.stops.length, short.stops)
        assert.strictEqual(outcome.estranged?.astray, 0)
        // Others did take over, or nothing has been tried.
        assert.isAbove(outcome.estranged?.resolvedMeanwhile ?? 0, 0)
        assert.deepStrictEqual(Figures.faults(outcome), [])
      }),
    120_000
  )
})
