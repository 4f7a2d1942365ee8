import { assert, describe, it } from "@effect/vitest"
import * as Billing from "@florin/core/subscriptions/Billing"
import type { Subscription, SubscriptionState } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionMachine from "@florin/core/subscriptions/SubscriptionMachine"
import { at, iso, zone } from "../time/clocks.js"
import {
  berlin,
  type OutcomeName,
  otherCard,
  outcomeNames,
  type PlanChanges,
  paidAt,
  planWith,
  renewedWith,
  settle,
  settled,
  shown,
  trialOf,
  waiting
} from "./given.js"

const night = { preventPaymentsAtNight: true } as const

// Source: D23, D25: every row of the machine that an outcome takes.
describe("an outcome", () => {
  const first = waiting(planWith())
  const active = paidAt(planWith(), "2026-03-10T10:00Z")
  const inTrial = (asFirstPayment: boolean, more: PlanChanges = {}) =>
    settled(
      waiting(planWith({ trial: trialOf(100, "7 day", asFirstPayment), ...more })),
      "charged",
      "2026-03-03T10:00Z"
    )
  const declined = renewedWith(active, ["declined"])
  const errored = renewedWith(active, ["error"])
  const at10 = "2026-04-10T10:00Z"

  it.each<[string, Subscription, OutcomeName, string, string]>([
    ["the first charge", first, "charged", "active paid 1", "schedule created"],
    ["the first charge", first, "declined", "failed paid 0 failed 1", "failed"],
    ["the first charge", first, "forbidden", "failed paid 0 failed 1", "failed"],
    ["the first charge", first, "error", "failed paid 0 failed 1", "failed"],
    ["the only charge", waiting(planWith({ billingCycles: 1 })), "charged", "expired paid 1", "expired"],
    ["the trial's", waiting(planWith({ trial: trialOf(100) })), "charged", "trial paid 0", "schedule created"],
    [
      "the trial's of one cycle",
      waiting(planWith({ trial: trialOf(0), billingCycles: 1 })),
      "charged",
      "trial",
      "schedule created"
    ],
    ["the trial's", waiting(planWith({ trial: trialOf(100) })), "declined", "failed paid 0 failed 1", "failed"],
    ["after a trial that counts", inTrial(true), "charged", "active paid 1", "schedule renewed"],
    [
      "after a trial that counts",
      inTrial(true),
      "declined",
      "failed_attempt paid 0 failed 1",
      "schedule failed_attempt"
    ],
    ["after a trial that counts", inTrial(true), "error", "error paid 0 failed 1", "schedule failed_attempt"],
    ["after a trial that counts", inTrial(true), "forbidden", "canceled paid 0 failed 1", "canceled"],
    [
      "after one, single attempt",
      inTrial(true, { numberPaymentAttempts: 1 }),
      "error",
      "canceled paid 0 failed 1",
      "canceled"
    ],
    ["after a trial that does not count", inTrial(false), "charged", "active paid 1", "schedule renewed"],
    ["after a trial that does not count", inTrial(false), "declined", "failed paid 0 failed 1", "failed"],
    ["after a trial that does not count", inTrial(false), "error", "failed paid 0 failed 1", "failed"],
    ["after a trial, the only cycle", inTrial(false, { billingCycles: 1 }), "charged", "expired paid 1", "expired"],
    ["a cycle", active, "charged", "active paid 2 failed 0", "schedule renewed"],
    ["a cycle", active, "declined", "failed_attempt paid 1 failed 1", "schedule failed_attempt"],
    ["a cycle", active, "forbidden", "canceled paid 1 failed 1", "canceled"],
    ["a cycle", active, "error", "error paid 1 failed 1", "schedule failed_attempt"],
    ["a retry", declined, "charged", "active paid 2 failed 0", "schedule renewed"],
    ["a retry", declined, "declined", "failed_attempt paid 1 failed 2", "schedule failed_attempt"],
    ["a retry", declined, "error", "error paid 1 failed 2", "schedule failed_attempt"],
    ["a retry after an error", errored, "declined", "failed_attempt paid 1 failed 2", "schedule failed_attempt"],
    ["a retry after an error", errored, "error", "error paid 1 failed 2", "schedule failed_attempt"],
    ["a retry after an error", errored, "charged", "active paid 2 failed 0", "schedule renewed"],
    ["the third attempt", renewedWith(declined, ["declined"]), "declined", "canceled paid 1 failed 3", "canceled"],
    ["the third attempt", renewedWith(errored, ["declined"]), "error", "canceled paid 1 failed 3", "canceled"],
    ["the third attempt", renewedWith(errored, ["error"]), "charged", "active paid 2 failed 0", "schedule renewed"]
  ])("of %s (%#), D25", (_, subscription, outcome, state, effects) => {
    const next = settle(subscription, outcome, at(at10))
    assert.include(shown(next?.subscription), state)
    assert.deepStrictEqual<unknown>(
      next?.effects,
      effects.split(" ").map((one) => (one === "schedule" ? one : `${one}.subscription`))
    )
  })

  it.each<SubscriptionState>(["failed", "canceled", "expired"])("changes nothing once it is %s (D23)", (state) => {
    for (const outcome of outcomeNames) assert.isUndefined(settle({ ...active, state }, outcome, at(at10)))
  })

  it("D23, D25: takes exactly the rows of the machine", () => {
    const line = (state: string, outcome: string, next: string, effects: ReadonlyArray<string>) =>
      [state, outcome, next, ...effects].join(" ")
    const reached = new Set<string>()
    const trials = [null, trialOf(100)]
    for (const state of ["redirecting", "trial", "active", "failed_attempt", "error"] as const)
      for (const trial of trials)
        for (const hasPaid of [true, false])
          for (const attempts of [0, 2])
            for (const billingCycles of [null, 1])
              for (const outcome of outcomeNames) {
                const given = {
                  ...active,
                  plan: planWith({ trial, billingCycles }),
                  state,
                  hasPaid,
                  attempts,
                  paidCycles: 0
                }
                const next = settle(given, outcome, at(at10))
                if (next !== undefined) reached.add(line(state, outcome, next.subscription.state, next.effects))
              }
    const names = { Charged: ["charged"], Declined: ["declined", "forbidden"], Errored: ["error"] } as const
    const rows = SubscriptionMachine.machine.rows.flatMap(({ effects, next, state, trigger }) =>
      (names[trigger as keyof typeof names] ?? []).map((outcome) => line(state, outcome, next, effects))
    )
    // What forbids another attempt leaves none.
    const possible = rows.filter((row) => !/forbidden (?:failed_attempt) /.test(row))
    assert.deepStrictEqual([...reached].sort(), [...new Set(possible)].sort())
  })

  it("D23: says why the gateway has cancelled", () => {
    const exhausted = renewedWith(active, ["declined", "declined", "declined"])
    assert.strictEqual(exhausted.cancelReason, "The payment attempts ran out")
    assert.strictEqual(iso(exhausted.cancelledAt!), "2026-04-12T01:00:00.000Z")
    assert.isNull(exhausted.renewAt)
    const forbidden = renewedWith(active, ["forbidden"])
    assert.strictEqual(forbidden.cancelReason, "The issuer forbids further payments with this card")
  })
})

