/** What the command that changes terms does, case by case. Source: D60. */
import { assert, describe, it } from "@effect/vitest"
import { PlanId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import type { Plan } from "@florin/core/plans/Plan"
import * as Bills from "@florin/core/subscriptions/Bills"
import type { ChangeRequest } from "@florin/core/subscriptions/ChangeRequest"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as TermsDecision from "@florin/core/subscriptions/TermsDecision"
import { unitsOf } from "@florin/core/terms/Item"
import * as Either from "effect/Either"
import { uid } from "../samples.js"
import { at } from "../time/clocks.js"
import { berlin, planWith, waiting } from "./given.js"
import * as Story from "./story.js"

/** 21 of 31 days are left. */
const now = at("2026-01-20T10:00Z")

/** Two seats at 10.00 EUR a month, paid on 10 January. */
const { subscription: active } = Story.begun(planWith(), [unitsOf(planWith(), 2)])

const dearer = planWith({ id: PlanId.make("pln_0000000000000002"), amount: 3000 })

/** `now charge 677, charged`: when, what it moves, what it charges, and what follows; or the refusal. */
const shown = (made: ReturnType<typeof TermsDecision.of>): string => {
  if (Either.isLeft(made)) return made.left.errors.map(({ path, sentence }) => [...path, sentence].join(" ")).join()
  const { isCharged, one, summary, transition } = made.right
  const { nextItems, nextPlan, wished } = transition.subscription
  const waits = wished === undefined ? [] : ["wished"]
  const begins = nextPlan === null && nextItems === undefined ? [] : ["with the renewal"]
  const gained = summary.gained === 0 ? [] : [`gains ${summary.gained}`]
  const reported = transition.effects.filter((effect) => effect.endsWith("subscription"))
  return [
    `${summary.when} ${summary.proration} ${summary.amount}`,
    ...[...gained, ...waits, ...begins],
    ...(isCharged ? ["charged"] : []),
    ...(one === undefined ? [] : [`bill of ${one.bill.total}`]),
    ...reported
  ].join(", ")
}

interface Row {
  readonly what: string
  readonly request: ChangeRequest
  readonly plan?: Plan
  readonly changes?: Partial<Subscription>
  readonly balance?: number
  readonly then: string
}

const rows: ReadonlyArray<Row> = [
  { what: "more", request: { quantity: 3 }, then: "now charge 677, wished, charged" },
  {
    what: "more, while a charge is in doubt",
    request: { quantity: 3 },
    changes: { charging: uid("1"), renewAt: null },
    then: "now charge 677, wished"
  },
  {
    what: "more, which the balance pays",
    request: { quantity: 3 },
    balance: 677,
    then: "now charge 0, bill of 0, changed.subscription"
  },
  {
    what: "more, of which the balance pays all but a cent",
    request: { quantity: 3 },
    balance: 676,
    then: "now charge 1, wished, charged"
  },
  {
    what: "more, with the difference on the next charge",
    request: { quantity: 3, proration: "credit" },
    then: "now credit 0, bill of 0, changed.subscription"
  },
  {
    what: "more, for nothing until the renewal",
    request: { quantity: 3, proration: "none" },
    then: "now none 0, bill of 0, changed.subscription"
  },
  {
    what: "more from the renewal on",
    request: { quantity: 3, when: "renewal" },
    then: "renewal charge 0, with the renewal, plan_changed.subscription"
  },
  {
    what: "less: with the renewal, unless it is to be at once",
    request: { quantity: 1 },
    then: "renewal charge 0, with the renewal, plan_changed.subscription"
  },
  {
    what: "less, at once",
    request: { quantity: 1, when: "now", proration: "charge" },
    then: "now charge 0, gains 678, bill of 0, changed.subscription"
  },
  {
    what: "another plan, which is dearer",
    request: { plan: { id: dearer.id } },
    plan: dearer,
    then: "now charge 677, wished, charged"
  },
  {
    what: "a plan for tests",
    request: { plan: { id: dearer.id } },
    plan: { ...dearer, test: true },
    then: "plan base must be a test plan exactly if the present one is"
  },
  {
    what: "an amount beyond what can be written",
    request: { plan: { id: dearer.id }, quantity: 2 },
    plan: planWith({ id: dearer.id, amount: Number.MAX_SAFE_INTEGER }),
    then: "The amount is too large"
  },
  {
    what: "of one that waits for its card",
    request: { quantity: 3 },
    changes: waiting(planWith()),
    then: "Subscription is redirecting"
  },
  {
    what: "of one that has ended",
    request: { quantity: 3 },
    changes: { state: "expired" },
    then: "Subscription is expired"
  },
  {
    what: "of one whose last period is over",
    request: { quantity: 3 },
    changes: { ending: { reason: "Moving", isDue: true } },
    then: "The period that was paid is over"
  }
]

describe("D60: the command that changes terms:", () => {
  it.each(rows)("$what", ({ balance = 0, changes, plan, request, then }) => {
    const facts: Bills.BillFacts = { ...Bills.noFacts, balance: Amount.make(balance) }
    assert.strictEqual(shown(TermsDecision.of({ ...active, ...changes }, { request, plan }, facts, now, berlin)), then)
  })
})
