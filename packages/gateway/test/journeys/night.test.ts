/** Journeys of plans that prevent payments at night. Source: interface, Create-plan request body; D24. */
import { assert, describe, it } from "@effect/vitest"
import { describeOnContract, newPlace } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  after,
  ahead,
  at,
  billing,
  changePlan,
  chargeNow,
  charges,
  createPlan,
  events,
  hook,
  look,
  monthly,
  pause,
  playing,
  progress,
  resume,
  subscribe,
  until,
  utc,
  zone
} from "../internal/billing.js"
import { pass, verdict } from "../internal/world.js"

const careful = (changes: object = {}) => monthly({ prevent_payments_at_night: true, ...changes })
const daily = { plan: { amount: 1000, interval: 1, interval_unit: "day" } }
const berlin = zone("Europe/Berlin")

/** What is charged and told when renewals are made at these local times. */
const renewedAt = (...locals: ReadonlyArray<string>) => ({
  charged: locals.map((local) => `${utc(local)} 1000`),
  reported: locals.map(() => "renewed")
})

describeOnContract("prevent_payments_at_night", () => {
  it.effect.each([
    { begins: "2026-03-10T07:59:59.999+01:00", next: "2026-03-11T08:00+01:00" },
    { begins: "2026-03-10T08:00:00.000+01:00", next: "2026-03-11T08:00+01:00" },
    { begins: "2026-03-10T19:59:59.999+01:00", next: "2026-03-11T19:59+01:00" },
    { begins: "2026-03-10T20:00:00.000+01:00", next: "2026-03-12T08:00+01:00" }
  ])(
    "Create-plan request body | prevent_payments_at_night: begun at $begins, at any hour, it is charged next at $next",
    ({ begins, next }) =>
      Effect.gen(function* () {
        yield* at(begins)
        const { id } = yield* subscribe(careful(daily))
        yield* pass(0)
        assert.deepStrictEqual(yield* charges, [`${utc(begins)} 1000`])
        assert.deepStrictEqual(yield* events, ["created"])
        assert.strictEqual((yield* progress(id)).next, utc(next))
        assert.deepStrictEqual(yield* after("40 hours"), { charged: [`${utc(next)} 1000`], reported: ["renewed"] })
      }).pipe(Effect.provide(billing({ settings: berlin })))
  )
})

