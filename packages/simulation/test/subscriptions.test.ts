// Source: D24, D25, D40. Renewals among processes that die, stand still and lose their database.
import { assert, describe, it } from "@effect/vitest"
import type { FaultPoint } from "@florin/core/store/FaultPoints"
import * as Effect from "effect/Effect"
import * as Disk from "../src/Disk.js"
import { report, run, shortest } from "../src/Run.js"
import { others } from "./internal/others.js"

// At length: npm run simulation -- --subscriptions --count 2000
const image = Effect.runSync(Disk.image)

/** Few that reach what is tried below. */
const seeds = [1, 27, 62, 132, 179, 192, 216, 257, 362, 501]

/** The commits of subscriptions that other simulations do not come to. */
const points: ReadonlyArray<FaultPoint> = [
  "commit.accept-subscription",
  "commit.accept-renewal",
  "commit.subscription-change",
  "commit.renew-nothing",
  "commit.renew-refused"
]

describe(`${seeds.length} simulations with subscriptions`, () => {
  it("hold all invariants, and come to every fault point of their commits, before and after", async () => {
    const passed = new Set<string>()
    for (const seed of seeds) {
      await others()
      const result = run(image, seed, { planKind: "subscribed" })
      if (result.violation !== undefined) assert.fail(report(shortest(image, result)))
      for (const { what } of result.notes) passed.add(what)
    }
    assert.includeMembers(
      [...passed],
      points.flatMap((point) => [`go before ${point}`, `go after ${point}`])
    )
    assert.includeMembers([...passed], ["die before commit.accept-renewal", "die after commit.accept-renewal"])
  }, 240_000)
})
