/**
 * How a subscription ends with its last period: what is owed of it is charged, usage and lines that wait, and then it is
 * over. Nothing is forgotten, and nothing that lies ahead is charged. Source: D60, D62, D63.
 */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Machine from "../machine/Machine.js"
import type { ChargedBill } from "../terms/ChargedBill.js"
import type { AmountTooLarge } from "../terms/Lines.js"
import type { RetryTable } from "../time/RetryTimes.js"
import * as Billing from "./Billing.js"
import * as Bills from "./Bills.js"
import { hasMetered, isOfTrial } from "./MeteredItems.js"
import { isFinal, type Subscription } from "./Subscription.js"
import * as SubscriptionMachine from "./SubscriptionMachine.js"

/** Whether something of its last period may be left to charge. Usage in a trial is not charged. */
export const mayOwe = (subscription: Subscription): boolean => {
  const { linesNow, waiting } = subscription
  return waiting !== undefined || linesNow !== undefined || (hasMetered(subscription) && !isOfTrial(subscription))
}

/**
 * The bill of what is owed at its end. Without a line: nothing is, as far as it is known. Undefined: nothing can be.
 *
 * Errors: an amount is beyond 2^53 − 1.
 */
export const billOf = (
  subscription: Subscription,
  facts: Bills.BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): Either.Either<Bills.SubscriptionBill | undefined, AmountTooLarge> =>
  mayOwe(subscription) ? Bills.ofEnd(subscription, facts, now, zone) : Either.right(undefined)

/** Its last period is over: what is owed is being charged, and what comes from now on belongs to no period. */
export const finalChargeDue = (subscription: Subscription): Subscription =>
  subscription.ending === undefined
    ? subscription
    : { ...subscription, ending: { ...subscription.ending, isDue: true } }

const over = { renewAt: null, nextPlan: null, nextItems: undefined, linesNow: undefined, ending: undefined } as const

const finished: SubscriptionMachine.Facts = { hasTrial: false, hasPaid: true, isLast: true, mayRetry: false }

/**
 * The subscription after its last period, of which nothing is owed any more: `expired` if all its cycles are paid, else
 * `canceled` as it was to be. `bill`: of what was owed; undefined: nothing was. Undefined: it is not to end.
 */
export const ended = (
  subscription: Subscription,
  bill: Pick<ChargedBill, "after"> | undefined,
  now: DateTime.Utc
): Billing.SubscriptionTransition | undefined => {
  const { ending, state } = subscription
  if (ending === undefined || isFinal(subscription)) return undefined
  const trigger: SubscriptionMachine.Trigger = ending.isComplete === true ? "Charged" : "Canceled"
  const row = Machine.decide(SubscriptionMachine.machine, state, trigger, finished)
  const paid = bill === undefined ? subscription : Bills.applied(subscription, bill, now)
  const reason = ending.isComplete === true ? {} : { cancelReason: ending.reason, cancelledAt: now }
  return Option.map(Option.getRight(row), ({ effects, next }) => ({
    subscription: { ...paid, ...over, ...reason, state: next as Subscription["state"], attempts: 0, updatedAt: now },
    effects,
    trigger
  })).pipe(Option.getOrUndefined)
}

/**
 * The subscription after the charge of what is owed has failed: it is retried as a renewal is, and the last failure ends
 * it. Also after a renewal has failed that was under way when the end was asked for: the period that it was to begin is
 * not charged any more. Paused or not: what is owed is of a time that is over.
 */
export const unpaid = (
  subscription: Subscription,
  failure: Billing.Failure,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): Billing.SubscriptionTransition | undefined => {
  const { ending, hasPaid, pausedAt } = subscription
  // That nothing was paid before ends no more than the retries.
  const asRenewal = { ...subscription, hasPaid: true, pausedAt: null, ending: undefined }
  const settled = Billing.settle(asRenewal, failure, at, zone, table)
  if (settled === undefined) return undefined
  const { subscription: after } = settled
  if (!isFinal(after))
    return { ...settled, subscription: { ...finalChargeDue({ ...after, ending }), hasPaid, pausedAt } }
  const reason = ending === undefined || ending.isComplete === true ? {} : { cancelReason: ending.reason }
  return { ...settled, subscription: { ...after, ...reason, hasPaid, pausedAt } }
}

/** What follows from the outcome of the charge of what is owed, if its bill is not at hand: a failure. */
export const settleUnpaid: typeof Billing.settle = (subscription, outcome, at, zone, table) =>
  outcome._tag === "Charged" ? undefined : unpaid(subscription, outcome, at, zone, table)

/** Whether a failed charge leaves something to charge at the end of a subscription that is to end. */
export const stillOwes = (subscription: Subscription, outcome: Billing.Outcome): outcome is Billing.Failure =>
  outcome._tag !== "Charged" && subscription.ending !== undefined && mayOwe(subscription)