describe("the next cycle", () => {
  const after = (every: string, anchor: string, from: number, instant: string, where = berlin) => {
    const next = Billing.cycleAfter(planWith({ every }), at(anchor), from, at(instant), where)
    return next === undefined ? undefined : [next.cycle, iso(next.due)]
  }

  // Source: D24.
  it.each([
    ["1 month", "2026-01-31T09:00Z", 1, "2026-01-31T09:00Z", [1, "2026-02-28T09:00:00.000Z"]],
    ["1 month", "2026-01-31T09:00Z", 2, "2026-02-28T09:00Z", [2, "2026-03-31T08:00:00.000Z"]],
    ["1 month", "2028-01-31T09:00Z", 1, "2028-01-31T09:00Z", [1, "2028-02-29T09:00:00.000Z"]],
    // Both sides of the instant at which a cycle is due.
    ["1 month", "2026-01-10T09:00Z", 1, "2026-03-10T08:59:59.999Z", [2, "2026-03-10T09:00:00.000Z"]],
    ["1 month", "2026-01-10T09:00Z", 1, "2026-03-10T09:00Z", [3, "2026-04-10T08:00:00.000Z"]],
    ["1 month", "2026-01-10T09:00Z", 1, "2026-03-10T09:00:00.001Z", [3, "2026-04-10T08:00:00.000Z"]],
    // However far ahead `from` is, no cycle before it is taken.
    ["1 month", "2026-01-10T09:00Z", 5, "2026-01-10T09:00Z", [5, "2026-06-10T08:00:00.000Z"]],
    ["1 day", "2026-01-10T09:00Z", 1, "2036-01-10T09:00Z", [3653, "2036-01-11T09:00:00.000Z"]],
    ["3 hour", "2026-01-10T09:00Z", 1, "2026-01-12T10:30Z", [17, "2026-01-12T12:00:00.000Z"]],
    ["36500 day", "2026-01-10T09:00Z", 1, "2026-01-10T09:00Z", [1, "2125-12-17T09:00:00.000Z"]]
  ] as const)("of %s from %s, the first from %d after %s is %j (D24)", (every, anchor, from, instant, expected) => {
    assert.deepStrictEqual<unknown>(after(every, anchor, from, instant), expected)
  })

  it("D8: there is none after the year 9999", () => {
    assert.isUndefined(after("36500 month", "2026-01-10T09:00Z", 3, "2026-01-10T09:00Z"))
    const last = settled(waiting(planWith({ every: "36500 month" })), "charged", "9990-01-10T09:00:00.000Z")
    assert.strictEqual(shown(last), "active paid 1 failed 0 next -")
  })
})

