/** Properties that `npm run properties` holds for many more cases than the tests, and tells how far it is. */
import { writeSync } from "node:fs"
import * as FastCheck from "effect/FastCheck"
import { expect } from "vitest"

/** The share of all cases that are tried. Undefined: those of the tests. */
const share = process.env.FLORIN_TEST_SHARE

/** How many cases are tried: of `all` at length, `few` in the tests. */
export const runs = (all: number, few: number): number =>
  share === undefined ? Math.ceil(few) : Math.ceil(all * Number(share))

/** In milliseconds: a machine that is busy with other work takes many times as long. All cases take hours there. */
export const timeout = share === undefined ? 300_000 : 7_200_000

/** Unit: milliseconds between two lines. */
const rest = 10_000

/** A property occupies its worker for many cases: what goes through the worker's channel comes late. */
const say = (line: string): void => void writeSync(1, `${expect.getState().currentTestName}: ${line}\n`)

/** Cases in a row. No test occupies its worker for so long that its runner takes it for lost. */
const atOnce = 1000

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Holds a property, and at length says how many cases it has held for. A case that it does not hold for fails the test. */
export const hold = async <Case>(property: FastCheck.IPropertyWithHooks<Case>, numRuns: number): Promise<void> => {
  let [held, statedAt] = [0, performance.now()]
  const counting = property.afterEach((previous) => {
    previous()
    held++
    if (share === undefined || performance.now() - statedAt < rest) return
    statedAt = performance.now()
    say(`${held} of ${numRuns}`)
  })
  while (held < numRuns) {
    FastCheck.assert(counting, { numRuns: Math.min(atOnce, numRuns - held) })
    await pause()
  }
  if (share !== undefined) say(`holds for ${held} of ${numRuns}`)
}
