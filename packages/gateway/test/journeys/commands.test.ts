/** Journeys in which the merchant or the customer changes something. Source: D22, D23, D24. */
import { assert, describe, it } from "@effect/vitest"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as Effect from "effect/Effect"
import {
  ahead,
  at,
  billing,
  cancel,
  changeCard,
  changePlan,
  charges,
  confirms,
  createPlan,
  events,
  look,
  monthly,
  pause,
  playing,
  progress,
  resume,
  subscribe,
  uncancel,
  until
} from "../internal/billing.js"
import { card, find, listed, pass, verdict } from "../internal/world.js"

const daily = { plan: { amount: 1000, interval: 1, interval_unit: "day" } }

const begun = (plan: object = {}) =>
  Effect.gen(function* () {
    yield* at("2026-03-10T10:00:00Z")
    const { id } = yield* subscribe(monthly(plan))
    yield* pass(0)
    yield* events
    return id
  })

describeOnContract("an end with the period that is paid", () => {
  const ends = { at_period_end: true, cancel_reason: "Moves away" }

  it.effect("D60: is reached without a charge, and told ahead and then", () =>
    Effect.gen(function* () {
      const id = yield* begun({ prevent_payments_at_night: true })
      yield* cancel(id, ends)
      assert.deepStrictEqual(yield* ahead(id, "2027-01-01T00:00:00Z"), [])
      assert.deepStrictEqual(yield* until("2026-04-10T09:59:59Z"), { charged: [], reported: ["end_scheduled"] })
      assert.strictEqual((yield* look(id)).state, "active")
      assert.deepStrictEqual(yield* until("2026-04-10T10:00:00Z"), { charged: [], reported: ["canceled"] })
      const { cancelReason, state } = yield* look(id)
      assert.deepStrictEqual([state, cancelReason], ["canceled", "Moves away"])
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: is taken back, and what was ahead is charged", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const before = yield* ahead(id, "2026-12-31T00:00:00Z")
      yield* cancel(id, { at_period_end: true })
      yield* until("2026-04-10T09:59:59Z")
      yield* uncancel(id)
      assert.deepStrictEqual(yield* ahead(id, "2026-12-31T00:00:00Z"), before)
      const renewed = { charged: ["2026-04-10T10:00 1000"], reported: ["end_withdrawn", "renewed"] }
      assert.deepStrictEqual(yield* until("2026-04-10T10:00:00Z"), renewed)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: comes to a subscription that is paused, and to one without its card", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* pause(id)
      yield* cancel(id, ends)
      assert.deepStrictEqual(yield* until("2026-04-10T10:00:00Z"), {
        charged: [],
        reported: ["end_scheduled", "canceled"]
      })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D60: needs no reason; a cancellation does", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      assert.strictEqual(yield* verdict(cancel(id, {})), "cancel_reason can't be blank")
      assert.strictEqual(yield* verdict(cancel(id, { at_period_end: false })), "cancel_reason can't be blank")
      assert.strictEqual(yield* verdict(uncancel(id)), "Subscription is not to end with its period")
      yield* cancel(id, { at_period_end: "true" })
      yield* until("2026-04-10T10:00:00Z")
      assert.strictEqual((yield* look(id)).cancelReason, "The period that was paid is over")
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("a pause", () => {
  it.effect("D24: that ends before the next charge is due moves nothing", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* pause(id)
      assert.strictEqual((yield* progress(id)).next, null)
      assert.deepStrictEqual(yield* ahead(id, "2027-01-01T00:00:00Z"), [])
      yield* until("2026-04-10T09:59:59Z")
      yield* resume(id)
      assert.deepStrictEqual(yield* until("2026-04-10T10:00:00Z"), {
        charged: ["2026-04-10T10:00 1000"],
        reported: ["renewed"]
      })
    }).pipe(Effect.provide(billing()))
  )
})

describe("a pause", () => {
  it.effect("D24: over due charges skips them for good", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* until("2026-04-01T00:00:00Z")
      yield* pause(id)
      assert.deepStrictEqual(yield* until("2026-06-15T00:00:00Z"), { charged: [], reported: [] })
      yield* resume(id)
      assert.deepStrictEqual(yield* until("2026-07-11T00:00:00Z"), {
        charged: ["2026-07-10T10:00 1000"],
        reported: ["renewed"]
      })
      assert.strictEqual((yield* progress(id)).paid, 2)
    }).pipe(Effect.provide(billing()))
  )

  it.effect("D24: of a moment, while a charge is overdue, does not skip it", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* at("2026-04-10T10:00:02Z")
      yield* pause(id)
      yield* resume(id)
      yield* pass(0)
      assert.deepStrictEqual((yield* charges).slice(1), ["2026-04-10T10:00 1000"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("is refused twice, and after a cancellation", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      assert.strictEqual(yield* verdict(resume(id)), "Subscription is not paused")
      yield* pause(id)
      assert.strictEqual(yield* verdict(pause(id)), "Subscription is paused")
      yield* cancel(id, { cancel_reason: "No more" })
      assert.strictEqual(yield* verdict(resume(id)), "Subscription is canceled")
    }).pipe(Effect.provide(billing()))
  )

  const declined = playing("approved", "declined", "declined")

  it.effect("Retry rules for a failed charge | rule 1: makes a retry neither earlier nor later", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* until("2026-04-10T12:00:00Z")
      yield* pause(id)
      yield* resume(id)
      assert.strictEqual((yield* progress(id)).next, "2026-04-11T03:00")
      yield* pause(id)
      assert.deepStrictEqual(yield* until("2026-04-13T12:00:00Z"), { charged: [], reported: [] })
      yield* resume(id)
      assert.deepStrictEqual(yield* until("2026-04-14T04:00:00Z"), {
        charged: ["2026-04-14T03:00 1000"],
        reported: ["failed_attempt", "renewed"]
      })
    }).pipe(Effect.provide(billing({ acquirers: declined.acquirers })))
  )
})