describe("the anchor", () => {
  it("D24: is the first success; with a trial, the trial's end", () => {
    assert.strictEqual(iso(paidAt(planWith(), "2026-03-10T10:00:07Z").anchor!), "2026-03-10T10:00:07.000Z")
    const trial = settled(waiting(planWith({ trial: trialOf(0, "1 month") })), "charged", "2026-01-31T10:00Z")
    assert.strictEqual(shown(trial), "trial paid 0 failed 0 next 0 at 2026-02-28T11:00+01:00")
    assert.strictEqual(
      shown(renewedWith(trial, ["charged", "charged"])),
      "active paid 2 failed 0 next 2 at 2026-04-28T11:00+02:00"
    )
  })

  it("D24: is not moved by a success that came late; cycles that went by while past due are not charged", () => {
    const active = paidAt(planWith({ every: "1 day" }), "2026-03-10T10:00+01:00")
    const late = settled(settled(active, "declined", "2026-03-11T10:00+01:00"), "charged", "2026-03-14T09:59+01:00")
    assert.strictEqual(shown(late), "active paid 2 failed 0 next 4 at 2026-03-14T10:00+01:00")
    const later = settled(settled(active, "declined", "2026-03-11T10:00+01:00"), "charged", "2026-03-14T10:00+01:00")
    assert.strictEqual(shown(later), "active paid 2 failed 0 next 5 at 2026-03-15T10:00+01:00")
  })

  it("D24: keeps the day: 31 January, 28 February, 31 March, 30 April", () => {
    let current = paidAt(planWith(), "2026-01-31T12:00+01:00")
    const dues: Array<string> = []
    for (let month = 0; month < 4; month++) {
      dues.push(iso(current.renewAt!).slice(0, 10))
      current = renewedWith(current, ["charged"])
    }
    assert.deepStrictEqual(dues, ["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"])
  })
})

