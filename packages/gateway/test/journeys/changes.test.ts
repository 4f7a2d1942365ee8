import { assert, it } from "@effect/vitest"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  after,
  ahead,
  at,
  billing,
  change,
  charges,
  createPlan,
  events,
  look,
  monthly,
  pause,
  playing,
  progress,
  resume,
  subscribe,
  undoChange,
  until
} from "../internal/billing.js"
import { pass } from "../internal/world.js"

/** Two seats of 10.00 EUR a month, from 1 April on: a period of 30 days in UTC. */
const seats = (quantity = 2) =>
  Effect.gen(function* () {
    yield* at("2026-04-01T09:00:00Z")
    const { id } = yield* subscribe(monthly(), { quantity })
    yield* pass(0)
    yield* events
    return id
  })

const quantityOf = ({ items }: Subscription) => items?.map(({ quantity }) => quantity)

const amounts = Effect.map(charges, (all) => all.map((one) => Number(one.slice(17))))

/** What the answer of a change says of it. */
const summary = (id: Subscription["id"], body: object) =>
  Effect.map(change(id, body), (answer) => {
    const { amount, gained, lines, when } = (answer as import("@florin/core/subscriptions/Subscription").ChangedTerms)
      .change
    return { when, amount, gained, lines: lines.map((line) => `${line.kind} ${line.amount}`) }
  })

