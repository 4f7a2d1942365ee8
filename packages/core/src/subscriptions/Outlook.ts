/**
 * What a customer is told about the charges that lie ahead: the next one, and for how long each price holds. By the
 * preview's own steps, so that no page or mail names an amount that is not charged.
 */
import type * as DateTime from "effect/DateTime"
import type { Amount } from "../money/Amount.js"
import type { AppliedCoupon } from "../terms/Coupon.js"
import type { Interval } from "../time/Interval.js"
import type { RetryTable } from "../time/RetryTimes.js"
import * as Bills from "./Bills.js"
import { hasMetered } from "./MeteredItems.js"
import * as Preview from "./Preview.js"
import type { Subscription } from "./Subscription.js"

/** Charges in a row that come to the same. */
export interface PriceStep {
  readonly amount: Amount
  readonly interval: Interval
  /** How many charges. Null: all that follow. */
  readonly times: number | null
}

/** What lies ahead if each charge succeeds and nothing else happens. */
export interface Outlook {
  /** The next charge. Absent: none lies ahead, or the outcome of one is not known yet. */
  readonly next?: Preview.UpcomingCharge
  /** The charges after it, in order. Empty: there are none. */
  readonly then: ReadonlyArray<PriceStep>
  /** Usage that is not known yet is charged beside. */
  readonly isMetered: boolean
}

/** That nothing lies ahead. */
export const nothing: Outlook = { then: [], isMetered: false }

/** The coupons of a charge that end some day. */
const counted = ({ facts, subscription }: Preview.ChargeInputs): ReadonlyArray<number> =>
  [subscription.coupon, Bills.customersCoupon(subscription, facts)].flatMap((one) => one?.cyclesLeft ?? [])

/** Whether nothing that a charge takes or begins makes the next one another, except for coupons that end. */
const isEven = ({ before, next, one }: Preview.Step): boolean => {
  if (next === undefined || one.reason !== "cycle") return false
  const { coupon, dueItems, nextItems, waiting } = before.subscription
  if ([dueItems, nextItems, waiting].some((member) => member !== undefined) || coupon?.isNew === true) return false
  return before.facts.balance === next.facts.balance && Object.keys(before.facts.usage).length === 0
}

/** How many charges there are from this one on. Infinite: until it is cancelled. */
const timesFrom = ({ paidCycles, plan: { billingCycles } }: Subscription): number =>
  billingCycles === null ? Number.POSITIVE_INFINITY : billingCycles - paidCycles

/** How many charges from this one on come to the same, and whether they are the last ones. */
const runOf = (step: Preview.Step): { readonly times: number; readonly isLast: boolean } => {
  if (!isEven(step)) return { times: 1, isLast: false }
  const left = timesFrom(step.before.subscription)
  const times = Math.min(left, ...counted(step.before))
  return { times, isLast: times === left }
}

const shortened = (coupon: AppliedCoupon | null | undefined, times: number): AppliedCoupon | null => {
  if (coupon == null || coupon.cyclesLeft === null) return coupon ?? null
  return coupon.cyclesLeft <= times ? null : { ...coupon, cyclesLeft: coupon.cyclesLeft - times }
}

/** After so many charges that come to the same. When they are made does not matter to what they come to. */
const after = ({ facts, subscription }: Preview.ChargeInputs, times: number): Preview.ChargeInputs => {
  const { coupon, cycle, paidCycles } = subscription
  const isUsed = Bills.customersCoupon(subscription, facts) !== null
  return {
    subscription: {
      ...subscription,
      coupon: shortened(coupon, times) ?? undefined,
      cycle: cycle + times,
      paidCycles: paidCycles + times
    },
    facts: isUsed ? { ...facts, customerCoupon: shortened(facts.customerCoupon, times) } : facts
  }
}

const intervalOf = ({ before, next }: Preview.Step): Interval => (next ?? before).subscription.plan.interval

const isSame = (one: PriceStep, other: PriceStep): boolean =>
  one.amount === other.amount &&
  one.interval.length === other.interval.length &&
  one.interval.unit === other.interval.unit

/** The step at the end of a list: part of the last one where it comes to the same. */
const joined = (list: ReadonlyArray<PriceStep>, step: PriceStep): ReadonlyArray<PriceStep> => {
  const last = list.at(-1)
  if (last === undefined || last.times === null || !isSame(last, step)) return [...list, step]
  const times = step.times === null ? null : last.times + step.times
  return [...list.slice(0, -1), { ...step, times }]
}

/** Each price from the next charge on. `interval`: the one by which that is counted. What is owed at an end is no price. */
export const pricesFrom = ({ next, then }: Outlook, interval: Interval): ReadonlyArray<PriceStep> =>
  next === undefined || next.reason === "end"
    ? []
    : then.reduce<ReadonlyArray<PriceStep>>(joined, [{ amount: next.amount, interval, times: 1 }])

/**
 * What lies ahead of a subscription. `facts`, `table`: as of `Preview.ofSubscription`. Prices are told up to the thousandth
 * change, where they go on changing.
 *
 * Source: D59, D61, D64.
 */
export const of = (
  subscription: Subscription,
  zone: DateTime.TimeZone,
  facts: Bills.BillFacts = Bills.noFacts,
  table?: RetryTable
): Outlook => {
  const first = Preview.step({ subscription, facts }, zone, table)
  if (first === undefined) return nothing
  let then: ReadonlyArray<PriceStep> = []
  let [ahead, last]: [Preview.ChargeInputs | undefined, Subscription] = [
    first.next,
    first.next?.subscription ?? subscription
  ]
  for (let listed = 1; ahead !== undefined && listed < Preview.mostListed; listed++) {
    const step = Preview.step(ahead, zone, table)
    if (step === undefined) break
    const { isLast, times } = runOf(step)
    then = joined(then, {
      amount: step.one.amount,
      interval: intervalOf(step),
      times: Number.isFinite(times) ? times : null
    })
    last = step.before.subscription
    ahead = isLast ? undefined : times === 1 ? step.next : after(step.before, times)
  }
  return { next: first.one, then, isMetered: first.one.reason !== "end" && hasMetered(last) }
}
