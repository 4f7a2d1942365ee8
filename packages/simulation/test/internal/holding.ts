import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../../src/Disk.js"
import { invariants } from "../../src/Invariants.js"
import * as Report from "../../src/Report.js"
import { run, shortest } from "../../src/Run.js"

const blockOf = 100

// A simulation has no pause of its own: without this one nothing else in the process would have its turn for minutes.
const others = () => new Promise((resolve) => setImmediate(resolve))

/** A thousand seeds, the first of which is this one: a file of tests each, so that workers share them. */
export const thousandFrom = (first: number): void => {
  const image = Effect.runSync(Disk.image)
  const blocks = Array.from({ length: 1000 / blockOf }, (_, index) => {
    const begin = first + index * blockOf
    return [begin, begin + blockOf - 1] as const
  })

  describe(`1,000 simulations from seed ${first}`, () => {
    it.each(blocks)(
      `seeds %i to %i hold all ${Object.keys(invariants).length} invariants`,
      async (begin, end) => {
        for (let seed = begin; seed <= end; seed++) {
          await others()
          const result = run(image, seed)
          if (result.violation !== undefined) assert.fail(Report.failure(shortest(image, result)))
        }
      },
      120_000
    )
  })
}