// Source: D24; interface, Create-plan request body.
describe("prevent_payments_at_night", () => {
  it.each([
    ["2026-03-09T07:59:59.999+01:00", "2026-04-09T08:00+02:00"],
    ["2026-03-09T08:00+01:00", "2026-04-09T08:00+02:00"],
    ["2026-03-09T19:59:59.999+01:00", "2026-04-09T19:59:59.999+02:00"],
    ["2026-03-09T20:00+01:00", "2026-04-10T08:00+02:00"],
    ["2026-03-09T00:00+01:00", "2026-04-09T08:00+02:00"]
  ])(
    "Create-plan request body | prevent_payments_at_night: paid at %s at any hour, the next is charged at %s",
    (first, expected) => {
      assert.strictEqual(shown(paidAt(planWith(night), first)).split(" at ")[1], expected)
      const trial = settled(waiting(planWith({ ...night, trial: trialOf(0, "1 month") })), "charged", first)
      assert.strictEqual(shown(trial).split(" at ")[1], expected)
    }
  )

  it("D24: cycles of a short plan that fall into one night are one charge at 08:00", () => {
    let current = paidAt(planWith({ ...night, every: "3 hour" }), "2026-03-10T09:30+01:00")
    const made: Array<string> = []
    for (let times = 0; times < 6; times++) {
      made.push(shown(current).split(" next ")[1]!)
      current = renewedWith(current, ["charged"])
    }
    assert.deepStrictEqual(made, [
      "1 at 2026-03-10T12:30+01:00",
      "2 at 2026-03-10T15:30+01:00",
      "3 at 2026-03-10T18:30+01:00",
      "4 at 2026-03-11T08:00+01:00",
      "8 at 2026-03-11T09:30+01:00",
      "9 at 2026-03-11T12:30+01:00"
    ])
    assert.strictEqual(current.paidCycles, 7)
  })

  it("D24: what is charged at 08:00 does not move the anchor", () => {
    const next = renewedWith(paidAt(planWith(night), "2026-03-09T22:00+01:00"), ["charged"])
    assert.strictEqual(shown(next), "active paid 2 failed 0 next 2 at 2026-05-10T08:00+02:00")
    assert.strictEqual(iso(next.activeTo!), iso(at("2026-05-09T22:00+02:00")))
  })

  it("D24: the hours are those of the zone", () => {
    const where = zone("America/New_York")
    const given = paidAt(planWith(night), "2026-03-09T20:00-04:00", where)
    assert.strictEqual(shown(given, where).split(" at ")[1], "2026-04-10T08:00-04:00")
  })
})

describe("billing_cycles", () => {
  it.each([1, 2, 3])("D23: of %d are charged, and then it is expired", (cycles) => {
    const given = waiting(planWith({ billingCycles: cycles }))
    const first = settled(given, "charged", "2026-03-10T10:00Z")
    const last = renewedWith(first, Array(cycles - 1).fill("charged"))
    assert.strictEqual(shown(last), `expired paid ${cycles} failed 0 next -`)
    if (cycles > 1) assert.strictEqual(renewedWith(first, Array(cycles - 2).fill("charged")).state, "active")
  })

  it("D24: do not count the trial", () => {
    const trial = settled(waiting(planWith({ billingCycles: 2, trial: trialOf(500) })), "charged", "2026-03-10T10:00Z")
    assert.strictEqual(shown(renewedWith(trial, ["charged", "charged"])), "expired paid 2 failed 0 next -")
  })

  it("D23: a last cycle that is paid by a retry is the last one", () => {
    const first = paidAt(planWith({ billingCycles: 2 }), "2026-03-10T10:00Z")
    assert.strictEqual(renewedWith(first, ["declined", "charged"]).state, "expired")
  })
})

describe("the first charge", () => {
  it.each([
    [null, 1000, "payment"],
    [trialOf(100), 100, "payment"],
    [trialOf(0), 0, "tokenization"]
  ] as const)("D24: of a plan with the trial %j is %d, a %s", (trial, amount, kind) => {
    const first = Billing.firstCharge(planWith({ trial }))
    assert.deepStrictEqual<unknown>([first.amount, first.kind], [amount, kind])
  })

  it.each([
    [trialOf(100, "7 day", true), true],
    [trialOf(100, "7 day", false), false],
    [trialOf(0, "7 day", true), false],
    [trialOf(0, "7 day", false), false]
  ] as const)(
    "Create-plan request body | trial.as_first_payment: after the trial %j retries are allowed: %s",
    (trial, expected) => {
      const given = settled(waiting(planWith({ trial })), "charged", "2026-03-03T10:00Z")
      assert.strictEqual(given.hasPaid, expected)
      assert.strictEqual(renewedWith(given, ["declined"]).state, expected ? "failed_attempt" : "failed")
      assert.strictEqual(renewedWith(given, ["error"]).state, expected ? "error" : "failed")
    }
  )
})

