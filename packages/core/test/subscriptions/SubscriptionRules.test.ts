import { assert, describe, it } from "@effect/vitest"
import type { InvalidRequest } from "@florin/core/request/InvalidRequest"
import type { SubscriptionTransition } from "@florin/core/subscriptions/Billing"
import type { Subscription, SubscriptionState } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { at, iso } from "../time/clocks.js"
import { berlin, otherCard, paidAt, planWith, renewedWith, settled, shown, trialOf, waiting } from "./given.js"

const now = at("2026-03-20T12:00+01:00")
const active = paidAt(planWith(), "2026-03-10T10:00+01:00")
const inTrial = settled(waiting(planWith({ trial: trialOf(100, "1 month") })), "charged", "2026-03-10T10:00+01:00")
const declined = renewedWith(active, ["declined"])
const errored = renewedWith(active, ["error"])
const states = ["redirecting", "trial", "active", "failed_attempt", "error", "failed", "canceled", "expired"] as const
const running = ["trial", "active", "failed_attempt", "error"]

/** The changed subscription, or the sentence of the refusal. */
const shownOr = (change: Either.Either<SubscriptionTransition, InvalidRequest>): string =>
  Either.match(change, { onLeft: ({ message }) => message, onRight: ({ subscription }) => shown(subscription) })

const changedBy = (change: Either.Either<SubscriptionTransition, InvalidRequest>): Subscription =>
  Either.getOrThrow(change).subscription

describe("a new subscription", () => {
  it("D23: waits for its card, and has been charged nothing", () => {
    assert.strictEqual(shown(waiting(planWith())), "redirecting paid 0 failed 0 next -")
    assert.deepInclude(waiting(planWith()), { anchor: null, hasPaid: false, charging: null, version: 1 })
  })

  it("shapes | Plan, customer, subscription: keeps what the request says", () => {
    const given = SubscriptionRules.created(
      { id: active.id, plan: planWith(), customer: undefined, now },
      {
        trackingId: "order 7",
        returnUrl: "https://shop.example/back",
        notificationUrl: "https://shop.example/hook",
        settings: { language: "de" },
        additionalData: { any: 1 }
      }
    )
    assert.deepInclude(given, {
      trackingId: "order 7",
      returnUrl: "https://shop.example/back",
      notificationUrl: "https://shop.example/hook",
      language: "de",
      additionalData: { any: 1 }
    })
  })
})

// Source: D60.
describe("what is to happen at the end of the period", () => {
  const another = planWith({ amount: 500 })
  const ending: Subscription = { ...active, ending: { reason: "asked" } }
  const fromRenewal = TermsChanges.fromRenewal(active, { plan: another, items: undefined }, now, berlin)

  it.each([
    ["its end", SubscriptionRules.endedWithPeriod(active, "asked", now), "end_scheduled.subscription"],
    ["that it goes on", SubscriptionRules.withoutCancellation(ending, now, berlin), "end_withdrawn.subscription"],
    ["another plan", SubscriptionRules.withNextPlan(active, another, now, berlin), "plan_changed.subscription"],
    ["other terms", Either.right(fromRenewal), "plan_changed.subscription"],
    [
      "that the terms stay",
      TermsChanges.withoutPendingChange(fromRenewal.subscription, now, berlin),
      "plan_changed.subscription"
    ]
  ] as const)("is announced: %s", (_, change, event) => {
    const { effects } = Either.getOrThrow<SubscriptionTransition, InvalidRequest>(change)
    assert.deepStrictEqual(
      effects.filter((effect) => effect !== "schedule"),
      [event]
    )
  })
})

