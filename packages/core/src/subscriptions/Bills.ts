/**
 * The bills of a subscription's charges, and how it stands after them. A subscription that has nothing but its plan has no
 * bill: it is charged as the interface says.
 */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Amount, zero } from "../money/Amount.js"
import type { BilledState, ChargedBill, Taken } from "../terms/ChargedBill.js"
import {
  type Bill,
  linesOfRenewal,
  noUsage,
  type PaidPeriod,
  type RenewalFacts,
  type UsageByItem
} from "../terms/Charging.js"
import * as Coupon from "../terms/Coupon.js"
import { ofPlan, planItem, type Terms } from "../terms/Item.js"
import type { AmountTooLarge } from "../terms/Lines.js"
import { sumOf, type UsageTotal } from "../terms/Usage.js"
import { dueAt } from "../time/BillingCalendar.js"
import type { RetryTable } from "../time/RetryTimes.js"
import { chargeableAt, cycleAfter, resumedAt, type SubscriptionTransition, settle } from "./Billing.js"
import { hasMetered, isOfTrial } from "./MeteredItems.js"
import { isFinal, type Subscription } from "./Subscription.js"

/** What a bill goes by besides the subscription. */
export interface BillFacts {
  /** In the currency of the plan. */
  readonly balance: Amount
  readonly customerCoupon: Coupon.AppliedCoupon | null
  /** As stored, where the subscription's coupon is new. */
  readonly coupon: Coupon.Coupon | undefined
  /** Whether the customer has ever paid the shop for a subscription, or is paying for another one. */
  readonly hasPaid: boolean
  /** Of the cycle that is not charged yet. */
  readonly usage: UsageByItem
}

export const noFacts: BillFacts = {
  balance: zero,
  customerCoupon: null,
  coupon: undefined,
  hasPaid: false,
  usage: noUsage
}

/** Whose balance a subscription's charges use. */
export const ownerOf = ({ customerId, id }: Pick<Subscription, "customerId" | "id">): string => customerId ?? id

/** What a subscription consists of. */
export const termsOf = ({ items, plan }: Pick<Subscription, "items" | "plan">): Terms =>
  items === undefined ? ofPlan(plan) : { currency: plan.currency, interval: plan.interval, items }

/** What the renewal that has begun is to begin, or what it consists of where none has. */
export const dueTermsOf = ({ dueItems, items, plan }: Subscription): Terms =>
  termsOf({ items: dueItems ?? items, plan })

/** Whether it has nothing but its plan. */
export const isOnlyPlan = ({ coupon, dueItems, items, nextItems, paid, waiting }: Subscription): boolean =>
  [coupon, dueItems, items, nextItems, paid, waiting].every((member) => member === undefined)

/** The customer's coupon for charges of a subscription. Null: none, or one of another currency, which stays as it is. */
export const customersCoupon = ({ plan }: Subscription, { customerCoupon }: BillFacts): Coupon.AppliedCoupon | null =>
  customerCoupon !== null && Coupon.fits(customerCoupon, plan.currency) ? customerCoupon : null

const isPlain = (subscription: Subscription, facts: BillFacts): boolean =>
  facts.balance === zero && customersCoupon(subscription, facts) === null && isOnlyPlan(subscription)

/** What is paid of the present period. Null: nothing, as in a trial and after a charge that failed. */
export const paidPeriodOf = (
  { activeTo, anchor, cycle, paid, plan, state }: Subscription,
  zone: DateTime.TimeZone
): PaidPeriod | null => {
  if (state !== "active" || anchor === null || activeTo === null) return null
  if (paid !== undefined) return paid
  const from = dueAt(anchor, plan.interval, Math.max(0, cycle - 1), zone)
  return {
    period: { from, to: activeTo },
    lines: [{ item: planItem, title: plan.title, from, amount: plan.amount }],
    coupons: Coupon.noCoupons
  }
}

/** The subscription's coupon for a charge, and its code if that charge uses it first. */
export interface CouponInUse {
  readonly coupon: Coupon.AppliedCoupon | null
  readonly redeemed?: Coupon.CouponCode | undefined
  /** It is only for customers who have never paid. */
  readonly isFirstTime?: boolean
}

