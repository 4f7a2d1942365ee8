/** Journeys of charges that fail. Source: interface, Retry rules for a failed charge; D25. */
import { assert, describe, it } from "@effect/vitest"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import {
  ahead,
  at,
  begun,
  billing,
  bodies,
  cancel,
  changeCard,
  chargeNow,
  charges,
  events,
  holding,
  look,
  monthly,
  progress,
  subscribe,
  until,
  type Verdict
} from "../internal/billing.js"
import { card, pass } from "../internal/world.js"

describeOnContract("a charge that fails after a success", () => {
  const declined = begun(["declined", "declined"])

  it.effect(
    "Retry rules for a failed charge | rule 1: is made again the following days at 3 AM, until it succeeds",
    () =>
      Effect.gen(function* () {
        const id = yield* declined.start
        assert.deepStrictEqual(yield* until("2026-04-10T10:00:00Z"), { charged: [], reported: ["failed_attempt"] })
        assert.deepStrictEqual(yield* progress(id), {
          state: "failed_attempt",
          paid: 1,
          failed: 1,
          next: "2026-04-11T03:00"
        })
        assert.deepStrictEqual(yield* until("2026-04-11T02:59:59Z"), { charged: [], reported: [] })
        assert.deepStrictEqual(yield* until("2026-04-11T03:00:00Z"), { charged: [], reported: ["failed_attempt"] })
        assert.deepStrictEqual(yield* progress(id), {
          state: "failed_attempt",
          paid: 1,
          failed: 2,
          next: "2026-04-12T03:00"
        })
        assert.deepStrictEqual(yield* until("2026-05-09T00:00:00Z"), {
          charged: ["2026-04-12T03:00 1000"],
          reported: ["renewed"]
        })
        // The anchor has not moved.
        assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
      }).pipe(Effect.provide(declined.world))
  )

  const broken = begun(["error", "error"])

  it.effect("Retry rules for a failed charge | rule 2: is made again at the start of each following hour", () =>
    Effect.gen(function* () {
      const id = yield* broken.start
      assert.deepStrictEqual(yield* until("2026-04-10T10:59:59Z"), { charged: [], reported: ["failed_attempt"] })
      assert.deepStrictEqual(yield* progress(id), { state: "error", paid: 1, failed: 1, next: "2026-04-10T11:00" })
      assert.deepStrictEqual(yield* until("2026-04-10T11:00:00Z"), { charged: [], reported: ["failed_attempt"] })
      assert.deepStrictEqual(yield* until("2026-04-10T12:00:00Z"), {
        charged: ["2026-04-10T12:00 1000"],
        reported: ["renewed"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
    }).pipe(Effect.provide(broken.world))
  )
})

describe("attempts", () => {
  it.effect.each([
    { says: "declines", script: ["declined", "declined", "declined"], last: "2026-04-12T03:00:00Z" },
    { says: "errors", script: ["error", "error", "error"], last: "2026-04-10T12:00:00Z" },
    { says: "an error, a decline and an error", script: ["error", "declined", "error"], last: "2026-04-11T03:00:00Z" },
    {
      says: "a decline, an error and a decline",
      script: ["declined", "error", "declined"],
      last: "2026-04-11T04:00:00Z"
    }
  ] as const)(
    "Create-plan request body | number_payment_attempts: three run out after $says, and it is canceled",
    ({ last, script }) => {
      const { stage, start, world } = begun(script)
      return Effect.gen(function* () {
        const id = yield* start
        const before = new Date(Date.parse(last) - 1).toISOString()
        assert.deepStrictEqual(yield* until(before), { charged: [], reported: ["failed_attempt", "failed_attempt"] })
        assert.deepStrictEqual(yield* until(last), { charged: [], reported: ["canceled"] })
        assert.deepStrictEqual(yield* until("2026-06-01T00:00:00Z"), { charged: [], reported: [] })
        const { cancelReason, state } = yield* look(id)
        assert.deepStrictEqual([state, cancelReason], ["canceled", "The payment attempts ran out"])
        assert.strictEqual(stage.requested, 4)
      }).pipe(Effect.provide(world))
    }
  )

  const single = begun(["declined"], { number_payment_attempts: 1 })

  it.effect("Create-plan request body | number_payment_attempts: a single one is not retried", () =>
    Effect.gen(function* () {
      const id = yield* single.start
      assert.deepStrictEqual(yield* until("2026-06-01T00:00:00Z"), { charged: [], reported: ["canceled"] })
      assert.strictEqual((yield* progress(id)).failed, 1)
    }).pipe(Effect.provide(single.world))
  )

  const saved = begun(["declined", "declined", "approved", "declined", "declined", "approved"])

  it.effect("D25: are counted anew in each cycle", () =>
    Effect.gen(function* () {
      const id = yield* saved.start
      assert.deepStrictEqual(yield* until("2026-06-01T00:00:00Z"), {
        charged: ["2026-04-12T03:00 1000", "2026-05-12T03:00 1000"],
        reported: ["failed_attempt", "failed_attempt", "renewed", "failed_attempt", "failed_attempt", "renewed"]
      })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 3, failed: 0, next: "2026-06-10T10:00" })
    }).pipe(Effect.provide(saved.world))
  )

  const stolen = begun(["stolen"])

  it.effect("D25: end with a reason that forbids another", () =>
    Effect.gen(function* () {
      const id = yield* stolen.start
      assert.deepStrictEqual(yield* until("2026-06-01T00:00:00Z"), { charged: [], reported: ["canceled"] })
      assert.strictEqual((yield* look(id)).cancelReason, "The issuer forbids further payments with this card")
      assert.strictEqual(stolen.stage.requested, 2)
    }).pipe(Effect.provide(stolen.world))
  )

  const spent = begun(Array<Verdict>(16).fill("error"), { number_payment_attempts: 100 })

  it.effect("D25: with a card are at most 15 in 30 days; then the next waits", () =>
    Effect.gen(function* () {
      const id = yield* spent.start
      yield* until("2026-04-11T12:00:00Z")
      assert.strictEqual(spent.stage.requested, 16)
      assert.deepStrictEqual(yield* progress(id), { state: "error", paid: 1, failed: 15, next: "2026-05-10T10:00" })
      yield* until("2026-05-10T10:00:00Z")
      assert.strictEqual(spent.stage.requested, 17)
      assert.deepStrictEqual(yield* progress(id), { state: "error", paid: 1, failed: 16, next: "2026-05-10T11:00" })
    }).pipe(Effect.provide(spent.world))
  )

  const changed = begun(Array<Verdict>(15).fill("error"), {
    number_payment_attempts: 100,
    plan: { amount: 1000, interval: 1, interval_unit: "day" }
  })

  it.effect("D25: with a card are at most 15 in 30 days, though another one pays in between", () =>
    Effect.gen(function* () {
      const id = yield* changed.start
      const { reported } = yield* until("2026-03-12T06:00:00Z")
      assert.deepStrictEqual(reported, Array(15).fill("failed_attempt"))
      assert.strictEqual((yield* progress(id)).next, "2026-04-10T10:00")
      yield* changeCard(id, { card: { ...card, number: "5555555555554444" } })
      yield* chargeNow(id)
      assert.deepStrictEqual(yield* until("2026-03-12T12:00:00Z"), {
        charged: ["2026-03-12T10:00 1000"],
        reported: ["renewed", "renewed"]
      })
      yield* changeCard(id, { card })
      const expected = ["2026-04-10T10:00 1000 cycle", "2026-04-11T10:00 1000 cycle"]
      assert.deepStrictEqual(yield* ahead(id, "2026-04-11T10:00:00Z"), expected)
      assert.deepStrictEqual(yield* until("2026-04-10T09:59:59Z"), { charged: [], reported: [] })
      assert.deepStrictEqual(yield* until("2026-04-11T10:00:00Z"), {
        charged: ["2026-04-10T10:00 1000", "2026-04-11T10:00 1000"],
        reported: ["renewed", "renewed"]
      })
    }).pipe(Effect.provide(changed.world))
  )

  const daily = begun(["declined", "declined"], { plan: { amount: 1000, interval: 1, interval_unit: "day" } })

  it.effect("D24: cycles that go by while past due are not charged afterwards", () =>
    Effect.gen(function* () {
      const id = yield* daily.start
      assert.deepStrictEqual(yield* until("2026-03-13T11:00:00Z"), {
        charged: ["2026-03-13T03:00 1000", "2026-03-13T10:00 1000"],
        reported: ["failed_attempt", "failed_attempt", "renewed", "renewed"]
      })
      assert.strictEqual((yield* progress(id)).paid, 3)
    }).pipe(Effect.provide(daily.world))
  )
})

describe("the first charge", () => {
  it.effect.each(["DECLINE", "FUNDS", "STOLEN", "ERROR"])(
    "D25: that fails (%s) is not retried; the subscription failed",
    (name) =>
      Effect.gen(function* () {
        yield* at("2026-03-10T10:00:00Z")
        const { id } = yield* subscribe(monthly(), { card: holding(name) })
        yield* pass("40 days")
        assert.deepStrictEqual(yield* charges, [])
        assert.deepStrictEqual(yield* events, ["failed"])
        assert.deepStrictEqual(yield* progress(id), { state: "failed", paid: 0, failed: 1, next: null })
      }).pipe(Effect.provide(billing()))
  )
})

describe("the merchant's own charge", () => {
  const rescued = begun(["declined"])

  it.effect("after a failure is made at once, and the retry is not made", () =>
    Effect.gen(function* () {
      const id = yield* rescued.start
      yield* until("2026-04-10T15:00:00Z")
      assert.strictEqual((yield* chargeNow(id)).state, "active")
      assert.deepStrictEqual(yield* until("2026-05-11T00:00:00Z"), {
        charged: ["2026-05-10T10:00 1000"],
        reported: ["renewed", "renewed"]
      })
      assert.deepStrictEqual(yield* charges, [
        "2026-03-10T10:00 1000",
        "2026-04-10T15:00 1000",
        "2026-05-10T10:00 1000"
      ])
    }).pipe(Effect.provide(rescued.world))
  )

  const failing = begun(["declined", "declined", "declined"])

  it.effect("D25: that fails counts as an attempt", () =>
    Effect.gen(function* () {
      const id = yield* failing.start
      yield* until("2026-04-10T15:00:00Z")
      assert.strictEqual((yield* chargeNow(id)).state, "failed_attempt")
      assert.deepStrictEqual(yield* progress(id), {
        state: "failed_attempt",
        paid: 1,
        failed: 2,
        next: "2026-04-11T03:00"
      })
      assert.strictEqual((yield* chargeNow(id)).state, "canceled")
    }).pipe(Effect.provide(failing.world))
  )

  const twice = begun(["declined"])

  it.effect("that is asked for twice at once is made once", () =>
    Effect.gen(function* () {
      const id = yield* twice.start
      yield* until("2026-04-10T15:00:00Z")
      const both = yield* Effect.all([Effect.either(chargeNow(id)), Effect.either(chargeNow(id))], { concurrency: 2 })
      assert.isTrue(both.some((one) => one._tag === "Right"))
      yield* TestClock.adjust("1 seconds")
      yield* pass("10 days")
      assert.deepStrictEqual(yield* charges, ["2026-03-10T10:00 1000", "2026-04-10T15:00 1000"])
    }).pipe(Effect.provide(twice.world))
  )
})

describe("a cancellation", () => {
  const declined = begun(["declined", "declined"])

  it.effect("D23: in the middle of retries ends them", () =>
    Effect.gen(function* () {
      const id = yield* declined.start
      yield* until("2026-04-11T12:00:00Z")
      yield* cancel(id, { cancel_reason: "Has moved away" })
      assert.deepStrictEqual(yield* until("2026-07-01T00:00:00Z"), { charged: [], reported: ["canceled"] })
      const { cancelReason, cancelledAt, state } = yield* look(id)
      assert.deepStrictEqual(
        [state, cancelReason, cancelledAt?.epochMillis],
        ["canceled", "Has moved away", Date.parse("2026-04-11T12:00:00Z")]
      )
      assert.strictEqual(declined.stage.requested, 3)
    }).pipe(Effect.provide(declined.world))
  )

  const paid = begun([])

  it.effect("D26: is told with the subscription, after whose charges nothing comes", () =>
    Effect.gen(function* () {
      const id = yield* paid.start
      yield* until("2026-04-20T00:00:00Z")
      yield* cancel(id, { cancel_reason: "No more" })
      yield* pass(0)
      const reported = (yield* bodies).filter(({ event }) => event !== undefined)
      assert.deepStrictEqual(
        reported.map(({ event, id, state }) => [event, id, state]),
        [["canceled.subscription", id, "canceled"]]
      )
      assert.deepStrictEqual(yield* until("2026-12-01T00:00:00Z"), { charged: [], reported: [] })
    }).pipe(Effect.provide(paid.world))
  )
})

describe("a webhook", () => {
  const declined = begun(["declined"])

  it.effect("D26: tells of the subscription, and each charge of its transaction", () =>
    Effect.gen(function* () {
      yield* declined.start
      yield* pass("32 days")
      const reported = (yield* bodies).map(
        ({ event, transaction }) => event ?? `${transaction?.type} ${transaction?.status}`
      )
      assert.deepStrictEqual([...reported].sort(), [
        "failed_attempt.subscription",
        "payment failed",
        "payment successful",
        "renewed.subscription"
      ])
    }).pipe(Effect.provide(declined.world))
  )
})
