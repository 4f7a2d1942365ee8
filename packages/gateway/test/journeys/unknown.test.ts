/** Journeys of charges whose outcome is not known. Source: D25: "nothing is retried until the acquirer has answered"; D40. */
import { assert, describe, it } from "@effect/vitest"
import { AcquirerAnswer, AcquirerStatus } from "@florin/core/cards/Acquirer"
import { noReport } from "@florin/core/cards/AcquirerReport"
import { Scheduler } from "@florin/scheduler/Scheduler"
import { describeOnContract, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/TestClock"
import {
  at,
  begun,
  billing,
  cancel,
  chargeNow,
  charges,
  events,
  holding,
  look,
  monthly,
  progress,
  subscribe,
  until
} from "../internal/billing.js"
import { acquirerWith, pass, verdict } from "../internal/world.js"

describeOnContract("a renewal in doubt", () => {
  const well = begun(["lost"])

  it.effect("D25: that ends well after days is a success; nothing was charged meanwhile", () =>
    Effect.gen(function* () {
      const id = yield* well.start
      well.stage.mute = true
      assert.deepStrictEqual(yield* until("2026-04-12T12:00:00Z"), { charged: ["2026-04-10T10:00 1000"], reported: [] })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: null })
      well.stage.mute = false
      assert.deepStrictEqual(yield* until("2026-04-12T14:00:00Z"), { charged: [], reported: ["renewed"] })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
      assert.strictEqual(well.stage.requested, 2)
    }).pipe(Effect.provide(well.world))
  )
})

describe("a renewal in doubt", () => {
  const badly = begun(["unheard"])

  it.effect("D25: that turns out as never made is an error, retried in the hour that follows", () =>
    Effect.gen(function* () {
      const id = yield* badly.start
      badly.stage.mute = true
      assert.deepStrictEqual(yield* until("2026-04-12T12:00:00Z"), { charged: [], reported: [] })
      badly.stage.mute = false
      const { charged, reported } = yield* until("2026-04-12T14:00:00Z")
      assert.deepStrictEqual(reported, ["failed_attempt", "renewed"])
      assert.strictEqual(charged.length, 1)
      assert.match(charged[0] ?? "", /^2026-04-12T1[34]:00 1000$/)
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
    }).pipe(Effect.provide(badly.world))
  )

  const short = begun(["lost"], { plan: { amount: 1000, interval: 1, interval_unit: "day" } })

  it.effect("D24: blocks the cycles that go by meanwhile, and they are not charged afterwards", () =>
    Effect.gen(function* () {
      const id = yield* short.start
      short.stage.mute = true
      yield* until("2026-03-14T12:00:00Z")
      short.stage.mute = false
      yield* until("2026-03-14T14:00:00Z")
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-03-15T10:00" })
      assert.deepStrictEqual((yield* charges).length, 2)
    }).pipe(Effect.provide(short.world))
  )

  const canceled = begun(["lost"])

  it.effect("D23: whose subscription is cancelled meanwhile is no renewal, and stays charged", () =>
    Effect.gen(function* () {
      const id = yield* canceled.start
      canceled.stage.mute = true
      yield* until("2026-04-11T00:00:00Z")
      assert.strictEqual(yield* verdict(chargeNow(id)), "Subscription is active")
      yield* cancel(id, { cancel_reason: "Too slow" })
      canceled.stage.mute = false
      assert.deepStrictEqual(yield* until("2026-06-01T00:00:00Z"), { charged: [], reported: ["canceled"] })
      const { lastTransaction, paidCycles, state } = yield* look(id)
      assert.deepStrictEqual([state, paidCycles, lastTransaction?.status], ["canceled", 1, "successful"])
    }).pipe(Effect.provide(canceled.world))
  )

  const forever = begun(["unheard"])

  it.effect("D25: of which nothing is ever heard is never charged again", () =>
    Effect.gen(function* () {
      const id = yield* forever.start
      forever.stage.mute = true
      assert.deepStrictEqual(yield* until("2026-05-01T00:00:00Z"), { charged: [], reported: [] })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: null })
      assert.strictEqual(forever.stage.requested, 2)
    }).pipe(Effect.provide(forever.world))
  )
})

