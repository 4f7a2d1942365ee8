import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { longStandstill } from "../src/Plan.js"
import * as Process from "../src/Process.js"
import * as Report from "../src/Report.js"
import { run } from "../src/Run.js"

const image = Effect.runSync(Disk.image)

describe("a seed with estranged processes", () => {
  it.each([3, 14, 29])("%i is the same simulation every time, line by line", (seed) => {
    const first = run(image, seed, { regime: "estranged" })
    assert.deepStrictEqual(run(image, seed, { regime: "estranged" }), first)
    assert.notDeepEqual(run(image, seed).trace, first.trace)
  })

  // Each broke once: it sent under a new name, worked twice on what it was missed with, took back what another held.
  it.each([7, 425, 743])("%i holds", (seed) => {
    const result = run(image, seed, { regime: "estranged" })
    assert.isUndefined(result.violation, Report.failure(result))
  })

  it("lets no process go on before its time, not even in the end", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const lines = run(image, seed, { regime: "estranged" }).trace
      const still = lines.flatMap((line) => /stands still for (\d+) ms/.exec(line)?.[1] ?? []).map(Number)
      for (const millis of still) assert.isAtLeast(millis, longStandstill.least)
    }
  })
})

describe("a process", () => {
  const start = Date.UTC(2028, 0, 1)

  it("whose clock is ahead measures time as all others do, also while it stands still", () => {
    let now = start
    const process = Process.make({ name: "gate", now: () => now, ahead: 600_000, log: () => undefined })
    assert.deepStrictEqual([process.clock.unsafeCurrentTimeMillis(), process.monotonic()], [start + 600_000, 0])
    process.pause()
    now += 42_000
    assert.deepStrictEqual([process.clock.unsafeCurrentTimeMillis(), process.monotonic()], [start + 600_000, 42_000])
    process.resume()
    process.goTo(now)
    assert.deepStrictEqual([process.clock.unsafeCurrentTimeMillis(), process.monotonic()], [start + 642_000, 42_000])
  })
})