describeOnContract("a change of terms", () => {
  it.effect("D60: charges the difference at once, as its preview says, and renews by the new terms", () =>
    Effect.gen(function* () {
      const id = yield* seats()
      yield* until("2026-04-16T12:00:00Z")
      const expected = {
        when: "now",
        amount: 1500,
        gained: 0,
        lines: ["proration-credit -1000", "proration-charge 2500"]
      }
      assert.deepStrictEqual(yield* summary(id, { quantity: 5, preview: true }), expected as never)
      assert.deepStrictEqual(quantityOf(yield* look(id)), [2])
      assert.deepStrictEqual(yield* summary(id, { quantity: 5 }), expected as never)
      assert.deepStrictEqual(yield* amounts, [2000, 1500])
      assert.deepStrictEqual(quantityOf(yield* look(id)), [5])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-05-01T09:00" })
      assert.deepStrictEqual(yield* ahead(id, "2026-06-01T09:00:00Z"), [
        "2026-05-01T09:00 5000 cycle",
        "2026-06-01T09:00 5000 cycle"
      ])
      assert.deepStrictEqual(yield* until("2026-05-01T10:00:00Z"), {
        charged: ["2026-05-01T09:00 5000"],
        reported: ["changed", "renewed"]
      } as never)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: begins with the renewal where it costs less, and can be taken back until then", () =>
    Effect.gen(function* () {
      const id = yield* seats(5)
      assert.deepStrictEqual((yield* summary(id, { quantity: 1 })).when, "renewal")
      assert.deepStrictEqual(yield* ahead(id, "2026-05-02T09:00:00Z"), ["2026-05-01T09:00 1000 cycle"])
      yield* undoChange(id)
      assert.deepStrictEqual(yield* ahead(id, "2026-05-02T09:00:00Z"), ["2026-05-01T09:00 5000 cycle"])
      const nothing = yield* Effect.flip(undoChange(id))
      assert.deepStrictEqual("errors" in nothing && nothing.errors[0].sentence, "No change is waiting")
      yield* change(id, { quantity: 1 })
      assert.deepStrictEqual((yield* after("30 days")).charged, ["2026-05-01T09:00 1000"])
      assert.deepStrictEqual(quantityOf(yield* look(id)), [1])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: leaves a negative difference to the balance, which pays for the next charge", () =>
    Effect.gen(function* () {
      const id = yield* seats(5)
      yield* until("2026-04-16T12:00:00Z")
      assert.deepStrictEqual(yield* summary(id, { quantity: 1, when: "now" }), {
        when: "now",
        amount: 0,
        gained: 2000,
        lines: ["proration-credit -2500", "proration-charge 500", "balance 2000"]
      } as never)
      assert.deepStrictEqual(quantityOf(yield* look(id)), [1])
      assert.deepStrictEqual(yield* ahead(id, "2026-08-01T09:00:00Z"), [
        "2026-05-01T09:00 0 cycle",
        "2026-06-01T09:00 0 cycle",
        "2026-07-01T09:00 1000 cycle",
        "2026-08-01T09:00 1000 cycle"
      ])
      assert.deepStrictEqual((yield* until("2026-07-01T10:00:00Z")).charged, ["2026-07-01T09:00 1000"])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: changes nothing where the charge is declined, unless it is to hold all the same", () => {
    const { acquirers } = playing("approved", "declined", "declined", "approved")
    return Effect.gen(function* () {
      const id = yield* seats()
      yield* until("2026-04-16T12:00:00Z")
      yield* change(id, { quantity: 4 })
      assert.deepStrictEqual(quantityOf(yield* look(id)), [2])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2026-05-01T09:00" })
      yield* change(id, { quantity: 4, on_decline: "apply" })
      assert.deepStrictEqual(quantityOf(yield* look(id)), [4])
      // 20.00 for half of April, and 40.00 for May, less the 10.00 that was paid for the half.
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 5000"])
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D60: waits for a charge that is in doubt", () => {
    const { acquirers, stage } = playing("approved", "lost", "approved")
    return Effect.gen(function* () {
      const id = yield* seats()
      stage.mute = true
      yield* until("2026-05-01T12:00:00Z")
      assert.isNotNull((yield* look(id)).charging)
      yield* change(id, { quantity: 3 })
      assert.deepStrictEqual(quantityOf(yield* look(id)), [2])
      stage.mute = false
      yield* after("2 hours")
      assert.deepStrictEqual(quantityOf(yield* look(id)), [3])
      assert.deepStrictEqual(yield* amounts, [2000, 2000, 1000])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-06-01T09:00" })
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D60: that is scheduled while a renewal is in doubt is not lost by its success", () => {
    const { acquirers, stage } = playing("approved", "lost", "approved")
    return Effect.gen(function* () {
      const id = yield* seats()
      stage.mute = true
      yield* until("2026-05-01T12:00:00Z")
      assert.isNotNull((yield* look(id)).charging)
      yield* change(id, { quantity: 1, when: "renewal" })
      stage.mute = false
      yield* after("2 hours")
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-06-01T09:00" })
      assert.deepStrictEqual((yield* until("2026-06-01T10:00:00Z")).charged, ["2026-06-01T09:00 1000"])
    }).pipe(Effect.provide(billing({ acquirers })))
  })

  it.effect("D60: to another quantity of the plan that it has counts no cycle anew", () =>
    Effect.gen(function* () {
      const id = yield* seats()
      const { plan } = yield* look(id)
      yield* until("2026-05-16T12:00:00Z")
      yield* change(id, { plan: { id: plan.id }, quantity: 4 })
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-06-01T09:00" })
      yield* change(id, { plan: { id: plan.id }, quantity: 1 })
      assert.isNull((yield* look(id)).nextPlan)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: begins a period where the interval changes", () =>
    Effect.gen(function* () {
      const id = yield* seats()
      yield* until("2026-04-16T12:00:00Z")
      const yearly = yield* createPlan(monthly({ plan: { amount: 10000, interval: 12, interval_unit: "month" } }))
      yield* change(id, { plan: { id: yearly.id }, quantity: 2, when: "now" })
      assert.deepStrictEqual(yield* amounts, [2000, 19000])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 1, failed: 0, next: "2027-04-16T12:00" })
      assert.deepStrictEqual((yield* until("2026-06-02T09:00:00Z")).charged, [])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: while it is paused the difference waits for the next charge", () =>
    Effect.gen(function* () {
      const id = yield* seats()
      yield* until("2026-04-16T12:00:00Z")
      yield* pause(id)
      yield* change(id, { quantity: 4 })
      assert.deepStrictEqual(quantityOf(yield* look(id)), [4])
      assert.deepStrictEqual(yield* amounts, [2000])
      yield* resume(id)
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 5000"])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: twice a minute, and back again, charges the difference once and credits it once", () =>
    Effect.gen(function* () {
      const id = yield* seats()
      yield* until("2026-04-16T12:00:00Z")
      yield* change(id, { quantity: 3 })
      yield* pass("20 seconds")
      yield* change(id, { quantity: 4 })
      yield* pass("20 seconds")
      yield* change(id, { quantity: 2, when: "now" })
      assert.deepStrictEqual(yield* amounts, [2000, 500, 500])
      assert.deepStrictEqual((yield* until("2026-05-01T10:00:00Z")).charged, ["2026-05-01T09:00 1000"])
    }).pipe(Effect.provide(billing()))
  )
})
