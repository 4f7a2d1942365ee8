/** Plans and subscriptions for tests of the billing rules, adapted by each case, and their outcomes in short. */
import { CardStamp, PlanId, ShopId, SubscriptionId } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Plan, Trial } from "@florin/core/plans/Plan"
import * as Billing from "@florin/core/subscriptions/Billing"
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as SubscriptionRules from "@florin/core/subscriptions/SubscriptionRules"
import * as DateTime from "effect/DateTime"
import { shownCard } from "../samples.js"
import { at, zone } from "../time/clocks.js"

export const berlin = zone("Europe/Berlin")

/** An interval as text: `1 month`. */
const interval = (text: string): Plan["interval"] => {
  const [length, unit] = text.split(" ")
  return { length: Number(length), unit: unit as "hour" | "day" | "month" }
}

export interface PlanChanges extends Partial<Omit<Plan, "interval" | "trial" | "amount">> {
  readonly every?: string
  readonly amount?: number
  readonly trial?: Trial | null
}

/** A plan of 10.00 EUR a month with three attempts. */
export const planWith = ({ amount = 1000, every = "1 month", ...changes }: PlanChanges = {}): Plan => ({
  shop: ShopId.make("shop"),
  id: PlanId.make("pln_0000000000000001"),
  title: "Plan",
  currency: Currency.make("EUR"),
  language: "en",
  amount: Amount.make(amount),
  interval: interval(every),
  trial: null,
  billingCycles: null,
  numberPaymentAttempts: 3,
  preventPaymentsAtNight: false,
  test: false,
  createdAt: at("2026-01-01T00:00Z"),
  ...changes
})

export const trialOf = (amount: number, every = "7 day", asFirstPayment = false): Trial => ({
  amount: Amount.make(amount),
  interval: interval(every),
  asFirstPayment
})

export const id = SubscriptionId.make("sbs_0000000000000001")

/** A subscription whose first charge is under way. */
export const waiting = (plan: Plan, created = "2026-01-01T00:00Z"): Subscription => ({
  ...SubscriptionRules.created({ id, plan, customer: undefined, now: at(created) }),
  card: shownCard
})

export const otherCard = { ...shownCard, stamp: CardStamp.make("d".repeat(64)) }

/** One that was paid once, at that instant. */
export const paidAt = (plan: Plan, instant: string, where: DateTime.TimeZone = berlin): Subscription =>
  settled(waiting(plan, instant), "charged", instant, where)

const outcomes = {
  charged: { _tag: "Charged" },
  declined: { _tag: "Declined", isForbidden: false },
  forbidden: { _tag: "Declined", isForbidden: true },
  error: { _tag: "Errored" }
} as const satisfies Record<string, Billing.Outcome>

export type OutcomeName = keyof typeof outcomes

export const outcomeNames = Object.keys(outcomes) as ReadonlyArray<OutcomeName>

/** What follows from the outcome, the webhook included; undefined if the subscription does not wait for it. */
export const settle = (subscription: Subscription, outcome: OutcomeName, instant: DateTime.Utc, where = berlin) =>
  Billing.settle(subscription, outcomes[outcome], instant, where)

export const settled = (
  subscription: Subscription,
  outcome: OutcomeName,
  instant: string,
  where: DateTime.TimeZone = berlin
): Subscription => {
  const next = settle(subscription, outcome, at(instant), where)
  if (next === undefined) throw new Error(`${subscription.state} waits for no charge`)
  return next.subscription
}

/** Its renewals with these outcomes, each made when it is due. */
export const renewedWith = (
  subscription: Subscription,
  names: ReadonlyArray<OutcomeName>,
  where: DateTime.TimeZone = berlin
): Subscription =>
  names.reduce((current, name) => {
    if (current.renewAt === null) throw new Error(`${current.state} is not charged any more`)
    const due = Billing.renewed(current, where)
    return settled(due, name, DateTime.formatIso(current.renewAt), where)
  }, subscription)

const local = (instant: DateTime.Utc | null, where: DateTime.TimeZone): string | null =>
  instant === null
    ? null
    : DateTime.formatIsoOffset(DateTime.setZone(instant, where))
        .replace(/:00\.000(?=[+-])/, "")
        .replace(".000", "")

/** `state paid/failed cycle@renewAt` in the zone. */
export const shown = (subscription: Subscription | undefined, where: DateTime.TimeZone = berlin): string => {
  if (subscription === undefined) return "unchanged"
  const { attempts, cycle, paidCycles, renewAt, state } = subscription
  return `${state} paid ${paidCycles} failed ${attempts} next ${renewAt === null ? "-" : `${cycle} at ${local(renewAt, where)}`}`
}