describe("a night", () => {
  it.effect("D24: makes one charge at 08:00 of the cycles that fall into it", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T09:30:00+01:00")
      const { id } = yield* subscribe(careful({ plan: { amount: 1000, interval: 3, interval_unit: "hour" } }))
      yield* pass(0)
      assert.deepStrictEqual(yield* events, ["created"])
      assert.deepStrictEqual(
        yield* until("2026-03-11T07:59:59+01:00"),
        renewedAt("2026-03-10T12:30+01:00", "2026-03-10T15:30+01:00", "2026-03-10T18:30+01:00")
      )
      assert.deepStrictEqual(yield* until("2026-03-11T08:00:00+01:00"), renewedAt("2026-03-11T08:00+01:00"))
      assert.deepStrictEqual(
        yield* until("2026-03-11T13:00:00+01:00"),
        renewedAt("2026-03-11T09:30+01:00", "2026-03-11T12:30+01:00")
      )
      assert.strictEqual((yield* progress(id)).paid, 7)
    }).pipe(Effect.provide(billing({ settings: berlin })))
  )

  it.effect("D24: of a clock change is over at 08:00 local", () =>
    Effect.gen(function* () {
      yield* at("2026-03-27T22:00:00+01:00")
      yield* subscribe(careful(daily))
      yield* pass(0)
      assert.deepStrictEqual(yield* until("2026-03-29T07:59:59+02:00"), renewedAt())
      assert.deepStrictEqual(yield* until("2026-03-29T08:00:00+02:00"), renewedAt("2026-03-29T08:00+02:00"))
      assert.deepStrictEqual(yield* until("2026-03-31T00:00:00+02:00"), renewedAt("2026-03-30T08:00+02:00"))
    }).pipe(Effect.provide(billing({ settings: berlin })))
  )

  it.effect("D24: in which a downtime ends is waited for; the charge is made in the morning", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T18:00:00+01:00")
      const { id } = yield* subscribe(careful(daily))
      yield* pass(0)
      yield* at("2026-03-11T23:00:00+01:00")
      yield* pass(0)
      assert.strictEqual((yield* charges).length, 1)
      assert.deepStrictEqual(yield* events, ["created"])
      assert.strictEqual((yield* progress(id)).next, utc("2026-03-12T08:00+01:00"))
      assert.deepStrictEqual(yield* until("2026-03-12T08:00:00+01:00"), renewedAt("2026-03-12T08:00+01:00"))
      assert.deepStrictEqual(yield* until("2026-03-12T18:30:00+01:00"), renewedAt("2026-03-12T18:00+01:00"))
    }).pipe(Effect.provide(billing({ settings: berlin })))
  )

  const broken = playing("approved", "error", "error", "approved")

  it.effect("Retry rules for a failed charge | rule 2: interrupts the hourly attempts", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T18:30:00+01:00")
      const { id } = yield* subscribe(careful({ number_payment_attempts: 5 }))
      yield* pass(0)
      assert.deepStrictEqual(yield* until("2026-04-10T18:30:00+02:00"), { charged: [], reported: ["failed_attempt"] })
      assert.strictEqual((yield* progress(id)).next, utc("2026-04-10T19:00+02:00"))
      assert.deepStrictEqual(yield* until("2026-04-11T07:59:59+02:00"), { charged: [], reported: ["failed_attempt"] })
      assert.deepStrictEqual(yield* until("2026-04-11T08:00:00+02:00"), renewedAt("2026-04-11T08:00+02:00"))
    }).pipe(Effect.provide(billing({ settings: berlin, acquirers: broken.acquirers })))
  )

  const declining = playing("approved", "declined", "declined")

  it.effect("Retry rules for a failed charge | rule 1: the next attempt is the following day at 8 AM", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T12:00:00+01:00")
      yield* subscribe(careful())
      yield* pass(0)
      assert.deepStrictEqual(yield* until("2026-04-10T12:00:00+02:00"), { charged: [], reported: ["failed_attempt"] })
      assert.deepStrictEqual(yield* until("2026-04-11T08:00:00+02:00"), { charged: [], reported: ["failed_attempt"] })
      assert.deepStrictEqual(yield* until("2026-04-12T09:00:00+02:00"), renewedAt("2026-04-12T08:00+02:00"))
    }).pipe(Effect.provide(billing({ settings: berlin, acquirers: declining.acquirers })))
  )

  const failing = playing("approved", "error")

  it.effect("D24: binds the merchant's own charge", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T19:30:00+01:00")
      const { id } = yield* subscribe(careful())
      yield* pass(0)
      assert.deepStrictEqual(yield* until("2026-04-10T21:00:00+02:00"), { charged: [], reported: ["failed_attempt"] })
      assert.strictEqual(yield* verdict(chargeNow(id)), "Plan prevents payments at night")
      yield* at("2026-04-11T07:59:59+02:00")
      assert.strictEqual(yield* verdict(chargeNow(id)), "Plan prevents payments at night")
      assert.strictEqual((yield* charges).length, 1)
      assert.deepStrictEqual(yield* events, [])
    }).pipe(Effect.provide(billing({ settings: berlin, acquirers: failing.acquirers })))
  )

  it.effect("D24: is kept by a new plan whose predecessor did not, as the preview says", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T22:00:00+01:00")
      const { id } = yield* subscribe(monthly(daily))
      const other = yield* createPlan(careful({ plan: { amount: 500, interval: 1, interval_unit: "day" } }))
      yield* changePlan(id, { plan: { id: other.id } })
      const listed = yield* ahead(id, "2026-03-13T12:00:00+01:00")
      assert.deepStrictEqual(listed, [
        `${utc("2026-03-12T08:00+01:00")} 500 plan-change`,
        `${utc("2026-03-13T08:00+01:00")} 500 cycle`
      ])
      assert.strictEqual((yield* progress(id)).next, utc("2026-03-12T08:00+01:00"))
      yield* pass(0)
      assert.deepStrictEqual(yield* until("2026-03-13T12:00:00+01:00"), {
        charged: listed.map((line) => line.replace(/ [a-z-]+$/, "")),
        reported: ["renewed", "renewed"]
      })
    }).pipe(Effect.provide(billing({ settings: berlin })))
  )

  it.effect("D24: a pause that begins and ends in it skips nothing", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T22:00:00+01:00")
      const { id } = yield* subscribe(careful(daily))
      yield* until("2026-03-11T23:00:00+01:00")
      yield* pause(id)
      yield* at("2026-03-12T06:00:00+01:00")
      yield* resume(id)
      assert.deepStrictEqual(yield* until("2026-03-12T09:00:00+01:00"), renewedAt("2026-03-12T08:00+01:00"))
    }).pipe(Effect.provide(billing({ settings: berlin })))
  )
})

describeOnContract("the shop's zone", () => {
  const options = (time_zone: string) => ({
    shops: [{ id: "plain", secret_key: "plain-secret-0001", time_zone, notification_url: hook }]
  })

  it.scoped("D24: of another gateway on the same store decides from then on", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T12:00:00Z")
      const { store } = yield* newPlace
      const id = yield* Effect.gen(function* () {
        const { id } = yield* subscribe(careful(daily))
        yield* pass(0)
        assert.strictEqual((yield* progress(id)).next, "2026-03-11T12:00")
        return id
      }).pipe(Effect.provide(billing({ ...options("UTC"), store: store as never })))
      // In Tokyo the charge would be due at 21:00.
      yield* Effect.gen(function* () {
        yield* pass("23 hours")
        yield* pass("1 hours")
        assert.deepStrictEqual(yield* charges, [])
        assert.strictEqual((yield* look(id)).state, "active")
        assert.deepStrictEqual(yield* events, [])
        assert.deepStrictEqual(yield* until("2026-03-12T00:00:00Z"), renewedAt("2026-03-12T08:00+09:00"))
      }).pipe(Effect.provide(billing({ ...options("Asia/Tokyo"), store: store as never })))
    })
  )
})
