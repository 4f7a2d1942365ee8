/**
 * When a subscription is charged, and what follows from the outcome: pure functions of the subscription, an instant and
 * a time zone. The gateway, previews and simulations run the same ones.
 */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { DeclineReason } from "../cards/DeclineReason.js"
import type { CardStamp } from "../ids/Ids.js"
import * as Machine from "../machine/Machine.js"
import { type Amount, zero } from "../money/Amount.js"
import type { Plan } from "../plans/Plan.js"
import { dueAt } from "../time/BillingCalendar.js"
import * as NightWindow from "../time/NightWindow.js"
import * as RetryTimes from "../time/RetryTimes.js"
import { hasMetered } from "./MeteredItems.js"
import { ownCancelReasons, type Subscription } from "./Subscription.js"
import * as SubscriptionMachine from "./SubscriptionMachine.js"

/**
 * A charge that failed. `Errored`: it ended without a decision of the issuer. `card`: the one that was charged, where the
 * subscription may have got another one since.
 *
 * Source: D25.
 */
export type Failure = ({ readonly _tag: "Declined"; readonly isForbidden: boolean } | { readonly _tag: "Errored" }) & {
  readonly card?: CardStamp
}

/** The outcome of a charge. */
export type Outcome = { readonly _tag: "Charged" } | Failure

/** Reasons that say nothing about the card: nobody has decided. Source: D25. */
const technical: ReadonlySet<DeclineReason> = new Set<DeclineReason>([
  "acquirer-temporary",
  "acquirer-permanent",
  "issuer-temporary",
  "issuer-permanent",
  "no-acquirer",
  "authentication-technical",
  "authentication-unavailable"
])

/** Reasons after which card networks forbid another attempt: stolen, closed, never. Source: D25, D37. */
const forbidding: ReadonlySet<DeclineReason> = new Set<DeclineReason>(["fraud-issuer", "not-allowed"])

/** The outcome of a charge that `failed`. */
export const failedFor = (reason: DeclineReason | null): Failure => {
  if (reason !== null && technical.has(reason)) return { _tag: "Errored" }
  return { _tag: "Declined", isForbidden: reason !== null && forbidding.has(reason) }
}

/** A card network's limit: no more unsuccessful attempts per card than this. Source: D25. */
export const attemptsPerCard = { most: 15, days: 30 } as const

/** How many failed charges a subscription remembers: ten cards that have reached their limit. */
const mostRemembered = 10 * attemptsPerCard.most

/** Later instants cannot be written with a year of four digits (D8): the subscription is then not charged any more. */
const endOfTime = Date.UTC(9999, 11, 31)

const shortest = { hour: 3_600_000, day: 23 * 3_600_000, month: 27 * 86_400_000 } as const
const longest = { hour: 3_600_000, day: 25 * 3_600_000, month: 32 * 86_400_000 } as const

/** A lower bound of the cycle that is due at `after`, so that the search below is short however much time has passed. */
const atLeast = ({ interval: { length, unit } }: Plan, anchor: DateTime.Utc, after: DateTime.Utc): number =>
  Math.floor((after.epochMillis - anchor.epochMillis) / (length * longest[unit])) - 2

const inTime = ({ interval: { length, unit } }: Plan, anchor: DateTime.Utc, cycle: number): boolean =>
  anchor.epochMillis + cycle * length * shortest[unit] < endOfTime

/**
 * The first cycle from `from` on that is due after `after`. Cycles that went by before are not charged. Undefined if no
 * such cycle can be dated.
 *
 * Source: D24.
 */
export const cycleAfter = (
  plan: Plan,
  anchor: DateTime.Utc,
  from: number,
  after: DateTime.Utc,
  zone: DateTime.TimeZone
): { readonly cycle: number; readonly due: DateTime.Utc } | undefined => {
  for (let cycle = Math.max(from, atLeast(plan, anchor, after)); inTime(plan, anchor, cycle); cycle++) {
    const due = dueAt(anchor, plan.interval, cycle, zone)
    if (due.epochMillis > after.epochMillis) return due.epochMillis < endOfTime ? { cycle, due } : undefined
  }
  return undefined
}