describe("a renewal after a change of plan", () => {
  const dearer = planWith({ amount: 2500, every: "10 day", billingCycles: 2 })
  const active = { ...paidAt(planWith(), "2026-01-31T10:00+01:00"), nextPlan: dearer }

  it("charges the new plan, counted anew from the cycle that is due", () => {
    const due = Billing.renewed(active, berlin)
    assert.strictEqual(due.plan, dearer)
    assert.deepInclude(due, { nextPlan: null, cycle: 0, paidCycles: 0 })
    assert.strictEqual(iso(due.anchor!), iso(at("2026-02-28T10:00+01:00")))
    assert.strictEqual(
      shown(renewedWith(active, ["charged"])),
      "active paid 1 failed 0 next 1 at 2026-03-10T10:00+01:00"
    )
    assert.strictEqual(renewedWith(active, ["charged", "charged"]).state, "expired")
  })

  it("waits while the cycle before is retried", () => {
    const failing = { ...renewedWith({ ...active, nextPlan: null }, ["declined"]), nextPlan: dearer }
    assert.strictEqual(Billing.renewed(failing, berlin), failing)
    const paid = renewedWith(failing, ["charged"])
    assert.strictEqual(paid.nextPlan, dearer)
    assert.strictEqual(Billing.renewed(paid, berlin).plan, dearer)
  })

  it("changes nothing before the first charge, or without a next plan", () => {
    const first = { ...waiting(planWith()), nextPlan: dearer }
    assert.strictEqual(Billing.renewed(first, berlin), first)
    const plain = paidAt(planWith(), "2026-01-31T10:00+01:00")
    assert.strictEqual(Billing.renewed(plain, berlin), plain)
  })

  it("ends the change with the subscription", () => {
    assert.isNull(renewedWith({ ...active }, ["forbidden"]).nextPlan)
  })

  it("prevent_payments_at_night of the new plan holds for its first charge, and the old one's for a retry", () => {
    const careful = planWith(night)
    const late = paidAt(planWith(), "2026-03-09T22:00+01:00")
    const changed = settled({ ...late, nextPlan: careful }, "charged", "2026-04-09T22:00+02:00")
    assert.strictEqual(shown(changed).split(" at ")[1], "2026-05-10T08:00+02:00")
    const retried = settled({ ...late, nextPlan: careful }, "declined", "2026-04-09T22:00+02:00")
    assert.strictEqual(shown(retried).split(" at ")[1], "2026-04-10T03:00+02:00")
    assert.strictEqual(iso(Billing.chargeableAt(retried, retried.renewAt!, berlin)), iso(retried.renewAt!))
  })
})

