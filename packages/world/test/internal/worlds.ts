// Seeds in blocks of a hundred. Two files share them, so that two workers do.
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../../src/Disk.js"
import { invariants } from "../../src/Invariants.js"
import * as Report from "../../src/Report.js"
import { run, shortest } from "../../src/Run.js"

// A world has no pause of its own: without this one nothing else in the process would have its turn for minutes.
const others = () => new Promise((resolve) => setImmediate(resolve))

const blocks = (first: number, last: number) =>
  Array.from(
    { length: (last - first + 1) / 100 },
    (_, index) => [first + index * 100, first + index * 100 + 99] as const
  )

export const itHolds = (from: number, to: number) => {
  const image = Effect.runSync(Disk.image)
  it.each(blocks(from, to))(
    `seeds %i to %i hold all ${Object.keys(invariants).length} invariants`,
    async (first, last) => {
      for (let seed = first; seed <= last; seed++) {
        await others()
        const result = run(image, seed)
        if (result.violation !== undefined) assert.fail(Report.failure(shortest(image, result)))
      }
    },
    120_000
  )
}