describe("a cancellation", () => {
  it.each(states)("D23: of a subscription that is %s", (state) => {
    const change = SubscriptionRules.canceled({ ...active, state }, "Moved away", now)
    const isFinal = ["failed", "canceled", "expired"].includes(state)
    assert.strictEqual(shownOr(change), isFinal ? `Subscription is ${state}` : "canceled paid 1 failed 0 next -")
  })

  it("D23, D26: says why and when, forgets the next plan, and is told", () => {
    const change = SubscriptionRules.canceled({ ...active, nextPlan: planWith() }, "Moved away", now)
    const { effects, subscription } = Either.getOrThrow(change)
    assert.deepInclude(subscription, { cancelReason: "Moved away", cancelledAt: now, nextPlan: null, renewAt: null })
    // What is paid stays paid.
    assert.strictEqual(iso(subscription.activeTo!), iso(at("2026-04-10T10:00+02:00")))
    assert.deepStrictEqual(effects, ["canceled.subscription"])
  })
})

describe("a pause", () => {
  it.each(states)("of a subscription that is %s", (state) => {
    const change = SubscriptionRules.paused({ ...active, state }, now)
    const expected = running.includes(state) ? `${state} paid 1 failed 0 next -` : `Subscription is ${state}`
    assert.strictEqual(shownOr(change), expected)
  })

  it("is refused twice, and so is resuming what is not paused", () => {
    const paused = changedBy(SubscriptionRules.paused(active, now))
    assert.strictEqual(shownOr(SubscriptionRules.paused(paused, now)), "Subscription is paused")
    assert.strictEqual(shownOr(SubscriptionRules.resumed(active, now, berlin)), "Subscription is not paused")
  })

  it("D24: ends with the next cycle, as if it had not been", () => {
    const paused = changedBy(SubscriptionRules.paused(active, now))
    assert.deepStrictEqual(changedBy(SubscriptionRules.resumed(paused, now, berlin)), { ...active, updatedAt: now })
    assert.deepStrictEqual(Either.getOrThrow(SubscriptionRules.resumed(paused, now, berlin)).effects, ["schedule"])
  })

  it("leaves it to a charge under way when the next one is due", () => {
    const charging = { ...active, charging: uid("7"), renewAt: null }
    const resumed = SubscriptionRules.resumed({ ...charging, pausedAt: now }, now, berlin)
    assert.strictEqual(shownOr(resumed), "active paid 1 failed 0 next -")
  })

  it("ends with a cancellation", () => {
    const paused = changedBy(SubscriptionRules.paused(active, now))
    const canceled = changedBy(SubscriptionRules.canceled(paused, "No more", now))
    assert.strictEqual(shownOr(SubscriptionRules.resumed(canceled, now, berlin)), "Subscription is canceled")
  })
})