const beside = (plan: Plan, instant: DateTime.Utc, zone: DateTime.TimeZone): DateTime.Utc =>
  plan.preventPaymentsAtNight ? NightWindow.next(instant, zone) : instant

/** What is charged next. */
export interface NextCharge {
  readonly amount: Amount
  /** An amount of 0 only checks the card. */
  readonly kind: "payment" | "tokenization"
  readonly plan: Plan
}

const charge = (plan: Plan, amount: Amount): NextCharge => ({
  plan,
  amount,
  kind: amount === 0 ? "tokenization" : "payment"
})

/** The first charge of a plan: its trial's, or a full one. `amount`: of its bill, if it has one. */
export const firstCharge = (
  plan: Plan,
  amount: Amount = plan.trial === null ? plan.amount : plan.trial.amount
): NextCharge => charge(plan, amount)

/** Another card is checked with an amount of 0. */
export const cardCheck = (plan: Plan): NextCharge => charge(plan, zero)

/**
 * The subscription as its next renewal charges it: with the next plan and the next items, if the merchant has changed them
 * and a new cycle begins. The cycles of another plan are counted anew from there. A retry charges what the first attempt
 * has charged.
 */
export const renewed = (known: Subscription, zone: DateTime.TimeZone): Subscription => {
  const { anchor, attempts, cycle, ending, nextItems, nextPlan, plan } = known
  if (anchor === null || attempts > 0) return known
  const subscription = nextItems === undefined ? known : { ...known, dueItems: nextItems, nextItems: undefined }
  if (nextPlan === null) return subscription
  return {
    ...subscription,
    plan: nextPlan,
    nextPlan: null,
    anchor: dueAt(anchor, plan.interval, cycle, zone),
    cycle: 0,
    paidCycles: 0,
    ...(ending?.isComplete === true ? { ending: undefined } : {})
  }
}

type Attempted = Pick<Subscription, "card" | "declines">

const declinesOf = ({ card, declines }: Attempted): Subscription["declines"] =>
  declines.filter((one) => one.card === card?.stamp)

/** At most 15 attempts per card in 30 days: the next one waits until the first of them is 30 days old. Source: D25. */
const allowedAt = (subscription: Attempted, at: DateTime.Utc): DateTime.Utc => {
  const first = declinesOf(subscription).at(-attemptsPerCard.most)
  return first === undefined ? at : DateTime.max(at, DateTime.add(first.at, { days: attemptsPerCard.days }))
}

/** Whether the card network's limit forbids an attempt at that instant. Source: D25. */
export const isSpent = (subscription: Attempted, at: DateTime.Utc): boolean =>
  DateTime.greaterThan(allowedAt(subscription, at), at)

/**
 * The earliest instant from `at` on at which its renewal may be charged: by the card network's limit, and by the night
 * rule of the plan which will be charged. Both also hold after a downtime, a change of card, of plan or of the time zone.
 *
 * Source: interface, "Create-plan request body | prevent_payments_at_night"; D24, D25.
 */
export const chargeableAt = (subscription: Subscription, at: DateTime.Utc, zone: DateTime.TimeZone): DateTime.Utc => {
  const { attempts, nextPlan, plan } = subscription
  return beside(attempts === 0 && nextPlan !== null ? nextPlan : plan, allowedAt(subscription, at), zone)
}

const isLastCycle = ({ paidCycles, plan: { billingCycles } }: Subscription): boolean =>
  billingCycles !== null && paidCycles + 1 >= billingCycles

