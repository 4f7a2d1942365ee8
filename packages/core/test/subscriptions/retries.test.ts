import { assert, describe, it } from "@effect/vitest"
import { DeclineReason } from "@florin/core/cards/DeclineReason"
import { CardStamp } from "@florin/core/ids/Ids"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as Preview from "@florin/core/subscriptions/Preview"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as DateTime from "effect/DateTime"
import { shownCard } from "../samples.js"
import { at, iso } from "../time/clocks.js"
import { berlin, otherCard, paidAt, planWith, renewedWith, settled, shown } from "./given.js"

const night = { preventPaymentsAtNight: true } as const

describe("a reason", () => {
  // Source: D25: declines, errors ("a charge without a decision"), and what forbids another attempt ("stolen, closed, never").
  const errors = [
    "acquirer-temporary",
    "acquirer-permanent",
    "issuer-temporary",
    "issuer-permanent",
    "no-acquirer",
    "authentication-technical",
    "authentication-unavailable"
  ]
  const forbidding = ["fraud-issuer", "not-allowed"]

  it.each(DeclineReason.literals)("D25: %s is an error, a decline, or forbids more", (reason) => {
    const outcome = Billing.failedFor(reason)
    const expected = errors.includes(reason)
      ? { _tag: "Errored" }
      : { _tag: "Declined", isForbidden: forbidding.includes(reason) }
    assert.deepStrictEqual<unknown>(outcome, expected)
  })

  it("D25: none at all is a decline", () => {
    assert.deepStrictEqual<unknown>(Billing.failedFor(null), { _tag: "Declined", isForbidden: false })
  })
})

// Source: interface, Retry rules; D25.
describe("Retry rules for a failed charge", () => {
  const active = paidAt(planWith(), "2026-03-10T10:00+01:00")
  const careful = paidAt(planWith(night), "2026-03-10T10:00+01:00")

  it.each<[Subscription, string, string]>([
    [active, "2026-04-10T10:00+02:00", "2026-04-11T03:00+02:00"],
    [active, "2026-04-10T23:59:59.999+02:00", "2026-04-11T03:00+02:00"],
    [active, "2026-04-11T00:00+02:00", "2026-04-12T03:00+02:00"],
    [active, "2026-04-11T03:00+02:00", "2026-04-12T03:00+02:00"],
    [careful, "2026-04-10T10:00+02:00", "2026-04-11T08:00+02:00"],
    [careful, "2026-04-11T08:00+02:00", "2026-04-12T08:00+02:00"]
  ])("Retry rules for a failed charge | rule 1: %# declined at %s, next at %s", (subscription, when, expected) => {
    assert.strictEqual(shown(settled(subscription, "declined", when)).split(" at ")[1], expected)
  })

  it.each<[Subscription, string, string]>([
    [active, "2026-04-10T10:00+02:00", "2026-04-10T11:00+02:00"],
    [active, "2026-04-10T10:59:59.999+02:00", "2026-04-10T11:00+02:00"],
    [active, "2026-04-10T23:30+02:00", "2026-04-11T00:00+02:00"],
    [careful, "2026-04-10T18:30+02:00", "2026-04-10T19:00+02:00"],
    [careful, "2026-04-10T19:00+02:00", "2026-04-11T08:00+02:00"],
    [careful, "2026-04-10T19:59:59.999+02:00", "2026-04-11T08:00+02:00"]
  ])("Retry rules for a failed charge | rule 2: %# error at %s, next at %s", (subscription, when, expected) => {
    assert.strictEqual(shown(settled(subscription, "error", when)).split(" at ")[1], expected)
  })

  it("D25: a success resets the count of attempts", () => {
    const rescued = renewedWith(active, ["declined", "error", "charged"])
    assert.strictEqual(shown(rescued), "active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00")
    assert.strictEqual(renewedWith(rescued, ["declined", "declined"]).state, "failed_attempt")
  })

  it.each([1, 2, 3, 14, 15])("D25: number_payment_attempts of %d counts the first one too", (attempts) => {
    const given = paidAt(planWith({ numberPaymentAttempts: attempts }), "2026-03-10T10:00+01:00")
    const almost = renewedWith(given, Array(attempts - 1).fill("error"))
    assert.strictEqual(almost.state, attempts === 1 ? "active" : "error")
    assert.strictEqual(renewedWith(almost, ["error"]).state, "canceled")
  })

  it("D25: a retry that pays keeps the card's cycle, and the next one is due as ever", () => {
    const rescued = renewedWith(active, ["declined", "charged"])
    assert.strictEqual(shown(rescued), "active paid 2 failed 0 next 2 at 2026-05-10T10:00+02:00")
  })

  it("D25: a card is attempted at most 15 times in 30 days, errors included", () => {
    const patient = paidAt(planWith({ numberPaymentAttempts: 100 }), "2026-03-10T10:00+01:00")
    const fourteen = renewedWith(patient, Array(14).fill("error"))
    assert.strictEqual(shown(fourteen).split(" at ")[1], "2026-04-11T00:00+02:00")
    assert.isFalse(Billing.isSpent(fourteen, at("2026-04-11T00:00+02:00")))
    const fifteen = renewedWith(fourteen, ["error"])
    // The sixteenth waits until the first is 30 days old.
    assert.strictEqual(shown(fifteen).split(" at ")[1], "2026-05-10T10:00+02:00")
    assert.isTrue(Billing.isSpent(fifteen, at("2026-05-10T09:59:59.999+02:00")))
    assert.isFalse(Billing.isSpent(fifteen, at("2026-05-10T10:00+02:00")))
    const sixteen = renewedWith(fifteen, ["declined"])
    assert.strictEqual(shown(sixteen).split(" at ")[1], "2026-05-11T03:00+02:00")
  })

  it("D25: what the limit allows at night waits for the morning where the plan says so", () => {
    const patient = paidAt(planWith({ numberPaymentAttempts: 100, ...night }), "2026-03-10T08:00+01:00")
    const begun = settled(patient, "error", "2026-04-10T08:00+02:00")
    const spent = renewedWith(begun, Array(14).fill("error"))
    assert.strictEqual(iso(spent.renewAt!), iso(at("2026-05-10T08:00+02:00")))
    const declines = spent.declines.map(({ at, card }) => ({ at: DateTime.subtract(at, { hours: 4 }), card }))
    const shifted = settled({ ...spent, declines: declines.slice(0, 14) }, "error", "2026-04-11T12:00+02:00")
    assert.strictEqual(iso(shifted.renewAt!), iso(at("2026-05-10T08:00+02:00")))
  })

  it("D25: attempts older than 30 days do not count", () => {
    const daily = paidAt(planWith({ numberPaymentAttempts: 100 }), "2026-03-10T10:00+01:00")
    const many = renewedWith(daily, Array(20).fill("declined"))
    const oldest = many.declines[0]!.at
    assert.isAtMost(many.declines.length, 15)
    assert.isAtLeast(DateTime.distance(oldest, many.renewAt!), 30 * 86_400_000)
  })
})

