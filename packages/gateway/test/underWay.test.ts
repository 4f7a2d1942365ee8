/**
 * A job that this process is about to run is not idle, although the store shows it as held first. Source: D40.
 *
 * On SQLite alone: on PostgreSQL a round in the middle of a commit would wait for that commit's own connection.
 */
import { assert, describe, it } from "@effect/vitest"
import { Transactions } from "@florin/core/queries/Transactions"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { Scheduler } from "@florin/scheduler/Scheduler"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import {
  acquirerWith,
  authorize,
  charge,
  find,
  morning,
  movements,
  pass,
  shop,
  soon,
  verdict,
  world
} from "./internal/world.js"

describe("a call that does not let itself be interrupted", () => {
  it.effect("keeps its work until it ends, also where it could not be recorded that it takes too long", () => {
    const gate = Deferred.unsafeMake<void>(FiberId.none)
    const acquirers = acquirerWith((real) => ({
      perform: (request) => Effect.uninterruptible(Effect.zipRight(Deferred.await(gate), real.perform(request)))
    }))
    let isFull = true
    const settings = Layer.succeed(FaultPoints, (point, moment) =>
      isFull && point === "commit.record-no-answer" && moment === "before" ? Effect.die("full") : Effect.void
    )
    return Effect.gen(function* () {
      yield* morning
      const { findByTrackingId } = yield* Transactions
      const of = yield* shop()
      const waiting = yield* Effect.fork(verdict(authorize(charge({ tracking_id: "order-1" }))))
      const status = Effect.map(findByTrackingId(of, "order-1"), ([transaction]) => transaction?.status)
      yield* Effect.repeat(Effect.zipRight(soon, status), { until: (is) => is === "pending" })
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "StorageError")
      isFull = false
      // If its job were free, the acquirer would be queried, would not know the key yet, and the charge would fail.
      yield* pass("10 minutes")
      assert.strictEqual(yield* status, "pending")
      yield* Deferred.succeed(gate, undefined)
      for (let turn = 0; turn < 50; turn++) yield* Effect.yieldNow()
      yield* pass("1 minute")
      assert.strictEqual(yield* status, "successful")
    }).pipe(Effect.provide(world({ acquirers, settings })))
  })
})

describe("work that a commit has just begun to hold", () => {
  it.effect("is not done twice by a round that sees it before its own process hears of the commit", () => {
    let questions = 0
    let round: Effect.Effect<unknown> = Effect.void
    const acquirers = acquirerWith((real) => ({
      status: (key, about) => {
        questions += 1
        return real.status(key, about)
      }
    }))
    const settings = Layer.succeed(FaultPoints, (point, moment) =>
      point === "commit.accept-charge" && moment === "after" ? Effect.suspend(() => round) : Effect.void
    )
    return Effect.gen(function* () {
      yield* morning
      const { runDue } = yield* Scheduler
      // Its clock is ahead, like that of a process that was paused: an accepted transaction already looks due.
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
      status: (key, about) => {
        questions += 1
        return Effect.zipRight(Deferred.await(gate), real.status(key, about))
      }
    }))
    return Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(charge()))
      yield* Effect.repeat(Effect.zipRight(soon, movements), { until: ({ length }) => length > 0 })
      yield* TestClock.adjust("30 seconds")
      const { uid } = yield* Fiber.join(waiting)
      const { recover } = yield* Transactions
      const ask = recover(yield* shop(), (yield* find(uid)).uid)
      const both = yield* Effect.fork(Effect.all([ask, ask], { concurrency: "unbounded" }))
      yield* Effect.repeat(soon, { until: () => questions > 0 })
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(both)
      assert.strictEqual(questions, 1)
    }).pipe(Effect.provide(world({ acquirers })))
  })
})
