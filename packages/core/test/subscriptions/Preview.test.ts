import { assert, describe, it } from "@effect/vitest"
import type { Plan } from "@florin/core/plans/Plan"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { defaultPreviewEnd, previewOf } from "@florin/core/subscriptions/SubscriptionRules"
import { uid } from "../samples.js"
import { at, iso } from "../time/clocks.js"
import { berlin, paidAt, planWith, renewedWith, trialOf } from "./given.js"

const line = ({ amount, cycle, localTime, reason }: Preview.UpcomingCharge) =>
  `${localTime} ${amount} ${reason} ${cycle ?? "-"}`

const lines = (subscription: Subscription, until: string) =>
  Preview.ofSubscription(subscription, at(until), berlin).map(line)

const ofPlan = (plan: Plan, start: string, until: string) =>
  Preview.ofPlan(plan, at(start), at(until), berlin, previewOf)

describe("a preview of a plan", () => {
  it("D24: lists the first charge and all that follow, `until` included", () => {
    assert.deepStrictEqual(ofPlan(planWith(), "2026-01-31T10:00+01:00", "2026-04-30T10:00+02:00").map(line), [
      "2026-01-31T10:00:00+01:00 1000 first 1",
      "2026-02-28T10:00:00+01:00 1000 cycle 2",
      "2026-03-31T10:00:00+02:00 1000 cycle 3",
      "2026-04-30T10:00:00+02:00 1000 cycle 4"
    ])
    assert.strictEqual(ofPlan(planWith(), "2026-01-31T10:00+01:00", "2026-04-30T09:59:59.999+02:00").length, 3)
  })

  it("D24: begins with the trial, which is no cycle, and ends with the last cycle", () => {
    const plan = planWith({ trial: trialOf(100), billingCycles: 2 })
    assert.deepStrictEqual(ofPlan(plan, "2026-01-31T10:00+01:00", "2027-01-01T00:00Z").map(line), [
      "2026-01-31T10:00:00+01:00 100 trial -",
      "2026-02-07T10:00:00+01:00 1000 after-trial 1",
      "2026-03-07T10:00:00+01:00 1000 cycle 2"
    ])
  })

  it("D24: charges at night first, and then no more", () => {
    const plan = planWith({ preventPaymentsAtNight: true, every: "1 day" })
    assert.deepStrictEqual(ofPlan(plan, "2026-03-27T22:00+01:00", "2026-03-30T12:00+02:00").map(line), [
      "2026-03-27T22:00:00+01:00 1000 first 1",
      "2026-03-29T08:00:00+02:00 1000 cycle 2",
      "2026-03-30T08:00:00+02:00 1000 cycle 3"
    ])
  })

  it("D25: says what follows if a charge does not succeed", () => {
    const [first, second] = ofPlan(planWith(), "2026-03-10T10:00+01:00", "2026-05-01T00:00Z")
    assert.deepStrictEqual(first?.ifDeclined, { state: "failed", retryAt: null })
    assert.deepStrictEqual(first?.ifError, { state: "failed", retryAt: null })
    assert.deepStrictEqual(second?.ifDeclined, { state: "failed_attempt", retryAt: at("2026-04-11T03:00+02:00") })
    assert.deepStrictEqual(second?.ifError, { state: "error", retryAt: at("2026-04-10T11:00+02:00") })
  })

  it("lists at most 1000 charges", () => {
    const hourly = planWith({ every: "1 hour" })
    assert.strictEqual(ofPlan(hourly, "2026-01-01T00:00Z", "2027-01-01T00:00Z").length, Preview.mostListed)
  })

  it("looks a year ahead unless it is told", () => {
    assert.strictEqual(iso(defaultPreviewEnd(at("2028-02-29T10:00Z"))), "2029-02-28T10:00:00.000Z")
  })
})

describe("a preview of a subscription", () => {
  const active = paidAt(planWith(), "2026-03-10T10:00+01:00")

  it("D25: begins with the retry, and says when the attempts have run out", () => {
    const failing = renewedWith(active, ["declined", "declined"])
    const [retry, next] = Preview.ofSubscription(failing, at("2026-06-01T00:00Z"), berlin)
    assert.strictEqual(line(retry!), "2026-04-12T03:00:00+02:00 1000 retry 2")
    assert.deepStrictEqual(retry?.ifDeclined, { state: "canceled", retryAt: null })
    assert.strictEqual(line(next!), "2026-05-10T10:00:00+02:00 1000 cycle 3")
  })

  it("changes the plan from the next cycle on", () => {
    const changed = { ...active, nextPlan: planWith({ amount: 2500, every: "1 day" }) }
    assert.deepStrictEqual(lines(changed, "2026-04-11T12:00+02:00"), [
      "2026-04-10T10:00:00+02:00 2500 plan-change 1",
      "2026-04-11T10:00:00+02:00 2500 cycle 2"
    ])
  })

  it("D24: of a plan that prevents payments at night begins in the morning, whenever it was scheduled", () => {
    const late = paidAt(planWith(), "2026-03-10T22:00+01:00")
    const careful = planWith({ preventPaymentsAtNight: true })
    assert.deepStrictEqual(lines({ ...late, nextPlan: careful }, "2026-04-12T12:00+02:00"), [
      "2026-04-11T08:00:00+02:00 1000 plan-change 1"
    ])
    assert.deepStrictEqual(lines({ ...late, nextPlan: careful }, "2026-04-11T07:59+02:00"), [])
  })

  it.each<[string, Subscription]>([
    ["it is paused", { ...active, renewAt: null, pausedAt: active.updatedAt }],
    ["a charge is in doubt", { ...active, renewAt: null, charging: uid("7") }],
    ["it has ended", { ...active, state: "canceled" }]
  ])("lists nothing while %s", (_, subscription) => {
    assert.deepStrictEqual(lines(subscription, "2027-01-01T00:00Z"), [])
  })
})