// Source: D40: one process stands still while it sends, and another one, which asks the acquirer, finishes its work.
describe("a renewal that was told as an error", () => {
  const approved = AcquirerAnswer.Approved({ report: noReport })
  const declined = AcquirerAnswer.Declined({ reason: "funds", report: noReport })

  it.scoped("D40: and turns out to be charged for good is a success; its retry is not made", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const store = Layer.succeedContext(yield* Layer.build(emptyStore))
      const sent = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<AcquirerAnswer>()
      const books = { charges: 0, status: AcquirerStatus.NotFound() as AcquirerStatus }
      const hanging = acquirerWith(() => ({
        perform: () => {
          books.charges++
          if (books.charges === 1) return Effect.succeed(approved)
          if (books.charges === 2) return Effect.succeed(declined)
          return Effect.zipRight(Deferred.succeed(sent, undefined), Deferred.await(answer))
        }
      }))
      const contradicting = acquirerWith(() => ({
        perform: ({ _tag }) => {
          if (_tag === "Void") return Effect.succeed(declined)
          books.charges++
          return Effect.succeed(approved)
        },
        status: () => Effect.sync(() => books.status)
      }))
      const first = yield* Layer.build(billing({ store, acquirers: hanging }))
      const second = yield* Layer.build(billing({ store, acquirers: contradicting }))
      yield* Effect.addFinalizer(() => Deferred.succeed(answer, AcquirerAnswer.NoAnswer()))
      const { id } = yield* Effect.provide(subscribe(monthly()), first)
      yield* at("2026-04-10T10:00:00Z")
      const due = Effect.flatMap(DateTime.now, (now) => Effect.flatMap(Scheduler, ({ runDue }) => runDue(now)))
      yield* Effect.provide(due, first)
      yield* at("2026-04-10T10:30:00Z")
      const sending = yield* Effect.fork(Effect.provide(chargeNow(id), first))
      yield* Deferred.await(sent)
      yield* Effect.gen(function* () {
        yield* TestClock.adjust("2 seconds")
        yield* due
        yield* TestClock.adjust("5 seconds")
        yield* due
        assert.deepStrictEqual(yield* progress(id), { state: "error", paid: 1, failed: 2, next: "2026-04-10T11:00" })
        books.status = AcquirerStatus.Approved({ report: noReport })
        yield* Deferred.succeed(answer, approved)
        yield* Fiber.join(sending)
        yield* pass("5 seconds")
        assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
        yield* until("2026-05-10T09:59:59Z")
        assert.strictEqual(books.charges, 3)
        yield* until("2026-05-10T10:00:00Z")
        assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 3, failed: 0, next: "2026-06-10T10:00" })
      }).pipe(Effect.provide(second))
    })
  )
})

// Source: D37: holders whose charges are not answered.
describe("a first charge in doubt", () => {
  it.effect.each([
    { name: "LATE", reported: ["created"], state: "active", charged: 1, next: "2026-04-10T10:00" },
    { name: "TIMEOUT", reported: ["failed"], state: "failed", charged: 0, next: null }
  ])("D37: of $name waits as redirecting, and ends $state", ({ charged, name, next, state, reported }) =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const first = yield* subscribe(monthly(), { card: holding(name) })
      assert.strictEqual(first.state, "redirecting")
      assert.isNotNull(first.charging)
      yield* pass("1 minutes")
      assert.deepStrictEqual(yield* events, reported)
      assert.strictEqual((yield* charges).length, charged)
      const after = yield* progress(first.id)
      assert.deepStrictEqual([after.state, after.next], [state, next])
    }).pipe(Effect.provide(billing()))
  )
})
