/** The charges that lie ahead of a subscription or of a plan, by the rules that will charge them. Source: D24, D25. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import type { Plan } from "../plans/Plan.js"
import type { Line } from "../terms/Lines.js"
import type { RetryTable } from "../time/RetryTimes.js"
import * as Billing from "./Billing.js"
import * as Bills from "./Bills.js"
import * as Ending from "./Ending.js"
import { isEnding, isFinal, type Subscription, type SubscriptionState } from "./Subscription.js"

/** What a charge is for. `retry`: an earlier attempt of the cycle failed. `end`: what is owed when it ends. */
export type ChargeReason = "first" | "trial" | "after-trial" | "cycle" | "retry" | "plan-change" | "end"

/** What would follow if the charge did not succeed: the state, and when it would be retried. */
export interface Otherwise {
  readonly state: SubscriptionState
  readonly retryAt: DateTime.Utc | null
}

/** A charge that lies ahead, if everything before it succeeds. */
export interface UpcomingCharge {
  readonly at: DateTime.Utc
  /** The clock on the wall in the subscription's zone: `2026-03-31T08:00:00+02:00`. */
  readonly localTime: string
  readonly amount: Amount
  readonly currency: Currency
  readonly reason: ChargeReason
  /** The billing cycle that it pays, counted from 1. Null for a trial, and for what is owed at the end. */
  readonly cycle: number | null
  /** What it consists of. Absent: the amount of the plan. */
  readonly lines?: ReadonlyArray<Line>
  readonly ifDeclined: Otherwise
  readonly ifError: Otherwise
}

/** The most charges that a preview lists. */
export const mostListed = 1000

const reasonOf = (before: Subscription, charged: Subscription): ChargeReason => {
  if (before.state === "redirecting") return before.plan.trial === null ? "first" : "trial"
  if (before.attempts > 0) return "retry"
  if (charged.plan !== before.plan) return "plan-change"
  return before.state === "trial" ? "after-trial" : "cycle"
}

const otherwise = (
  subscription: Subscription,
  outcome: Billing.Outcome,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table: RetryTable | undefined
): Otherwise => {
  const settled = Billing.settle(subscription, outcome, at, zone, table)?.subscription ?? subscription
  return { state: settled.state, retryAt: isFinal(settled) ? null : settled.renewAt }
}

const localTime = (at: DateTime.Utc, zone: DateTime.TimeZone): string =>
  DateTime.formatIsoOffset(DateTime.setZone(at, zone)).replace(/\.\d{3}/, "")

/** What a charge goes by, and what it leaves. */
export interface ChargeInputs {
  readonly subscription: Subscription
  readonly facts: Bills.BillFacts
}

/** The bill of a charge. Undefined: it has none, or an amount would be beyond what can be written. */
const billOf = (
  { facts, subscription }: ChargeInputs,
  renewed: Subscription,
  at: DateTime.Utc,
  zone: DateTime.TimeZone
): Bills.SubscriptionBill | undefined =>
  Either.getOrElse(
    subscription.state === "redirecting"
      ? Either.mapLeft(Bills.ofStart(subscription, facts, at, zone), () => undefined)
      : Bills.ofRenewal(subscription, renewed, facts, at, zone),
    () => undefined
  )

const after = (
  charged: Subscription,
  facts: Bills.BillFacts,
  billed: Bills.SubscriptionBill | undefined,
  at: DateTime.Utc,
  zone: DateTime.TimeZone
): ChargeInputs | undefined => {
  const settled =
    billed === undefined
      ? Billing.settle(charged, { _tag: "Charged" }, at, zone)
      : Bills.settled(charged, billed.bill, at, zone)
  if (settled === undefined) return undefined
  return { subscription: settled.subscription, facts: billed === undefined ? facts : Bills.factsAfter(facts, billed) }
}