describeOnContract("a change of plan", () => {
  it.effect("is charged from the next cycle on, as the preview says", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const dearer = yield* createPlan(monthly({ plan: { amount: 2500, interval: 10, interval_unit: "day" } }))
      yield* until("2026-03-20T00:00:00Z")
      yield* changePlan(id, { plan: { id: dearer.id } })
      const listed = yield* ahead(id, "2026-05-01T00:00:00Z")
      assert.deepStrictEqual(listed, [
        "2026-04-10T10:00 2500 plan-change",
        "2026-04-20T10:00 2500 cycle",
        "2026-04-30T10:00 2500 cycle"
      ])
      assert.strictEqual((yield* look(id)).plan.amount, 1000)
      const { charged } = yield* until("2026-05-01T00:00:00Z")
      assert.deepStrictEqual(
        charged,
        listed.map((line) => line.replace(/ [a-z-]+$/, ""))
      )
      assert.deepStrictEqual((yield* look(id)).plan.id, dearer.id)
    }).pipe(Effect.provide(billing()))
  )
})

describe("a change of plan", () => {
  const declined = playing("approved", "declined")

  it.effect("waits until the cycle that is retried is paid", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const dearer = yield* createPlan(monthly({ plan: { amount: 2500, interval: 1, interval_unit: "month" } }))
      yield* until("2026-04-10T12:00:00Z")
      yield* changePlan(id, { plan: { id: dearer.id } })
      const { charged } = yield* until("2026-06-11T00:00:00Z")
      assert.deepStrictEqual(charged, ["2026-04-11T03:00 1000", "2026-05-10T10:00 2500", "2026-06-10T10:00 2500"])
    }).pipe(Effect.provide(billing({ acquirers: declined.acquirers })))
  )

  it.effect("may end the subscription by the new plan's cycles", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const last = yield* createPlan(monthly({ infinite: false, billing_cycles: 1 }))
      yield* changePlan(id, { plan: { id: last.id } })
      assert.deepStrictEqual(yield* until("2026-12-01T00:00:00Z"), {
        charged: ["2026-04-10T10:00 1000"],
        reported: ["plan_changed", "expired"]
      })
    }).pipe(Effect.provide(billing()))
  )

  it.effect("to an unknown plan, or from a real to a test plan, is refused", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const test = yield* createPlan(monthly({ test: true }))
      assert.include(yield* verdict(changePlan(id, { plan: { id: "pln_0000000000000000" } })), "is not found")
      assert.include(yield* verdict(changePlan(id, { plan: { id: test.id } })), "must be a test plan exactly if")
    }).pipe(Effect.provide(billing()))
  )
})

