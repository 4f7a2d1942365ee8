import { assert, it } from "@effect/vitest"
import { AcquirerAnswer } from "@florin/core/cards/Acquirer"
import { Transactions } from "@florin/core/queries/Transactions"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnStores } from "@florin/storage-postgres/testing/eitherStore"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/TestClock"
import {
  acquirerWith,
  authorize,
  capture,
  charge,
  child,
  find,
  holder,
  morning,
  movements,
  pass,
  shop,
  soon,
  world
} from "./internal/world.js"

/** The merchant gets its answer before the job is released, which takes a commit. */
const untilGivenBack = Effect.repeat(
  Effect.zipRight(
    soon,
    Effect.flatMap(Scheduler, ({ nextDue }) => nextDue)
  ),
  {
    until: Option.isSome
  }
)

const untilMoved = Effect.repeat(Effect.zipRight(soon, movements), { until: ({ length }) => length > 0 })

describeOnStores("an outcome that is not known", () => {
  // Source: D6 (P.9999), D7; reliability promise 3; the test triggers are D37's.
  it.effect.each([
    { name: "TIMEOUT", status: "failed", reason: "acquirer-temporary", movements: 0 },
    { name: "LATE", status: "successful", reason: null, movements: 1 }
  ])("D7: $name is pending until the acquirer, asked, says $status", ({ movements: expected, name, reason, status }) =>
    Effect.gen(function* () {
      yield* morning
      const accepted = yield* authorize(holder(name))
      assert.strictEqual(accepted.status, "pending")
      yield* pass("2 seconds")
      const settled = yield* find(accepted.uid)
      assert.deepStrictEqual([settled.status, settled.reason], [status, reason])
      assert.strictEqual((yield* movements).length, expected)
    }).pipe(Effect.provide(world()))
  )

  it.effect("an acquirer that dies is one that did not answer", () =>
    Effect.gen(function* () {
      yield* morning
      const { status, uid } = yield* authorize(charge())
      assert.strictEqual(status, "pending")
      yield* pass("2 seconds")
      assert.strictEqual((yield* find(uid)).status, "failed")
    }).pipe(Effect.provide(world({ acquirers: acquirerWith(() => ({ perform: () => Effect.die("broken") })) })))
  )

  it.effect("an acquirer has 30 seconds; what it did is found out by asking, and charged once", () =>
    Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(charge()))
      yield* untilMoved
      yield* TestClock.adjust("29999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(waiting)))
      yield* TestClock.adjust("1 millis")
      const { status, uid } = yield* Fiber.join(waiting)
      assert.strictEqual(status, "pending")
      yield* untilGivenBack
      yield* pass("2 seconds")
      assert.strictEqual((yield* find(uid)).status, "successful")
      assert.strictEqual((yield* movements).length, 1)
    }).pipe(
      Effect.provide(
        world({
          acquirers: acquirerWith((real) => ({
            perform: (request) => Effect.zipRight(real.perform(request), Effect.never)
          }))
        })
      )
    )
  )

  it.effect.each([
    { what: "whole", tick: 1 },
    // As the platform's monotonic clock does. PostgreSQL refuses an instant with a fraction.
    { what: "fractions of", tick: 1.000_013_7 }
  ])("nothing is declared not done before what was sent has had its time, and then at once: in $what ms", ({ tick }) =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      // Queried after 2, 7 and 22 s; the next query would be after 82.
      yield* pass("59 seconds")
      assert.strictEqual((yield* find(uid)).status, "pending")
      yield* pass("1 seconds")
      assert.strictEqual((yield* find(uid)).status, "failed")
    }).pipe(
      Effect.provide(
        world({
          settings: Layer.effect(
            MonotonicClock,
            Effect.map(Effect.clock, (clock) => ({ unsafeNow: () => clock.unsafeCurrentTimeMillis() * tick }))
          ),
          acquirers: acquirerWith(() => ({
            perform: () => Effect.succeed(AcquirerAnswer.NoAnswer()),
            inFlightWindow: Duration.seconds(60)
          }))
        })
      )
    )
  )

  it.effect("D1: recover asks at once, and a capture too is found out", () =>
    Effect.gen(function* () {
      yield* morning
      const parent = yield* authorize(holder("LATE"))
      const merchant = yield* shop()
      const recovered = yield* (yield* Transactions).recover(merchant, parent.uid)
      assert.strictEqual(recovered.status, "successful")
      assert.strictEqual((yield* capture(child(parent, 1000))).status, "successful")
      assert.strictEqual((yield* (yield* Transactions).recover(merchant, parent.uid)).version, recovered.version + 1)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D1: recover leaves a call that is still under way alone", () =>
    Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(charge()))
      yield* untilMoved
      const uid = (yield* movements)[0]?.reference ?? ""
      const { status } = yield* (yield* Transactions).recover(yield* shop(), (yield* find(uid)).uid)
      assert.strictEqual(status, "pending")
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual((yield* Fiber.join(waiting)).status, "pending")
    }).pipe(
      Effect.provide(
        world({
          acquirers: acquirerWith((real) => ({
            perform: (request) => Effect.zipRight(real.perform(request), Effect.never)
          }))
        })
      )
    )
  )
})

describeOnStores("a caller that goes away", () => {
  it.effect("does not stop what was accepted", () =>
    Effect.gen(function* () {
      yield* morning
      const waiting = yield* Effect.fork(authorize(holder("SLOW")))
      yield* untilMoved
      const uid = (yield* movements)[0]?.reference ?? ""
      const gone = yield* Effect.fork(Fiber.interrupt(waiting))
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(gone)
      let status = "pending"
      for (let attempt = 0; attempt < 200 && status === "pending"; attempt++) {
        yield* soon
        status = (yield* find(uid)).status
      }
      assert.strictEqual(status, "successful")
    }).pipe(Effect.provide(world()))
  )
})

describeOnStores("a gateway that stops", () => {
  it.effect("waits six seconds for an acquirer, and no longer", () =>
    Effect.gen(function* () {
      yield* morning
      const silent = acquirerWith((real) => ({
        perform: (request) => Effect.zipRight(real.perform(request), Effect.never)
      }))
      const scope = yield* Scope.make()
      const context = yield* Layer.buildWithScope(world({ acquirers: silent }), scope)
      yield* Effect.fork(Effect.provide(authorize(charge()), context))
      yield* Effect.provide(untilMoved, context)
      const closing = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("5999 millis")
      assert.isTrue(Option.isNone(yield* Fiber.poll(closing)))
      yield* TestClock.adjust("1 millis")
      yield* Fiber.join(closing)
    })
  )
})
