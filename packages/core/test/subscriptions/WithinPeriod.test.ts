/** What a subscription waits for within its period, by what it comes to. Source: D40, D60, D62. */
import { assert, describe, it } from "@effect/vitest"
import { Amount } from "@florin/core/money/Amount"
import * as Bills from "@florin/core/subscriptions/Bills"
import type { QueuedTerms, Subscription } from "@florin/core/subscriptions/Subscription"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import * as WithinPeriod from "@florin/core/subscriptions/WithinPeriod"
import { unitsOf } from "@florin/core/terms/Item"
import { oneOff } from "@florin/core/terms/OneOff"
import { at } from "../time/clocks.js"
import { berlin, paidAt, planWith } from "./given.js"

const now = at("2026-03-20T10:00Z")

/** 10.00 EUR a month, paid on 10 March. */
const active = paidAt(planWith(), "2026-03-10T10:00+01:00")

const seats = (quantity: number): QueuedTerms =>
  TermsChanges.queuedTerms(
    active,
    { plan: active.plan, items: [unitsOf(active.plan, quantity)] },
    { proration: "charge", onDecline: "keep_old" },
    now
  )

const most = Number.MAX_SAFE_INTEGER

const balanceOf = (balance: number): Bills.BillFacts => ({ ...Bills.noFacts, balance: Amount.make(balance) })

/** `Charged 1355, then 3` units: what the card is charged, and the quantity afterwards or after a decline. */
const shown = (due: WithinPeriod.MidPeriodChange): string => {
  const transition = due._tag === "Charged" ? due.declined : due.transition
  const { items, linesNow, wished } = transition.subscription
  const left = linesNow === undefined ? "" : ", lines are left"
  const waits = wished === undefined ? "" : ", a wish is left"
  const amount = due._tag === "Dropped" ? "" : ` ${due.one.bill.total}`
  return `${due._tag}${amount}, then ${items?.[0]?.quantity ?? 1}${left}${waits}`
}

interface Row {
  readonly what: string
  readonly wish: QueuedTerms
  readonly balance?: number
  readonly changes?: Partial<Subscription>
  readonly then: string
}

const terms: ReadonlyArray<Row> = [
  { what: "more, which a card pays", wish: seats(3), then: "Charged 1355, then 1" },
  { what: "more, which the balance pays but for a cent", wish: seats(3), balance: 1354, then: "Charged 1, then 1" },
  { what: "more, which the balance pays", wish: seats(3), balance: 1355, then: "Settled 0, then 3" },
  { what: "more, without a card", wish: seats(3), changes: { card: null }, then: "Dropped, then 1" },
  {
    what: "more, without a card, although it is to apply",
    wish: { ...seats(3), onDecline: "apply" },
    changes: { card: null },
    then: "Dropped, then 3"
  },
  {
    what: "more, without a card, where the balance pays",
    wish: seats(3),
    balance: 1355,
    changes: { card: null },
    then: "Settled 0, then 3"
  },
  { what: "nothing else", wish: seats(1), then: "Settled 0, then 1" },
  {
    what: "more, paid late, where the balance pays",
    wish: { ...seats(3), isPaidLate: true },
    balance: 1355,
    then: "Settled 0, then 3"
  },
  {
    what: "more, paid late, where a cent is missing",
    wish: { ...seats(3), isPaidLate: true },
    balance: 1354,
    then: "Dropped, then 1"
  },
  {
    what: "more than can be charged",
    wish: {
      ...seats(3),
      items: [{ ...unitsOf(active.plan, 3), price: { kind: "per_unit", unitAmount: Amount.make(most) } }]
    },
    then: "Dropped, then 1"
  }
]

describe("terms that are due at once are carried out:", () => {
  it.each(terms)("$what", ({ balance = 0, changes, then, wish }) => {
    const known = { ...active, wished: wish, ...changes }
    const due = WithinPeriod.ofTerms(known, wish, balanceOf(balance), now, berlin)
    assert.strictEqual(shown(due), then)
    if (due._tag === "Charged") assert.isUndefined(due.left.wished)
  })
})

const lines: ReadonlyArray<Omit<Row, "wish"> & { readonly amounts: ReadonlyArray<number> }> = [
  { what: "what a card pays", amounts: [500, 250], then: "Charged 750, then 1" },
  { what: "what the balance pays but for a cent", amounts: [500, 250], balance: 749, then: "Charged 1, then 1" },
  { what: "what the balance pays", amounts: [500, 250], balance: 750, then: "Settled 0, then 1" },
  { what: "without a card", amounts: [500], changes: { card: null }, then: "Dropped, then 1" },
  { what: "more than can be charged", amounts: [most, most], then: "Dropped, then 1" }
]

describe("lines that are charged at once are carried out:", () => {
  it.each(lines)("$what", ({ amounts, balance = 0, changes, then }) => {
    const linesNow = amounts.map((amount) => oneOff("Setup", amount))
    const known: Subscription = { ...active, linesNow, ...changes }
    const due = WithinPeriod.ofLines(known, linesNow, balanceOf(balance), now, berlin)
    assert.strictEqual(shown(due), then)
    if (due._tag === "Charged") assert.isUndefined(due.left.linesNow)
  })
})