describe("an end with the period that is paid", () => {
  const reason = "Moves away"
  const ending = changedBy(SubscriptionRules.endedWithPeriod(active, reason, now))
  const end = iso(at("2026-04-10T10:00+02:00"))
  const charging = { ...active, charging: uid("7"), renewAt: null }

  it.each([
    ["is active", active, "active paid 1 failed 0 next 1 at 2026-04-10T10:00+02:00"],
    ["is in its trial", inTrial, "trial paid 0 failed 0 next 0 at 2026-04-10T10:00+02:00"],
    ["waits for a night to end", { ...active, renewAt: at("2026-04-10T12:00+02:00") }, shown(active)],
    ["is paused", { ...active, pausedAt: now, renewAt: null }, shown(active)],
    ["is charged for its next period", charging, "active paid 1 failed 0 next -"],
    ["has failed, and nothing is paid", declined, "canceled paid 1 failed 1 next -"],
    ["has no card yet", waiting(planWith()), "canceled paid 0 failed 0 next -"],
    ["is over since a moment", { ...active, activeTo: now }, "canceled paid 1 failed 0 next -"],
    [
      "is over in a moment",
      { ...active, activeTo: at("2026-03-20T12:00:00.001+01:00") },
      "active paid 1 failed 0 next 1 at 2026-03-20T12:00:00.001+01:00"
    ],
    ["is final", { ...active, state: "expired" }, "Subscription is expired"]
  ] as const)("D60: of a subscription that %s", (_, subscription, expected) => {
    assert.strictEqual(shownOr(SubscriptionRules.endedWithPeriod(subscription, reason, now)), expected)
  })

  it("D60: is told ahead, and when it comes", () => {
    const { effects } = Either.getOrThrow(SubscriptionRules.endedWithPeriod(active, reason, now))
    assert.deepStrictEqual(effects, ["schedule", "end_scheduled.subscription"])
    const { effects: last, subscription } = Either.getOrThrow(SubscriptionRules.canceled(ending, reason, now))
    assert.deepStrictEqual(last, ["canceled.subscription"])
    assert.isUndefined(subscription.ending)
  })

  it("D60: that is taken back leaves what there was", () => {
    const back = changedBy(SubscriptionRules.withoutCancellation(ending, now, berlin))
    assert.deepStrictEqual(back, { ...active, updatedAt: now })
    const paused = changedBy(SubscriptionRules.paused(ending, now))
    assert.strictEqual(iso(paused.renewAt!), end)
    assert.isNull(changedBy(SubscriptionRules.withoutCancellation(paused, now, berlin)).renewAt)
    assert.strictEqual(iso(changedBy(SubscriptionRules.resumed(paused, now, berlin)).renewAt!), end)
  })

  it.each([
    ["is not to end", active, "Subscription is not to end with its period"],
    ["has ended", { ...active, state: "canceled" }, "Subscription is canceled"],
    ["has come to its end", { ...ending, activeTo: now }, "The period that was paid is over"]
  ] as const)("D60: is not taken back where it %s", (_, subscription, expected) => {
    assert.strictEqual(shownOr(SubscriptionRules.withoutCancellation(subscription, now, berlin)), expected)
  })

  it("D60: waits for the charge under way: the period that it pays is the last one, and a decline ends it", () => {
    const waits = changedBy(SubscriptionRules.endedWithPeriod(charging, reason, now))
    const due = "2026-04-10T10:00+02:00"
    assert.strictEqual(shown(settled(waits, "charged", due)), "active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00")
    const over = settled(waits, "declined", due)
    assert.strictEqual(shown(over), "canceled paid 1 failed 1 next -")
    assert.deepInclude(over, { cancelReason: reason, ending: undefined })
  })

  it("D60: keeps its instant when the plan is changed meanwhile", () => {
    const careful = planWith({ preventPaymentsAtNight: true })
    const late = paidAt(planWith(), "2026-03-10T22:00+01:00")
    const replanned = SubscriptionRules.withNextPlan(
      changedBy(SubscriptionRules.endedWithPeriod(late, reason, now)),
      careful,
      now,
      berlin
    )
    assert.strictEqual(iso(changedBy(replanned).renewAt!), iso(late.activeTo!))
  })
})

describe("a change of plan", () => {
  const dearer = planWith({ amount: 2500 })
  const replanned = (subscription: Subscription, plan = dearer) =>
    SubscriptionRules.withNextPlan(subscription, plan, now, berlin)

  it.each(states)("of a subscription that is %s", (state) => {
    const change = replanned({ ...active, state })
    const expected = running.includes(state) ? shown({ ...active, state }) : `Subscription is ${state}`
    assert.strictEqual(shownOr(change), expected)
  })

  it("is remembered for the next cycle; a later one replaces it", () => {
    const once = changedBy(replanned(active))
    assert.strictEqual(once.plan, active.plan)
    assert.strictEqual(once.nextPlan, dearer)
    const twice = planWith({ amount: 300 })
    assert.strictEqual(changedBy(replanned(once, twice)).nextPlan, twice)
  })

  it("Create-plan request body | test: a test plan is no successor of a real one", () => {
    assert.strictEqual(
      shownOr(replanned(active, planWith({ test: true }))),
      "plan.base must be a test plan exactly if the present one is"
    )
  })

  it("Create-plan request body | prevent_payments_at_night: moves the next charge out of the night", () => {
    const late = paidAt(planWith(), "2026-03-10T22:00+01:00")
    const careful = planWith({ preventPaymentsAtNight: true })
    assert.strictEqual(shownOr(replanned(late, careful)), "active paid 1 failed 0 next 1 at 2026-04-11T08:00+02:00")
    const failing = renewedWith(late, ["declined"])
    assert.strictEqual(shownOr(replanned(failing, careful)), shown(failing))
    assert.isNull(changedBy(replanned({ ...late, renewAt: null }, careful)).renewAt)
  })
})

