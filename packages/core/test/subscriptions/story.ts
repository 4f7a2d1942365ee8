/** What happens to a subscription, step by step, as the services lead it: for tables of rules. */
import type { DeclineReason } from "@florin/core/cards/DeclineReason"
import { Amount } from "@florin/core/money/Amount"
import type { Plan } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import * as Bills from "@florin/core/subscriptions/Bills"
import * as Ending from "@florin/core/subscriptions/Ending"
import { isEnding, isFinal, type QueuedTerms, type Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as TermsChanges from "@florin/core/subscriptions/TermsChanges"
import { type Item, ItemId } from "@florin/core/terms/Item"
import { oneOff } from "@florin/core/terms/OneOff"
import type { Price } from "@florin/core/terms/Price"
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { at } from "../time/clocks.js"
import { berlin, planWith, waiting } from "./given.js"

/** A subscription, what its customer has, and what was charged so far: `2026-05-10 3000`. */
export interface Reported {
  readonly subscription: Subscription
  readonly facts: Bills.BillFacts
  readonly charged: ReadonlyArray<string>
}

export type Step = (reported: Reported) => Reported

/** A row of a table of stories. */
export interface Row {
  readonly name: string
  readonly begun?: Reported
  readonly steps: ReadonlyArray<Step>
  readonly charged: ReadonlyArray<string>
  /** When it is charged next, or the state that it ends in. */
  readonly next: string
}

const day = (instant: DateTime.Utc): string => DateTime.formatIso(instant).slice(0, 10)

export const reported = (subscription: Subscription, facts: Partial<Bills.BillFacts> = {}): Reported => ({
  subscription,
  facts: { ...Bills.noFacts, ...facts },
  charged: []
})

export const after = (one: Reported, ...steps: ReadonlyArray<Step>): Reported =>
  steps.reduce((before, step) => step(before), one)

/** One paid on the 10th of January 2026 for the first time, of these items. */
export const begun = (
  plan: Plan = planWith(),
  items?: ReadonlyArray<Item>,
  facts: Partial<Bills.BillFacts> = {}
): Reported => {
  const made: Subscription = { ...waiting(plan), ...(items && { items }) }
  const start = at("2026-01-10T09:00Z")
  const one = reported(made, facts)
  const bill = Either.getOrThrow(Bills.ofStart(made, one.facts, start, berlin))
  const subscription =
    bill === undefined
      ? Billing.settle(made, { _tag: "Charged" }, start, berlin)!.subscription
      : Bills.settled(made, bill.bill, start, berlin).subscription
  return { ...one, subscription, facts: bill === undefined ? one.facts : Bills.factsAfter(one.facts, bill) }
}

const ruled =
  (rule: (known: Subscription) => { readonly subscription: Subscription }): Step =>
  (one) => ({ ...one, subscription: rule(one.subscription).subscription })

/** It is to end with its period. */
export const endedWithPeriod = (instant: string): Step =>
  ruled((known) => Either.getOrThrow(SubscriptionRules.endedWithPeriod(known, "Moving", at(instant))))

/** The end of the last period, when it is due, with this outcome of what is owed. */
export const end =
  (outcome: Outcome = "paid"): Step =>
  ({ charged, facts, subscription: known }) => {
    if (known.renewAt === null || !isEnding(known)) throw new Error(`${known.state} is not to end`)
    const now = Billing.chargeableAt(known, known.renewAt, berlin)
    const billed = Either.getOrThrow(Ending.billOf(known, facts, now, berlin))
    const total = billed?.bill.total ?? 0
    if (total > 0 && outcome !== "paid") {
      const { subscription } = Ending.unpaid(Ending.finalChargeDue(known), Billing.failedFor(outcome), now, berlin)!
      return { charged, facts, subscription }
    }
    return {
      subscription: Ending.ended(known, billed?.bill, now)!.subscription,
      facts: billed === undefined ? facts : Bills.factsAfter(facts, billed),
      charged: total > 0 ? [...charged, `${day(now)} ${total}`] : charged
    }
  }

type Outcome = "paid" | Extract<DeclineReason, "funds" | "acquirer-temporary">

/** The next renewal, when it is due, with this outcome. */
export const renewal =
  (outcome: Outcome = "paid"): Step =>
  ({ charged, facts, subscription: known }) => {
    if (known.renewAt === null) throw new Error(`${known.state} is not charged`)
    const now = Billing.chargeableAt(known, known.renewAt, berlin)
    const renewed = Billing.renewed(known, berlin)
    const billed = Either.getOrThrow(Bills.ofRenewal(known, renewed, facts, now, berlin))
    if (outcome !== "paid") {
      const { subscription } = Billing.settle(renewed, Billing.failedFor(outcome), now, berlin)!
      return { charged, facts, subscription }
    }
    const { subscription } =
      billed === undefined
        ? Billing.settle(renewed, { _tag: "Charged" }, now, berlin)!
        : Bills.settled(renewed, billed.bill, now, berlin)
    return {
      subscription,
      facts: billed === undefined ? facts : Bills.factsAfter(facts, billed),
      charged: [...charged, `${day(now)} ${billed?.bill.total ?? renewed.plan.amount}`]
    }
  }

/** Other terms at once, whose charge succeeds. A refusal is thrown. */
export const changed =
  (instant: string, wish: Partial<QueuedTerms>): Step =>
  ({ charged, facts, subscription }) => {
    const now = at(instant)
    const wished: QueuedTerms = { proration: "charge", onDecline: "keep_old", at: now, ...wish }
    const one = Either.getOrThrowWith(TermsChanges.billOf(subscription, wished, facts, berlin), (error) => error)
    return {
      subscription: TermsChanges.appliedWithoutCharge(subscription, one, now, berlin).subscription,
      facts: { ...Bills.factsAfter(facts, one), usage: facts.usage },
      charged: one.bill.total > 0 ? [...charged, `${day(now)} ${one.bill.total}`] : charged
    }
  }

/** Other terms from the next renewal on. */
export const scheduled = (instant: string, plan: Plan | undefined, items?: ReadonlyArray<Item>): Step =>
  ruled((known) => TermsChanges.fromRenewal(known, { plan: plan ?? known.plan, items }, at(instant), berlin))

export const undone = (instant: string): Step =>
  ruled((known) => Either.getOrThrow(TermsChanges.withoutPendingChange(known, at(instant), berlin)))

export const paused = (instant: string): Step =>
  ruled((known) => Either.getOrThrow(SubscriptionRules.paused(known, at(instant))))

export const resumed = (instant: string): Step =>
  ruled((known) => Either.getOrThrow(SubscriptionRules.resumed(known, at(instant), berlin)))

/** What was used of items so far in the cycle that is not charged. */
export const used =
  (usage: Readonly<Record<string, number>>): Step =>
  (one) => ({
    ...one,
    facts: {
      ...one.facts,
      usage: new Map(
        Object.entries(usage).map(([item, quantity]) => [
          item,
          { sum: quantity, max: quantity, last: quantity, lastAt: at("2026-01-11T09:00Z") }
        ])
      )
    }
  })

/** When it is charged next: `2026-06-10`, or how it ended. */
export const next = ({ subscription }: Reported): string =>
  isFinal(subscription) ? subscription.state : subscription.renewAt === null ? "never" : day(subscription.renewAt)

export const money = (value: number): Amount => Amount.make(value)

export const item = (id: string, price: Price, quantity = 1): Item => ({
  ...{ id: ItemId.make(id), title: id },
  ...{ price, quantity }
})

export const seats = (quantity: number, unitAmount = 1000): Item =>
  item("seat", { kind: "per_unit", unitAmount: money(unitAmount) }, quantity)

export const metered = (unitAmount: number, id = "calls"): Item =>
  item(id, { kind: "metered", aggregation: "sum", price: { kind: "per_unit", unitAmount: money(unitAmount) } })

/** Lines that wait for the next charge. */
export const line = (amount: number): Step =>
  ruled((known) => ({ subscription: { ...known, waiting: [...(known.waiting ?? []), oneOff("Own", amount)] } }))