const factsOf = (subscription: Subscription, outcome: Outcome, failures: number): SubscriptionMachine.Facts => {
  const { ending, hasPaid, plan } = subscription
  const isForbidden = outcome._tag === "Declined" && outcome.isForbidden
  return {
    hasTrial: plan.trial !== null,
    hasPaid,
    // What was used in the last cycle is charged at its end.
    isLast: isLastCycle(subscription) && !hasMetered(subscription),
    mayRetry: failures < plan.numberPaymentAttempts && !isForbidden && ending === undefined
  }
}

/** The subscription after an outcome, and what is committed with it. */
export interface SubscriptionTransition {
  readonly subscription: Subscription
  readonly effects: ReadonlyArray<SubscriptionMachine.SideEffect>
  /** The event of the machine that brought it about. Null: none; listeners are not told. */
  readonly trigger: SubscriptionMachine.Trigger | null
}

const afterSuccess = (subscription: Subscription, at: DateTime.Utc, zone: DateTime.TimeZone): Partial<Subscription> => {
  const { plan, state } = subscription
  const renewal = { ...subscription, attempts: 0 }
  if (state === "redirecting" && plan.trial !== null) {
    const anchor = dueAt(at, plan.trial.interval, 1, zone)
    const hasPaid = plan.trial.asFirstPayment && plan.trial.amount > 0
    return { anchor, cycle: 0, hasPaid, renewAt: chargeableAt(renewal, anchor, zone), activeTo: anchor }
  }
  const anchor = subscription.anchor ?? at
  const next = cycleAfter(plan, anchor, subscription.cycle + 1, at, zone)
  return {
    anchor,
    cycle: next?.cycle ?? subscription.cycle + 1,
    paidCycles: subscription.paidCycles + 1,
    hasPaid: true,
    renewAt: next === undefined ? null : chargeableAt(renewal, next.due, zone),
    activeTo: next?.due ?? null,
    ...endingAfter(subscription)
  }
}

/** What a charge that begins a period leaves of an end: it comes with that period. The last cycle brings its own. */
const endingAfter = (subscription: Subscription): Pick<Subscription, "ending"> => {
  const { ending } = subscription
  if (isLastCycle(subscription)) return { ending: { reason: ownCancelReasons.cycles, isComplete: true } }
  if (ending === undefined) return {}
  return { ending: ending.isComplete === true ? undefined : { reason: ending.reason } }
}

/** The failed charges that still count, with this one. They outlast a success and a change of card. Source: D25. */
const remembered = ({ card, declines }: Attempted, at: DateTime.Utc, failure?: Failure): Subscription["declines"] => {
  const since = DateTime.subtract(at, { days: attemptsPerCard.days })
  const recent = declines.filter((one) => DateTime.greaterThan(one.at, since))
  const charged = failure?.card ?? card?.stamp
  if (failure === undefined || charged === undefined) return recent
  return [...recent, { at, card: charged }].slice(-mostRemembered)
}

/** The retry rules, and what binds every charge on top, for a subscription whose charge failed at `at`. Source: D25. */
const retryAt = (
  subscription: Subscription,
  failure: Failure["_tag"],
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table: RetryTimes.RetryTable | undefined
): DateTime.Utc => {
  const { attempts: failures, plan } = subscription
  const rule = { zone, preventPaymentsAtNight: plan.preventPaymentsAtNight, table, failures }
  const retry = failure === "Declined" ? RetryTimes.afterDecline(at, rule) : RetryTimes.afterError(at, rule)
  return chargeableAt(subscription, retry, zone)
}

/** When a failed charge is retried, if not before `at`. Another card may be charged at once. */
const retriedFrom = (
  subscription: Subscription,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table: RetryTimes.RetryTable | undefined
): DateTime.Utc => {
  const last = declinesOf(subscription).at(-1)
  if (last === undefined) return chargeableAt(subscription, at, zone)
  const retry = retryAt(subscription, subscription.state === "error" ? "Errored" : "Declined", last.at, zone, table)
  return chargeableAt(subscription, DateTime.max(retry, at), zone)
}

