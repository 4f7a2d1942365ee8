import { assert, describe, it } from "@effect/vitest"
import * as Campaigns from "@florin/crash-tests/Campaigns"
import * as Figures from "@florin/crash-tests/Figures"
import * as Effect from "effect/Effect"
import { afterAll } from "vitest"
import { program } from "./internal/gateway.js"

// A kill costs the start of a process. So few of them come with everything else that happens, each of it once or more.
// At length, and of a process that is alone: npm run crash -- --kills 1000 --seed 7
const count = 4

const kinds: ReadonlyArray<{ readonly kind: Campaigns.Name; readonly what: string }> = [
  { kind: "sqlite", what: "four processes on one SQLite file, one of them killed every second" },
  { kind: "postgres", what: "four processes on PostgreSQL, which is restarted, crashed and cut off as well" }
]

describe.concurrent(`${count} kills`, () => {
  // Enough was under way for the kills to matter: of so few not in every campaign.
  let interrupted = 0
  afterAll(() => assert.isAbove(interrupted, 0))

  it.scopedLive.each(kinds)(
    "$what: nothing lost, doubled, unresolved, contradicted, unannounced, out of order",
    ({ kind }) =>
      Effect.gen(function* () {
        const options = { program: yield* program, count, seed: "7", weather: Campaigns.rough, ...Campaigns.unhurried }
        const facts = yield* Campaigns.facts(kind, options)
        assert.strictEqual(facts.deaths.size, count)
        assert.isAbove(facts.orders.length, count)
        interrupted += facts.orders.filter(({ interruptedAt }) => interruptedAt !== undefined).length
        assert.deepStrictEqual(Figures.faults(facts), [])
      }),
    300_000
  )
})