describe("another card", () => {
  it.each<SubscriptionState>([...states])("for a subscription that is %s", (state) => {
    const refused = SubscriptionRules.cardChangeRefusal({ ...active, state })
    assert.strictEqual(refused?.message, running.includes(state) ? undefined : `Subscription is ${state}`)
  })
})

describe("the merchant's own charge", () => {
  const refusal = (subscription: Subscription, when = now) =>
    SubscriptionRules.chargeNowRefusal(subscription, when, berlin)?.message

  it.each<[string, Subscription, string | undefined]>([
    ["after a decline", declined, undefined],
    ["after an error", errored, undefined],
    ["while nothing has failed", active, "Subscription is active"],
    ["in a trial", inTrial, "Subscription is trial"],
    ["before the first charge", waiting(planWith()), "Subscription is redirecting"],
    ["after the end", { ...declined, state: "canceled" }, "Subscription is canceled"],
    ["while it is paused", { ...declined, pausedAt: now }, "Subscription is paused"],
    ["while one is under way", { ...declined, charging: uid("7") }, "A charge is under way"]
  ])("%s", (_, subscription, expected) => {
    assert.strictEqual(refusal(subscription), expected)
  })

  it("D24: keeps the night rule", () => {
    const careful = renewedWith(paidAt(planWith({ preventPaymentsAtNight: true }), "2026-03-10T10:00+01:00"), ["error"])
    assert.strictEqual(refusal(careful, at("2026-04-10T07:59:59.999+02:00")), "Plan prevents payments at night")
    assert.isUndefined(refusal(careful, at("2026-04-10T08:00+02:00")))
    assert.isUndefined(refusal(careful, at("2026-04-10T19:59:59.999+02:00")))
    assert.strictEqual(refusal(careful, at("2026-04-10T20:00+02:00")), "Plan prevents payments at night")
  })

  it("D25: keeps the card's limit", () => {
    const patient = paidAt(planWith({ numberPaymentAttempts: 100 }), "2026-03-10T10:00+01:00")
    const spent = renewedWith(patient, Array(15).fill("error"))
    const tooOften = "Card was charged too often without success"
    assert.strictEqual(refusal(spent, at("2026-05-10T09:59:59.999+02:00")), tooOften)
    assert.isUndefined(refusal(spent, at("2026-05-10T10:00+02:00")))
    assert.isUndefined(refusal({ ...spent, card: otherCard }, at("2026-04-12T10:00+02:00")))
  })
})

describe("the customer's payment", () => {
  it.each(states)("D22: for a subscription that is %s", (state) => {
    const refused = SubscriptionRules.paymentRefusal({ ...active, state })
    const expected = state === "redirecting" ? undefined : `Subscription is ${state.replace("_", " ")}`
    assert.strictEqual(refused?.message, expected)
  })

  it("D22: is refused while another is under way", () => {
    const charging = { ...waiting(planWith()), charging: uid("7") }
    assert.strictEqual(SubscriptionRules.paymentRefusal(charging)?.message, "A charge is under way")
  })
})

describe("the wishes for another card", () => {
  it("are in the order of their commits, and the oldest of more than twenty is forgotten", () => {
    const uids = Array.from({ length: 21 }, (_, index) => uid(String(index + 1)))
    const wished = uids.reduce(SubscriptionRules.withCheck, waiting(planWith()))
    assert.deepStrictEqual(wished.checks, uids.slice(1))
  })
})