const ended = { renewAt: null, nextPlan: null, ending: undefined } as const

const afterFailure = (
  subscription: Subscription,
  outcome: Failure,
  next: SubscriptionMachine.State,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table: RetryTimes.RetryTable | undefined
): Partial<Subscription> => {
  const attempts = subscription.attempts + 1
  const declines = remembered(subscription, at, outcome)
  if (next === "failed") return { ...ended, attempts, declines, activeTo: null }
  if (next === "canceled") {
    const isForbidden = outcome._tag === "Declined" && outcome.isForbidden
    const own = isForbidden ? ownCancelReasons.forbidden : ownCancelReasons.attempts
    const cancelReason = subscription.ending?.reason ?? own
    return { ...ended, attempts, declines, cancelReason, cancelledAt: at }
  }
  // A paused subscription is retried when it is resumed.
  const failed = { ...subscription, attempts, declines }
  const renewAt = subscription.pausedAt === null ? retryAt(failed, outcome._tag, at, zone, table) : null
  return { attempts, declines, renewAt }
}

/**
 * What follows from the outcome of a charge at that instant. Undefined if the subscription does not wait for it: it has
 * ended meanwhile. `table`: the shop's own times of retries.
 *
 * Source: D23, D24, D25.
 */
export const settle = (
  subscription: Subscription,
  outcome: Outcome,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTimes.RetryTable
): SubscriptionTransition | undefined => {
  const facts = factsOf(subscription, outcome, subscription.attempts + 1)
  const row = Machine.decide(SubscriptionMachine.machine, subscription.state, outcome._tag, facts)
  if (Either.isLeft(row)) return undefined
  const { effects, next } = row.right
  const changes =
    outcome._tag === "Charged"
      ? { ...afterSuccess(subscription, at, zone), attempts: 0, declines: remembered(subscription, at) }
      : afterFailure(subscription, outcome, next, at, zone, table)
  const state = next as Subscription["state"]
  const over = state === "expired" ? ended : {}
  const paused = subscription.pausedAt === null ? {} : { renewAt: null }
  const after: Subscription = { ...subscription, ...changes, ...over, ...paused, state, updatedAt: at }
  const settled = after.ending === undefined ? after : { ...after, renewAt: after.activeTo }
  return { subscription: settled, effects, trigger: outcome._tag }
}

/**
 * When a paused subscription is charged again: as before, if that is still to come; else with the next cycle, because
 * cycles that went by are not charged; a failed charge is retried when its rule says, or now if that has
 * gone by. A charge that was overdue before the pause is made now, unless the next one has fallen due meanwhile.
 *
 * Source: D24, D25.
 */
export const resumedAt = (
  subscription: Subscription,
  at: DateTime.Utc,
  zone: DateTime.TimeZone,
  table?: RetryTimes.RetryTable
): Pick<Subscription, "renewAt" | "cycle" | "activeTo"> => {
  const { activeTo, anchor, attempts, cycle, pausedAt, plan } = subscription
  if (anchor === null) return { activeTo, cycle, renewAt: null }
  if (attempts > 0) return { activeTo, cycle, renewAt: retriedFrom(subscription, at, zone, table) }
  // What fell due at night is still to come until the morning.
  const planned = chargeableAt(subscription, dueAt(anchor, plan.interval, cycle, zone), zone)
  if (planned.epochMillis > at.epochMillis) return { activeTo, cycle, renewAt: planned }
  const next = cycleAfter(plan, anchor, cycle, at, zone)
  const wasOverdue = pausedAt !== null && planned.epochMillis <= pausedAt.epochMillis
  if (wasOverdue && next?.cycle === cycle + 1) return { activeTo, cycle, renewAt: chargeableAt(subscription, at, zone) }
  const renewAt = next === undefined ? null : chargeableAt(subscription, next.due, zone)
  return { activeTo, cycle: next?.cycle ?? cycle, renewAt }
}
