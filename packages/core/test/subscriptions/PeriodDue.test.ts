/** A renewal and an end that are due, by what they come to. Source: D25, D60, D61, D62. */
import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as PeriodDue from "@florin/core/subscriptions/PeriodDue"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { unitsOf } from "@florin/core/terms/Item"
import { oneOff } from "@florin/core/terms/OneOff"
import * as DateTime from "effect/DateTime"
import { at } from "../time/clocks.js"
import { berlin, paidAt, planWith, renewedWith } from "./given.js"

const careful = planWith({ preventPaymentsAtNight: true })

/** 10.00 EUR a month, paid on 10 March. */
const active = paidAt(planWith(), "2026-03-10T10:00+01:00")

const [day, lastMinute, night] = ["2026-04-10T10:00+02:00", "2026-04-10T19:59+02:00", "2026-04-10T20:00+02:00"]
const most = Number.MAX_SAFE_INTEGER
const costly = { ...unitsOf(planWith(), 3), price: { kind: "per_unit", unitAmount: Amount.make(most) } } as const

/** `Charged 1000 of cycle 2`, or until when it waits. */
const shown = (due: PeriodDue.RenewalDue | PeriodDue.EndDue): string => {
  switch (due._tag) {
    case "Over":
      return "Over"
    case "Waits":
      return `Waits ${DateTime.formatIso(due.until).slice(0, 16)}`
    case "Refused":
      return "Refused"
    case "Settled":
      return `Settled ${due.one.bill.total}`
    case "Charged":
      return `Charged ${"amount" in due ? due.amount : due.one.bill.total}${due.one === undefined ? ", no bill" : ""}`
  }
}

interface Row {
  readonly what: string
  readonly subscription?: Subscription
  readonly at?: string
  readonly balance?: number
  readonly then: string
}

const factsOf = (balance: number): Bills.BillFacts => ({ ...Bills.noFacts, balance: Amount.make(balance) })

const renewals: ReadonlyArray<Row> = [
  { what: "of a plan alone", then: "Charged 1000, no bill" },
  {
    what: "of another plan",
    subscription: { ...active, nextPlan: planWith({ amount: 90 }) },
    then: "Charged 90, no bill"
  },
  { what: "of items", subscription: { ...active, items: [unitsOf(planWith(), 3)] }, then: "Charged 3000" },
  { what: "that the balance pays but for a cent", balance: 999, then: "Charged 1" },
  { what: "that the balance pays", balance: 1000, then: "Settled 0" },
  {
    what: "of a plan for nothing",
    subscription: { ...active, items: [unitsOf(planWith({ amount: 0 }), 1)] },
    then: "Settled 0"
  },
  { what: "beyond what can be written", subscription: { ...active, items: [costly] }, then: "Refused" },
  {
    what: "in the last minute of the day",
    subscription: { ...active, plan: careful },
    at: lastMinute,
    then: "Charged 1000, no bill"
  },
  { what: "in the night", subscription: { ...active, plan: careful }, at: night, then: "Waits 2026-04-11T06:00" },
  { what: "in the night, which the plan allows", at: night, then: "Charged 1000, no bill" },
  {
    what: "in the night, for nothing",
    subscription: { ...active, plan: careful },
    at: night,
    balance: 1000,
    then: "Waits 2026-04-11T06:00"
  },
  { what: "again", subscription: renewedWith(active, ["declined"]), then: "Charged 1000, no bill" }
]

const owing = (amount: number, changes: Partial<Subscription> = {}): Subscription => ({
  ...active,
  ending: { reason: "Moving" },
  waiting: [oneOff("Own", amount)],
  ...changes
})

const ends: ReadonlyArray<Row> = [
  { what: "of which nothing is owed", subscription: { ...active, ending: { reason: "Moving" } }, then: "Over" },
  { what: "of which something is owed", subscription: owing(500), then: "Charged 500" },
  { what: "that the balance pays but for a cent", subscription: owing(500), balance: 499, then: "Charged 1" },
  { what: "that the balance pays", subscription: owing(500), balance: 500, then: "Settled 0" },
  {
    what: "that the balance pays, without a card",
    subscription: owing(500, { card: null }),
    balance: 500,
    then: "Settled 0"
  },
  { what: "of which something is owed, without a card", subscription: owing(500, { card: null }), then: "Over" },
  { what: "that gives something back", subscription: owing(-500), then: "Settled 0" },
  { what: "in the night", subscription: owing(500, { plan: careful }), at: night, then: "Waits 2026-04-11T06:00" },
  {
    what: "in the night, of which nothing is left to charge",
    subscription: owing(500, { plan: careful }),
    at: night,
    balance: 500,
    then: "Settled 0"
  },
  {
    what: "beyond what can be written",
    subscription: owing(most, { waiting: [oneOff("Own", most), oneOff("Own", most)] }),
    then: "Refused"
  }
]

describe("D25, D61: a renewal that is due is carried out:", () => {
  it.each(renewals)("$what", ({ at: instant = day, balance = 0, subscription = active, then }) => {
    assert.strictEqual(shown(PeriodDue.ofRenewal(subscription, factsOf(balance), at(instant), berlin)), then)
  })
})

describe("D60, D62: an end that is due is carried out:", () => {
  it.each(ends)("$what", ({ at: instant = day, balance = 0, subscription = active, then }) => {
    assert.strictEqual(shown(PeriodDue.ofEnd(subscription, factsOf(balance), at(instant), berlin)), then)
  })
})
