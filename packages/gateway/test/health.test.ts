import { assert, it } from "@effect/vitest"
import { JobStore } from "@florin/core/jobs/Job"
import * as Health from "@florin/gateway/Health"
import { Readiness } from "@florin/http-adapter/Readiness"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"

/** A store that answers after `wait`. */
const slow = (wait: Duration.DurationInput) =>
  Layer.provide(
    Layer.effect(
      JobStore,
      Effect.map(JobStore, (jobs) => ({
        ...jobs,
        nextDue: Effect.delay(jobs.nextDue, wait)
      }))
    ),
    emptyStore
  )

describeOnStores("a gateway", () => {
  // Source: D1, health.
  it.effect.each([
    { wait: "1999 millis", ready: true },
    { wait: "2000 millis", ready: false }
  ] as const)("whose store answers after $wait is ready: $ready", ({ ready, wait }) =>
    Effect.gen(function* () {
      const requested = yield* Effect.fork(Effect.flatten(Readiness))
      yield* TestClock.adjust(wait)
      assert.strictEqual(yield* requested, ready)
    }).pipe(Effect.provide(Layer.provide(Health.layer, slow(wait))))
  )
})
