import { assert, describe, it } from "@effect/vitest"
import * as Figures from "@florin/crash-tests/Figures"
import * as Kinds from "@florin/crash-tests/Kinds"
import * as Effect from "effect/Effect"
import { program } from "./internal/program.js"

// A kill costs the start of a process. So few of them come with everything else that happens, each of it twice or more.
// At length: npm run crash -- --kills 1000 --seed 7
const kills = 12
const seed = "7"

// Other tests run beside these: what counts is that everything has an outcome, not how soon.
const restsWithin = 60_000

const said: Readonly<Record<Kinds.Kind, string>> = {
  one: "a process that is killed under load and started again",
  sqlite: "four processes on one SQLite file, one of them killed every second",
  postgres: "four processes on PostgreSQL, which is restarted, crashed and cut off as well"
}

describe.concurrent(`${kills} kills`, () => {
  it.scopedLive.each(Kinds.kinds.map((kind) => ({ kind, what: said[kind] })))(
    "$what: nothing lost, doubled, unresolved, contradicted, unannounced, out of order",
    ({ kind }) =>
      Effect.gen(function* () {
        const outcome = yield* Kinds.run(kind, {
          program: yield* program,
          kills,
          seed,
          weather: Kinds.rough,
          restsWithin
        })
        assert.strictEqual(outcome.kills, kills)
        // Enough was under way for the kills to matter.
        assert.isAbove(outcome.orders.length, kills)
        assert.isAbove(outcome.orders.filter(({ interruptedAt }) => interruptedAt !== undefined).length, 0)
        assert.deepStrictEqual(Figures.faults(outcome), [])
      }),
    300_000
  )
})
