import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Places from "../src/internal/places.js"

const take = (places: Places.Places) => Effect.uninterruptibleMask(places.take)

describe("places", () => {
  it.effect.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
    "none is lost to a fiber that stops waiting %i steps after it was given one",
    (steps) =>
      Effect.gen(function* () {
        const places = Places.make(1, Duration.seconds(1))
        yield* take(places)
        const waiting = yield* Effect.fork(take(places))
        for (let step = 0; step < 10; step++) yield* Effect.yieldNow()
        yield* places.give
        for (let step = 0; step < steps; step++) yield* Effect.yieldNow()
        yield* Fiber.interruptFork(waiting)
        if (Exit.isSuccess(yield* Fiber.await(waiting))) yield* places.give
        yield* take(places)
      })
  )

  it.effect("one that comes free just as patience ends is taken or stays free", () =>
    Effect.gen(function* () {
      for (let round = 0; round < 20; round++) {
        const places = Places.make(1, Duration.millis(2))
        yield* take(places)
        const waiting = yield* Effect.fork(Effect.either(take(places)))
        yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 2)))
        yield* places.give
        if ((yield* Fiber.join(waiting))._tag === "Right") yield* places.give
        yield* take(places)
      }
    })
  )

  it.effect("there are no more than there are, and too many may not wait", () =>
    Effect.gen(function* () {
      const places = Places.make(2, Duration.minutes(1), 100)
      yield* Effect.replicateEffect(take(places), 2)
      const waiting = yield* Effect.replicateEffect(Effect.fork(take(places)), 100)
      yield* Effect.yieldNow()
      assert.isTrue(waiting.every((fiber) => fiber.unsafePoll() === null))
      assert.strictEqual((yield* Effect.flip(take(places))).code, "too-many-waiting")
      yield* Fiber.interruptAll(waiting)
      yield* Effect.zipRight(places.give, take(places))
    })
  )
})