const secured = billing({ shops: listed, servers: SandboxThreeDSecure.layerOnly })
const enrolled = { ...card, number: "4012000000001097" }

describe("a change of card", () => {
  const declined = playing("approved", "declined")

  it.effect("in the middle of retries: the other card is checked, and charged by the retry", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* until("2026-04-10T12:00:00Z")
      const before = yield* look(id)
      yield* changeCard(id, { card: { ...card, number: "5555555555554444" } })
      const after = yield* look(id)
      assert.notStrictEqual(after.card?.token, before.card?.token)
      assert.strictEqual(after.card?.facts.last4, "4444")
      const { charged } = yield* until("2026-04-12T00:00:00Z")
      assert.deepStrictEqual(charged, ["2026-04-11T03:00 1000"])
      const paid = yield* find((yield* look(id)).lastTransaction?.uid ?? "")
      assert.strictEqual(paid.card?.facts.last4, "4444")
    }).pipe(Effect.provide(billing({ acquirers: declined.acquirers })))
  )

  it.effect("that is declined changes nothing", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      const before = yield* look(id)
      yield* changeCard(id, { card: { ...card, number: "4005550000000019" } })
      assert.strictEqual((yield* look(id)).card?.token, before.card?.token)
    }).pipe(Effect.provide(billing()))
  )

  it.effect.each([
    { choice: "approve" as const, last4: "1097" },
    { choice: "decline" as const, last4: "0000" }
  ])("D16: goes through 3-D Secure where the shop asks for it: the customer may $choice", ({ choice, last4 }) =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly(), {}, "flags")
      const { check } = yield* changeCard(id, { card: enrolled }, "flags")
      assert.strictEqual((yield* look(id, "flags")).card?.facts.last4, "0000")
      assert.deepStrictEqual([check.type, check.status], ["tokenization", "incomplete"])
      yield* confirms(check.uid, choice, "flags")
      assert.strictEqual((yield* look(id, "flags")).card?.facts.last4, last4)
      assert.strictEqual((yield* progress(id, "flags")).next, "2026-04-10T10:00")
      yield* pass("31 days")
      const paid = yield* find((yield* look(id, "flags")).lastTransaction?.uid ?? "", "flags")
      assert.deepStrictEqual([paid.type, paid.status, paid.card?.facts.last4], ["payment", "successful", last4])
    }).pipe(Effect.provide(secured))
  )
})

describeOnContract("another card, wished for twice", () => {
  const dated = { ...card, number: "5555555555554444" }

  it.effect.each([
    { second: { card: dated }, choice: "approve" as const, last4: "4444" },
    { second: { card: { ...dated, holder: "DECLINE" } }, choice: "approve" as const, last4: "1097" },
    { second: { card: { ...dated, holder: "DECLINE" } }, choice: "decline" as const, last4: "0000" }
  ])("is that of the latest wish that is fulfilled: $last4 after $choice", ({ choice, last4, second }) =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly(), {}, "flags")
      const { check } = yield* changeCard(id, { card: enrolled }, "flags")
      yield* changeCard(id, second, "flags")
      yield* confirms(check.uid, choice, "flags")
      assert.strictEqual((yield* look(id, "flags")).card?.facts.last4, last4)
      yield* pass("31 days")
      const paid = yield* find((yield* look(id, "flags")).lastTransaction?.uid ?? "", "flags")
      assert.deepStrictEqual([paid.type, paid.status, paid.card?.facts.last4], ["payment", "successful", last4])
    }).pipe(Effect.provide(secured))
  )

  it.effect("is that of the latest wish, though the check of the first is known of only later", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* changeCard(id, { card: { ...card, holder: "LATE" } })
      yield* changeCard(id, { card: dated })
      yield* pass("1 minute")
      assert.strictEqual((yield* look(id)).card?.facts.last4, "4444")
    }).pipe(Effect.provide(billing()))
  )
})