/** Checks a coupon that no charge has used. */
const inUse = (
  { coupon, plan }: Subscription,
  facts: BillFacts,
  now: DateTime.Utc
): Either.Either<CouponInUse, Coupon.CouponRefused> => {
  if (coupon?.isNew === undefined || facts.coupon === undefined) return Either.right({ coupon: coupon ?? null })
  const use = { now, currency: plan.currency, plan: plan.id, hasPaid: facts.hasPaid }
  return Either.map(Coupon.redeem(facts.coupon, use), (applied) => ({
    coupon: applied,
    redeemed: applied.code,
    isFirstTime: facts.coupon?.firstTimeOnly === true
  }))
}

/** A new coupon that cannot be used any more is dropped. */
export const couponIfUsable = (subscription: Subscription, facts: BillFacts, now: DateTime.Utc): CouponInUse =>
  Either.getOrElse(inUse(subscription, facts, now), () => ({ coupon: null }))

/** What a bill takes. `beginsPeriod`: it uses up a cycle of the customer's coupon. */
export const takenOf = (
  subscription: Subscription,
  facts: BillFacts,
  bill: Pick<Bill, "balanceAfter">,
  { redeemed }: CouponInUse,
  beginsPeriod: boolean
): Taken => {
  const customerCoupon = customersCoupon(subscription, facts)
  const usesCycle = beginsPeriod && customerCoupon !== null && customerCoupon.cyclesLeft !== null
  return {
    owner: ownerOf(subscription),
    currency: subscription.plan.currency,
    balance: (facts.balance > bill.balanceAfter ? facts.balance - bill.balanceAfter : zero) as Amount,
    redeemed,
    customerCoupon: usesCycle ? customerCoupon.code : undefined
  }
}

/** A bill, and what it adds to the balance: more than nothing only where nothing is charged. */
export interface SubscriptionBill {
  readonly bill: ChargedBill
  readonly gained: Amount
  /** It uses a coupon first that is only for customers who have never paid: its commit looks again. */
  readonly isFirstTime?: boolean
}

/** What is to begin with the next renewal, unless a change takes its place. */
export const pendingOf = ({ nextItems, nextPlan }: Subscription): Pick<BilledState, "nextItems" | "nextPlan"> => ({
  ...(nextItems === undefined ? {} : { nextItems }),
  ...(nextPlan === null ? {} : { nextPlan: nextPlan.id })
})

const billed = (
  subscription: Subscription,
  facts: BillFacts,
  use: CouponInUse,
  renewal: Pick<RenewalFacts, "terms" | "period" | "ended">
): Either.Either<SubscriptionBill, AmountTooLarge> => {
  const { usageCycle = 0, waiting = [] } = subscription
  const coupons = { subscription: use.coupon, customer: customersCoupon(subscription, facts) }
  const { balance, usage } = facts
  return Either.map(linesOfRenewal({ ...renewal, coupons, balance, waiting, usage }), (bill) => ({
    bill: {
      lines: bill.lines,
      total: bill.total,
      taken: takenOf(subscription, facts, bill, use, true),
      after: {
        items: (subscription.dueItems ?? subscription.items) === undefined ? undefined : bill.termsAfter.items,
        paid: bill.paid,
        coupon: bill.couponsAfter.subscription ?? undefined,
        linesTaken: waiting.length,
        linesAdded: [],
        usageCycle: hasMetered(subscription) || usageCycle > 0 ? usageCycle + 1 : undefined
      }
    },
    gained: (bill.balanceAfter > facts.balance ? bill.balanceAfter - facts.balance : zero) as Amount,
    ...(use.isFirstTime === true ? { isFirstTime: true } : {})
  }))
}

/**
 * The bill of the first charge. Undefined: it has none, as for a trial.
 *
 * Errors: its coupon cannot be used; an amount is beyond 2^53 − 1.
 */
export const ofStart = (
  subscription: Subscription,
  facts: BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): Either.Either<SubscriptionBill | undefined, AmountTooLarge | Coupon.CouponRefused> => {
  const { plan } = subscription
  if (plan.trial !== null || isPlain(subscription, facts)) return Either.right(undefined)
  const period = { from: now, to: dueAt(now, plan.interval, 1, zone) }
  return Either.flatMap(inUse(subscription, facts, now), (use) =>
    billed(subscription, facts, use, { terms: termsOf(subscription), period, ended: null })
  )
}

/** The cycle that ends at an instant, and its items, whose usage is charged. Usage in a trial is not. */
const endedAt = (known: Subscription, to: DateTime.Utc, zone: DateTime.TimeZone): RenewalFacts["ended"] => {
  if (isOfTrial(known)) return null
  const from = known.paid?.period.from ?? paidPeriodOf({ ...known, state: "active" }, zone)?.period.from ?? to
  return { period: { from: DateTime.min(from, to), to }, items: termsOf(known).items }
}