// Source: D25: "at most 15 attempts per card in 30 days".
describe("the limit of a card", () => {
  const patient = paidAt(planWith({ numberPaymentAttempts: 1000, every: "1 day" }), "2026-03-10T10:00Z")
  // The first at 10:00 on 11 March, 30 days before this; then one an hour.
  const spent = renewedWith(patient, Array(15).fill("error"))
  const justBefore = "2026-04-10T09:59:59.999Z"
  const allowed = "2026-04-10T10:00:00.000Z"

  const chargeable = (subscription: Subscription, when: string) =>
    iso(Billing.chargeableAt(subscription, at(when), berlin))

  it("D25: is reached by the fifteenth failure, whatever succeeds in between", () => {
    const fourteen = renewedWith(patient, Array(14).fill(["error", "charged"]).flat())
    assert.deepInclude(fourteen, { attempts: 0, paidCycles: 15, renewAt: at("2026-03-25T10:00Z") })
    assert.isFalse(Billing.isSpent(fourteen, fourteen.renewAt!))
    const fifteen = renewedWith(fourteen, ["error"])
    assert.strictEqual(iso(fifteen.renewAt!), allowed)
    assert.isTrue(Billing.isSpent(fifteen, at(justBefore)))
    assert.isFalse(Billing.isSpent(fifteen, at(allowed)))
  })

  it("D25: binds the next cycle too, as the preview says", () => {
    const paidLate = settled(spent, "charged", "2026-03-12T00:30Z")
    assert.deepInclude(paidLate, { state: "active", cycle: 2, renewAt: at(allowed) })
    const [next, following] = Preview.ofSubscription(paidLate, at("2026-04-12T00:00Z"), berlin)
    assert.deepInclude(next, { at: at(allowed), reason: "cycle" })
    // The first of the fifteen is 30 days old, and the second an hour later.
    assert.deepEqual(next?.ifError, { state: "error", retryAt: at("2026-04-10T11:00Z") })
    assert.deepInclude(following, { at: at("2026-04-11T09:00Z") })
  })

  it("D25: is each card's own, and waits for the first one when it is given again", () => {
    const second = { ...spent, card: otherCard, renewAt: at("2026-03-12T12:00Z") }
    assert.strictEqual(chargeable(second, "2026-03-12T12:00Z"), "2026-03-12T12:00:00.000Z")
    const fourteen = renewedWith(second, Array(14).fill("error"))
    assert.isFalse(Billing.isSpent(fourteen, fourteen.renewAt!))
    assert.strictEqual(chargeable({ ...fourteen, card: shownCard }, "2026-03-13T02:00Z"), allowed)
    const both = renewedWith(fourteen, ["error"])
    assert.strictEqual(chargeable(both, "2026-03-13T03:00Z"), "2026-04-11T12:00:00.000Z")
    assert.strictEqual(chargeable({ ...both, card: shownCard }, "2026-03-13T03:00Z"), allowed)
    const [retry] = Preview.ofSubscription({ ...fourteen, card: shownCard }, at("2026-05-01T00:00Z"), berlin)
    assert.deepInclude(retry, { at: at(allowed), reason: "retry" })
  })

  it.each([
    ["charged", justBefore, 15],
    ["charged", allowed, 14],
    ["error", justBefore, 16],
    ["error", allowed, 15]
  ] as const)("D25: when a charge is %s at %s, %d failures are remembered", (outcome, when, expected) => {
    assert.strictEqual(settled(spent, outcome, when).declines.length, expected)
  })

  it("is remembered for ten cards", () => {
    const cards = [..."0123456789a"].map((digit) => ({ ...shownCard, stamp: CardStamp.make(digit.repeat(64)) }))
    let failed = patient
    for (const card of cards) {
      const given = { ...failed, card, renewAt: at("2026-03-12T12:00Z") }
      failed = renewedWith(given, Array(15).fill("error"))
    }
    assert.strictEqual(failed.declines.length, 150)
    const isSpent = (card: Subscription["card"]) => Billing.isSpent({ ...failed, card }, at("2026-03-14T00:00Z"))
    assert.deepStrictEqual(
      cards.map(isSpent),
      cards.map((_, index) => index > 0)
    )
  })
})

