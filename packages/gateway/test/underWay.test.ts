/** What this process is about to work on is not idle, although the store says so before the process knows. Source: D40. */
import { assert, describe, it } from "@effect/vitest"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { Transactions } from "@florin/core/transactions/Transactions"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import { acquirerWith, authorize, charge, find, morning, movements, shop, world } from "./internal/world.js"

describe("work that a commit has just begun to hold", () => {
  it.effect("is not done twice by a round that sees it before its own process hears of the commit", () => {
    let questions = 0
    let round: Effect.Effect<unknown> = Effect.void
    const acquirers = acquirerWith((real) => ({
      status: (key) => {
        questions += 1
        return real.status(key)
      }
    }))
    const settings = Layer.succeed(FaultPoints, (point, moment) =>
      point === "commit.accept-charge" && moment === "after" ? Effect.suspend(() => round) : Effect.void
    )
    return Effect.gen(function* () {
      yield* morning
      const { runDue } = yield* Scheduler
      // Its clock is ahead, as is that of a process that stood still meanwhile: what was accepted looks due already.
      round = Effect.orDie(runDue(DateTime.add(yield* DateTime.now, { seconds: 10 })))
      assert.strictEqual((yield* authorize(charge())).status, "successful")
      assert.strictEqual(questions, 0)
    }).pipe(Effect.provide(world({ acquirers, settings })))
  })

  it.effect("is done once where a merchant asks for it twice at once", () => {
    const gate = Deferred.unsafeMake<void>(FiberId.none)
    let questions = 0
    const acquirers = acquirerWith((real) => ({
      perform: (request) => Effect.zipRight(real.perform(request), Effect.never),
      status: (key) => {
        questions += 1
        return Effect.zipRight(Deferred.await(gate), real.status(key))
      }
    }))
    return Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(charge()))
      yield* Effect.repeat(movements, { until: ({ length }) => length > 0 })
      yield* TestClock.adjust("30 seconds")
      const { uid } = yield* Fiber.join(waiting)
      const { recover } = yield* Transactions
      const ask = recover(yield* shop(), (yield* find(uid)).uid)
      const both = yield* Effect.fork(Effect.all([ask, ask], { concurrency: "unbounded" }))
      yield* Effect.repeat(find(uid), { until: () => questions > 0 })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(both)
      assert.strictEqual(questions, 1)
    }).pipe(Effect.provide(world({ acquirers })))
  })
})