describe("a subscription that is resumed", () => {
  const active = paidAt(planWith({ every: "1 day" }), "2026-03-10T10:00+01:00")
  const resumed = (subscription: Subscription, when: string) => {
    const paused = { ...subscription, renewAt: null, pausedAt: at("2026-03-10T12:00+01:00") }
    return shown({ ...paused, ...Billing.resumedAt(paused, at(when), berlin) }).split(" next ")[1]
  }

  it.each([
    ["2026-03-10T13:00+01:00", "1 at 2026-03-11T10:00+01:00"],
    ["2026-03-11T09:59:59.999+01:00", "1 at 2026-03-11T10:00+01:00"],
    ["2026-03-11T10:00+01:00", "2 at 2026-03-12T10:00+01:00"],
    ["2026-03-20T11:00+01:00", "11 at 2026-03-21T10:00+01:00"]
  ])("D24: at %s is charged next as cycle %s; what went by is not charged", (when, expected) => {
    assert.strictEqual(resumed(active, when), expected)
  })

  // Its worker was late, or away.
  it.each([
    ["2026-03-11T09:59:59.999+01:00", "2 at 2026-03-12T10:00+01:00"],
    ["2026-03-11T10:00+01:00", "1 at 2026-03-11T12:00+01:00"],
    ["2026-03-11T11:00+01:00", "1 at 2026-03-11T12:00+01:00"]
  ])("D24: of which a charge was due before it was paused at %s is charged as cycle %s", (pausedAt, expected) => {
    const paused = { ...active, renewAt: null, pausedAt: at(pausedAt) }
    const next = Billing.resumedAt(paused, at("2026-03-11T12:00+01:00"), berlin)
    assert.strictEqual(shown({ ...paused, ...next }).split(" next ")[1], expected)
  })

  it.each([
    ["2026-03-12T09:59:59.999+01:00", "1 at 2026-03-12T09:59:59.999+01:00"],
    ["2026-03-12T10:00+01:00", "3 at 2026-03-13T10:00+01:00"]
  ])("D24: at %s is charged what was due before the pause, as long as its cycle lasts: %s", (when, expected) => {
    const paused = { ...active, renewAt: null, pausedAt: at("2026-03-11T11:00+01:00") }
    const next = Billing.resumedAt(paused, at(when), berlin)
    assert.strictEqual(shown({ ...paused, ...next }).split(" next ")[1], expected)
  })

  it.each([
    // A pause makes a retry neither earlier nor later, unless its time went by.
    ["declined", "2026-03-11T10:01+01:00", "1 at 2026-03-12T03:00+01:00"],
    ["declined", "2026-03-12T02:59:59.999+01:00", "1 at 2026-03-12T03:00+01:00"],
    ["declined", "2026-03-13T17:00+01:00", "1 at 2026-03-13T17:00+01:00"],
    ["error", "2026-03-11T10:01+01:00", "1 at 2026-03-11T11:00+01:00"],
    ["error", "2026-03-11T11:30+01:00", "1 at 2026-03-11T11:30+01:00"]
  ] as const)("D25: in the middle of retries (%s) at %s is retried as %s", (outcome, when, expected) => {
    assert.strictEqual(resumed(renewedWith(active, [outcome]), when), expected)
  })

  it("D24: at night, with the night rule, charges in the morning, also what fell due that night", () => {
    const careful = paidAt(planWith({ ...night, every: "1 day" }), "2026-03-10T22:00+01:00")
    assert.strictEqual(resumed(careful, "2026-03-12T07:00+01:00"), "1 at 2026-03-12T08:00+01:00")
    assert.strictEqual(resumed(careful, "2026-03-12T08:00+01:00"), "2 at 2026-03-13T08:00+01:00")
    const failing = settled(careful, "error", "2026-03-12T08:00+01:00")
    assert.strictEqual(resumed(failing, "2026-03-12T21:00+01:00"), "1 at 2026-03-13T08:00+01:00")
  })

  it("D25: does not get round the card's limit", () => {
    const patient = paidAt(planWith({ numberPaymentAttempts: 100 }), "2026-03-10T10:00+01:00")
    const spent = renewedWith(patient, Array(15).fill("error"))
    assert.strictEqual(resumed(spent, "2026-04-12T10:00+02:00"), "1 at 2026-05-10T10:00+02:00")
    assert.strictEqual(resumed({ ...spent, card: otherCard }, "2026-04-12T10:00+02:00"), "1 at 2026-04-12T10:00+02:00")
  })

  it("has nothing to charge before its first success", () => {
    assert.isNull(Billing.resumedAt(waiting(planWith()), at("2026-03-12T07:00+01:00"), berlin).renewAt)
  })

  it("D24: that is paused while a charge is under way is charged no more when it ends", () => {
    const paused = { ...active, pausedAt: at("2026-03-11T10:00+01:00") }
    assert.strictEqual(shown(settled(paused, "charged", "2026-03-11T10:00:05+01:00")), "active paid 2 failed 0 next -")
    assert.strictEqual(
      shown(settled(paused, "declined", "2026-03-11T10:00:05+01:00")),
      "failed_attempt paid 1 failed 1 next -"
    )
  })
})