describeOnContract("a customer at the issuer", () => {
  it.effect.each([
    { choice: "approve" as const, state: "active", charged: ["2026-03-10T10:00 1000"] },
    { choice: "decline" as const, state: "failed", charged: [] }
  ])("D22: who chooses to $choice leaves the subscription $state", ({ charged, choice, state }) =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { charging, id, state: first } = yield* subscribe(monthly(), { card: enrolled }, "flags")
      assert.strictEqual(first, "redirecting")
      yield* confirms(charging ?? "", choice, "flags")
      yield* pass(0)
      assert.strictEqual((yield* look(id, "flags")).state, state)
      assert.deepStrictEqual(yield* charges, charged)
    }).pipe(Effect.provide(secured))
  )
})

describe("a customer at the issuer", () => {
  it.effect("D23: whose subscription is cancelled meanwhile is charged nothing", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { charging, id } = yield* subscribe(monthly(), { card: enrolled }, "flags")
      yield* cancel(id, { cancel_reason: "Changed their mind" }, "flags")
      assert.strictEqual((yield* find(charging ?? "", "flags")).status, "expired")
      yield* Effect.ignore(confirms(charging ?? "", "approve", "flags"))
      yield* pass("40 days")
      assert.deepStrictEqual(yield* charges, [])
      const { charging: left, state } = yield* look(id, "flags")
      assert.deepStrictEqual([state, left], ["canceled", null])
    }).pipe(Effect.provide(secured))
  )

  it.effect("D15: who never comes back leaves a subscription that failed", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { id } = yield* subscribe(monthly(), { card: enrolled }, "flags")
      yield* pass("15 minutes")
      assert.strictEqual((yield* look(id, "flags")).state, "failed")
      yield* pass("40 days")
      assert.deepStrictEqual(yield* charges, [])
    }).pipe(Effect.provide(secured))
  )

  it.effect("D16: is not needed for renewals", () =>
    Effect.gen(function* () {
      yield* at("2026-03-10T10:00:00Z")
      const { charging } = yield* subscribe(monthly(), { card: enrolled }, "flags")
      yield* confirms(charging ?? "", "approve", "flags")
      yield* pass("40 days")
      assert.deepStrictEqual(yield* charges, ["2026-03-10T10:00 1000", "2026-04-10T10:00 1000"])
    }).pipe(Effect.provide(secured))
  )
})

describeOnContract("a downtime", () => {
  it.effect("D24: of days makes one late charge; the anchor stays, and what went by is not charged", () =>
    Effect.gen(function* () {
      const id = yield* begun(daily)
      yield* at("2026-03-14T15:30:00Z")
      yield* pass(0)
      assert.deepStrictEqual((yield* charges).slice(1), ["2026-03-14T15:30 1000"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-03-15T10:00" })
    }).pipe(Effect.provide(billing()))
  )
})

describe("a downtime", () => {
  it.effect("D24: of a month and a half makes up for one month", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* at("2026-05-20T00:00:00Z")
      yield* pass(0)
      assert.deepStrictEqual((yield* charges).slice(1), ["2026-05-20T00:00 1000"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-06-10T10:00" })
    }).pipe(Effect.provide(billing()))
  )

  const declined = playing("approved", "declined")

  it.effect("Retry rules for a failed charge | rule 1: makes a retry late, and only one", () =>
    Effect.gen(function* () {
      const id = yield* begun()
      yield* until("2026-04-10T12:00:00Z")
      yield* at("2026-04-15T12:00:00Z")
      yield* pass(0)
      assert.deepStrictEqual((yield* charges).slice(1), ["2026-04-15T12:00 1000"])
      assert.deepStrictEqual(yield* progress(id), { state: "active", paid: 2, failed: 0, next: "2026-05-10T10:00" })
    }).pipe(Effect.provide(billing({ acquirers: declined.acquirers })))
  )
})