/**
 * The bill of a renewal. A new coupon that cannot be used any more is dropped. Undefined: it has none.
 *
 * Shape: `known` as stored; `renewed`: as the renewal charges it, with the next plan if it has one.
 * Errors: an amount is beyond 2^53 − 1.
 */
export const ofRenewal = (
  known: Subscription,
  renewed: Subscription,
  facts: BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): Either.Either<SubscriptionBill | undefined, AmountTooLarge> => {
  const { anchor, cycle, plan } = renewed
  if (anchor === null || isPlain(known, facts)) return Either.right(undefined)
  const from = dueAt(anchor, plan.interval, cycle, zone)
  const to = cycleAfter(plan, anchor, cycle + 1, now, zone)?.due ?? from
  const use = couponIfUsable(renewed, facts, now)
  const ended = endedAt(known, from, zone)
  return billed(renewed, facts, use, { terms: dueTermsOf(renewed), period: { from, to }, ended })
}

/**
 * The bill of what is owed when a subscription ends: the usage of its last cycle and all lines that wait, and nothing
 * ahead. It goes by the coupons as a renewal does, where there is something to take off.
 *
 * Errors: an amount is beyond 2^53 − 1.
 */
export const ofEnd = (
  known: Subscription,
  facts: BillFacts,
  now: DateTime.Utc,
  zone: DateTime.TimeZone
): Either.Either<SubscriptionBill, AmountTooLarge> => {
  const { activeTo, coupon, items, linesNow = [], paid = null, usageCycle = 0, waiting = [] } = known
  const to = activeTo ?? now
  const owed: Subscription = { ...known, waiting: [...waiting, ...linesNow] }
  const renewal = { terms: { ...termsOf(known), items: [] }, period: { from: to, to }, ended: endedAt(known, to, zone) }
  const full = billed(owed, facts, couponIfUsable(known, facts, now), renewal)
  return Either.flatMap(full, (one) => {
    const isUsed = one.bill.lines.some(({ kind }) => kind === "usage")
    const made = isUsed
      ? Either.right(one)
      : billed(owed, { ...facts, customerCoupon: null }, { coupon: null }, renewal)
    return Either.map(made, ({ bill, ...rest }) => {
      const after = {
        ...bill.after,
        ...(items === undefined ? {} : { items }),
        ...(isUsed || coupon === undefined ? {} : { coupon }),
        paid,
        // What came while a charge was under way is charged, too.
        usageCycle: usageCycle + 2
      }
      return { ...rest, bill: { ...bill, after } }
    })
  })
}

/** The subscription after the success of a charge, before its calendar goes on. */
export const applied = (
  subscription: Subscription,
  { after }: Pick<ChargedBill, "after">,
  at: DateTime.Utc
): Subscription => {
  const { anchor, coupon, isNewAnchor, items, linesAdded, linesTaken, paid, plan, usageCycle } = after
  const { attempts, cycle, ending, nextItems, nextPlan, paidCycles } = subscription
  const waiting = [...(subscription.waiting ?? []).slice(linesTaken), ...linesAdded]
  const isOtherPlan = plan !== undefined
  const beginsPeriod = isNewAnchor !== undefined
  return {
    ...subscription,
    plan: plan ?? subscription.plan,
    items,
    dueItems: undefined,
    // What was scheduled while the charge was under way stays.
    nextItems: JSON.stringify(nextItems) === JSON.stringify(after.nextItems) ? undefined : nextItems,
    nextPlan: nextPlan?.id === after.nextPlan ? null : nextPlan,
    paid: paid ?? undefined,
    coupon,
    waiting: waiting.length === 0 ? undefined : waiting,
    usageCycle: usageCycle ?? subscription.usageCycle,
    paidCycles: isOtherPlan ? 0 : paidCycles,
    ending: isOtherPlan && ending?.isComplete === true ? undefined : ending,
    anchor: beginsPeriod ? at : (anchor ?? subscription.anchor),
    cycle: beginsPeriod || anchor !== undefined ? 0 : cycle,
    attempts: beginsPeriod ? 0 : attempts
  }
}