/** What is owed when it ends, if that is known to be anything. */
const atEnd = (
  { facts, subscription }: ChargeInputs,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table: RetryTable | undefined
): ReadonlyArray<UpcomingCharge> => {
  const billed = Either.getOrElse(Ending.billOf(subscription, facts, at, zone), () => undefined)
  if (billed === undefined || billed.bill.lines.length === 0) return []
  const unpaid = (failure: Billing.Failure): Otherwise => {
    const after = Ending.unpaid(subscription, failure, at, zone, table)?.subscription ?? subscription
    return { state: after.state, retryAt: isFinal(after) ? null : after.renewAt }
  }
  return [
    {
      at,
      localTime: localTime(at, zone),
      reason: "end",
      cycle: null,
      amount: billed.bill.total,
      currency: subscription.plan.currency,
      lines: billed.bill.lines,
      ifDeclined: unpaid({ _tag: "Declined", isForbidden: false }),
      ifError: unpaid({ _tag: "Errored" })
    }
  ]
}

const upcoming = (ahead: ChargeInputs, at: DateTime.Utc, zone: DateTime.TimeZone, table: RetryTable | undefined) => {
  const { subscription: before } = ahead
  const charged = Billing.renewed(before, zone)
  const isFirst = before.state === "redirecting"
  const billed = billOf(ahead, charged, at, zone)
  const { amount } = isFirst ? Billing.firstCharge(charged.plan) : charged.plan
  const one: UpcomingCharge = {
    at,
    localTime: localTime(at, zone),
    amount: billed?.bill.total ?? amount,
    currency: charged.plan.currency,
    reason: reasonOf(before, charged),
    cycle: isFirst && charged.plan.trial !== null ? null : charged.paidCycles + 1,
    ...(billed && { lines: billed.bill.lines }),
    ifDeclined: otherwise(charged, { _tag: "Declined", isForbidden: false }, at, zone, table),
    ifError: otherwise(charged, { _tag: "Errored" }, at, zone, table)
  }
  return { one, next: after(charged, ahead.facts, billed, at, zone) }
}

/** A charge that lies ahead, what it goes by, and what it leaves. `next` undefined: nothing follows. */
export interface Step {
  readonly before: ChargeInputs
  readonly one: UpcomingCharge
  readonly next: ChargeInputs | undefined
}

/** The next charge that lies ahead. Undefined: none does. */
export const step = (before: ChargeInputs, zone: DateTime.TimeZone, table?: RetryTable): Step | undefined => {
  const { subscription } = before
  const { renewAt, state } = subscription
  if (renewAt === null || isFinal(subscription)) return undefined
  // The customer who makes the first charge is present, at night too.
  const at = state === "redirecting" ? renewAt : Billing.chargeableAt(subscription, renewAt, zone)
  if (!isEnding(subscription)) return { before, ...upcoming(before, at, zone, table) }
  const [one] = atEnd(before, at, zone, table)
  return one && { before, one, next: undefined }
}

/**
 * The charges up to and including `until`, at most 1000, if each succeeds. `table`: the shop's own times of retries. Default
 * for `facts`: nothing but the plan.
 */
export const ofSubscription = (
  subscription: Subscription,
  until: DateTime.Utc,
  zone: DateTime.TimeZone,
  facts: Bills.BillFacts = Bills.noFacts,
  table?: RetryTable
): ReadonlyArray<UpcomingCharge> => {
  const listed: Array<UpcomingCharge> = []
  let ahead: ChargeInputs | undefined = { subscription, facts }
  while (ahead !== undefined && listed.length < mostListed) {
    const found: Step | undefined = step(ahead, zone, table)
    if (found === undefined || DateTime.greaterThan(found.one.at, until)) break
    listed.push(found.one)
    ahead = found.next
  }
  return listed
}

/** Like `ofSubscription`, for a customer who would subscribe to the plan at `start`. The first charge is listed too. */
export const ofPlan = (
  plan: Plan,
  start: DateTime.Utc,
  until: DateTime.Utc,
  zone: DateTime.TimeZone,
  blank: (plan: Plan, at: DateTime.Utc) => Subscription,
  table?: RetryTable
): ReadonlyArray<UpcomingCharge> =>
  ofSubscription({ ...blank(plan, start), renewAt: start }, until, zone, Bills.noFacts, table)
