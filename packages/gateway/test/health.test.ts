import { assert, describe, it } from "@effect/vitest"
import { JobStore } from "@florin/core/jobs/Job"
import * as Health from "@florin/gateway/Health"
import { Readiness } from "@florin/http-adapter/Readiness"
import * as SqliteStore from "@florin/storage-sqlite/SqliteStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"

/** A store whose answers take a while. */
const slow = (wait: string) =>
  Layer.provide(
    Layer.effect(
      JobStore,
      Effect.map(JobStore, (jobs) => ({
        ...jobs,
        nextDue: (now) => Effect.delay(jobs.nextDue(now), wait as "1 millis")
      }))
    ),
    SqliteStore.layerTemporary
  )

describe("a gateway", () => {
  // Source: D1, health.
  it.effect.each([
    { wait: "1999 millis", ready: true },
    { wait: "2000 millis", ready: false }
  ])("whose store answers after $wait is ready: $ready", ({ ready, wait }) =>
    Effect.gen(function* () {
      const asked = yield* Effect.fork(Effect.flatten(Readiness))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* asked, ready)
    }).pipe(Effect.provide(Layer.provide(Health.layer, slow(wait))))
  )
})