// Source: D65.
describe("a shop's own times of retries", () => {
  const active = paidAt(planWith({ numberPaymentAttempts: 9 }), "2026-03-10T10:00+01:00")
  const table = { declineDays: [1, 3, 5], errorHours: [2, 12] }

  /** When it is tried again, after failures each of which is made when it is due. */
  const retried = (outcome: Billing.Failure, failures: number, own: typeof table | undefined = table): string => {
    let current: Subscription = active
    for (let failure = 0; failure < failures; failure++) {
      current = Billing.settle(current, outcome, current.renewAt!, berlin, own)!.subscription
    }
    return shown(current).split(" at ")[1]!
  }
  const declined = { _tag: "Declined", isForbidden: false } as const

  it.each<[Billing.Failure, number, string]>([
    [declined, 1, "2026-04-11T03:00+02:00"],
    [declined, 2, "2026-04-14T03:00+02:00"],
    [declined, 3, "2026-04-19T03:00+02:00"],
    [declined, 4, "2026-04-24T03:00+02:00"],
    [{ _tag: "Errored" }, 1, "2026-04-10T12:00+02:00"],
    [{ _tag: "Errored" }, 2, "2026-04-11T00:00+02:00"],
    [{ _tag: "Errored" }, 3, "2026-04-11T12:00+02:00"]
  ])("D65: %# after %j, %i times, tries again at %s", (outcome, failures, expected) => {
    assert.strictEqual(retried(outcome, failures), expected)
  })

  it("D65: the limit of the card networks binds on top, and the plan's attempts end it", () => {
    const recent = Array.from({ length: 14 }, (_, index) => ({
      at: DateTime.add(at("2026-03-28T10:00Z"), { hours: index }),
      card: shownCard.stamp
    }))
    const spent = { ...active, declines: recent }
    const after = Billing.settle(spent, declined, spent.renewAt!, berlin, table)!.subscription
    // The first of fifteen is 30 days old then.
    assert.strictEqual(iso(after.renewAt!), iso(at("2026-04-27T10:00Z")))
    const last = { ...active, attempts: 8 }
    assert.strictEqual(Billing.settle(last, declined, last.renewAt!, berlin, table)!.subscription.state, "canceled")
  })

  it("D65: the preview says when a charge that fails would be tried again, and a pause changes nothing of it", () => {
    const own = { declineDays: [4], errorHours: [6] }
    const until = DateTime.add(active.renewAt!, { days: 1 })
    const [next] = Preview.ofSubscription(active, until, berlin, Bills.noFacts, own)
    assert.strictEqual(iso(next!.ifDeclined.retryAt!), iso(at("2026-04-14T03:00+02:00")))
    assert.strictEqual(iso(next!.ifError.retryAt!), iso(at("2026-04-10T16:00+02:00")))
    const failed = Billing.settle(active, declined, active.renewAt!, berlin, { declineDays: [4] })!.subscription
    const paused = { ...failed, pausedAt: at("2026-04-10T12:00Z"), renewAt: null }
    const { renewAt } = Billing.resumedAt(paused, at("2026-04-11T12:00Z"), berlin, { declineDays: [4] })
    assert.deepStrictEqual(renewAt, failed.renewAt)
  })
})