/** The period that is paid as the calendar has dated it: the customer of a first charge may have taken time. */
export const withPeriod = (subscription: Subscription): Subscription => {
  const { activeTo, anchor, cycle, paid } = subscription
  if (paid === undefined || activeTo === null || anchor === null) return subscription
  const from = cycle === 1 ? anchor : paid.period.from
  const lines = paid.lines.map((line) =>
    line.from.epochMillis === paid.period.from.epochMillis ? { ...line, from } : line
  )
  return { ...subscription, paid: { ...paid, period: { from, to: activeTo }, lines } }
}

/** The subscription after the success of a charge that begins a period. */
export const settled = (
  subscription: Subscription,
  bill: ChargedBill,
  at: DateTime.Utc,
  zone: DateTime.TimeZone
): SubscriptionTransition => {
  const after = applied(subscription, bill, at)
  const next = settle(after, { _tag: "Charged" }, at, zone)
  return next === undefined
    ? { subscription: after, effects: ["schedule"], trigger: null }
    : { ...next, subscription: withPeriod(next.subscription) }
}

/** The subscription after the success of a change: its calendar stays, unless the change begins a period. Source: D60. */
export const changed = (
  subscription: Subscription,
  bill: ChargedBill,
  at: DateTime.Utc,
  zone: DateTime.TimeZone
): Subscription =>
  bill.after.isNewAnchor === undefined
    ? applied(subscription, bill, at)
    : settled(subscription, bill, at, zone).subscription

/**
 * When its next renewal is due, after what happened within its period. A failed charge is retried as it was to be. Where
 * cycles went by while it was paused, the next one is due later than the period that is paid ends.
 */
export const nextRenewalAt = (
  subscription: Subscription,
  now: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTable
): DateTime.Utc | null => {
  const { activeTo, anchor, attempts, cycle, ending, pausedAt, plan } = subscription
  if (isFinal(subscription)) return null
  if (activeTo === null || (ending !== undefined && attempts === 0)) return activeTo
  if (pausedAt !== null && ending === undefined) return null
  if (attempts > 0) return resumedAt(subscription, now, zone, table).renewAt
  const due = anchor === null ? activeTo : DateTime.max(activeTo, dueAt(anchor, plan.interval, cycle, zone))
  return chargeableAt(subscription, due, zone)
}

/** The facts of the next bill, if this one is charged and nothing else happens. The usage that is to come is not known. */
export const factsAfter = (facts: BillFacts, { bill: { taken }, gained }: SubscriptionBill): BillFacts => {
  const { customerCoupon } = facts
  return {
    ...facts,
    balance: (facts.balance - taken.balance + gained) as Amount,
    customerCoupon: taken.customerCoupon === undefined ? customerCoupon : Coupon.afterCycle(customerCoupon),
    coupon: undefined,
    usage: noUsage
  }
}

/** What a commit finds of the facts of a bill. An absent one: the bill does not go by it. */
export interface FoundFacts {
  readonly usage?: UsageByItem
  /** Of the cycle after it, where the end charges both. */
  readonly late?: UsageByItem
  readonly balance?: Amount
  readonly coupon?: Coupon.Coupon | undefined
  readonly customerCoupon?: Coupon.AppliedCoupon | null
  readonly hasPaid?: boolean
}

/** What was used of each item in either of two cycles. */
export const bothCycles = (one: UsageByItem, other: UsageByItem): UsageByItem =>
  other.size === 0
    ? one
    : new Map(
        [...one.keys(), ...other.keys()].map((item) => [item, sumOf(one.get(item) ?? null, other.get(item) ?? null)])
      )

const sameTotal = (one: UsageTotal | null | undefined, other: UsageTotal | null | undefined): boolean =>
  one?.sum === other?.sum && one?.max === other?.max && one?.last === other?.last

const sameUsage = (one: UsageByItem, other: UsageByItem): boolean =>
  [...one.keys(), ...other.keys()].every((item) => sameTotal(one.get(item), other.get(item)))

/** Whether what a bill goes by is as it was, and what it takes is there. */
export const isUpToDate = ({ taken }: ChargedBill, facts: BillFacts, found: FoundFacts): boolean => {
  const { balance, coupon, customerCoupon, hasPaid, late = noUsage, usage } = found
  if (usage !== undefined && !sameUsage(bothCycles(usage, late), facts.usage)) return false
  if (balance !== undefined && balance < taken.balance) return false
  if (hasPaid === true) return false
  if (taken.redeemed !== undefined && (coupon === undefined || Coupon.isUsedUp(coupon))) return false
  return taken.customerCoupon === undefined || customerCoupon?.code === taken.customerCoupon
}
