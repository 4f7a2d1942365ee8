/**
 * What should have been paid and what was, one subscription after the other. It knows the plan, what happened at the bank
 * and when the customer left; it does not ask the gateway, and computes every date itself.
 *
 * Source: D24, D25.
 */
import * as Bank from "./Bank.js"
import * as Calendar from "./Calendar.js"
import type { Offer } from "./Offers.js"

/** What is known about a subscription without the gateway. */
export interface Facts {
  readonly trackingId: string
  readonly offer: Offer
  readonly joinedAt: number
  /** Undefined: the customer has not left. */
  readonly cancelledAt: number | undefined
  /** Requests for money at the bank, in their order. */
  readonly attempts: ReadonlyArray<Bank.Attempt>
  readonly end: number
}

/**
 * Why a payment that fell due was not made.
 *
 * - `refused`: the first payment failed, and nothing is charged after that
 * - `unconverted`: the first payment after a trial failed, which is final unless the trial counts as the first payment
 * - `left`: the customer has cancelled
 * - `attempts`: the attempts ran out
 * - `forbidden`: the issuer forbids to charge the card
 * - `waiting`: it is retried, or waits for the morning, when the run ends
 */
export const reasons = ["refused", "unconverted", "left", "attempts", "forbidden", "waiting"] as const

export type Reason = (typeof reasons)[number]

/** A payment that fell due by the plan's rules. */
export interface Due {
  readonly at: number
  readonly amount: number
  /** The first payment of the subscription, or of its trial. */
  readonly isFirst: boolean
  readonly failures: ReadonlyArray<Bank.Attempt>
  readonly paid: Bank.Attempt | undefined
  /** Why it is not paid. */
  readonly reason: Reason | undefined
}

export interface Audited {
  readonly trackingId: string
  readonly offer: Offer
  readonly joinedAt: number
  /** Every payment that fell due by the end, also after the subscription had ended. */
  readonly dues: ReadonlyArray<Due>
  /** What ended it, and when; undefined while it goes on. `paid`: all its cycles are. */
  readonly ended: { readonly reason: Exclude<Reason, "waiting"> | "paid"; readonly at: number } | undefined
  /** Paid billing cycles; a trial does not count. */
  readonly paidCycles: number
  /** A payment has failed and is retried. */
  readonly failing: Bank.Outcome | undefined
  /** It has not paid more than a trial. */
  readonly isTrial: boolean
  /** What contradicts the rules: nothing, unless the gateway or this audit is wrong. */
  readonly violations: ReadonlyArray<string>
}

interface Demand {
  readonly at: number
  readonly amount: number
  readonly isTrial: boolean
  /** The customer is there and does not wait for the morning. */
  readonly isPresent: boolean
}

/** Every payment of a plan up to the end, if each is made. */
export const demandsOf = (offer: Offer, joinedAt: number, end: number): ReadonlyArray<Demand> => {
  const { amount, cycles = Number.POSITIVE_INFINITY, interval, trial } = offer
  const anchor = trial === undefined ? joinedAt : joinedAt + trial.days * Calendar.day
  const demands: Array<Demand> = []
  // A trial of nothing only checks the card.
  if (trial !== undefined && trial.amount > 0) {
    demands.push({ at: joinedAt, amount: trial.amount, isTrial: true, isPresent: true })
  }
  for (let cycle = 0; cycle < cycles; cycle++) {
    const at = Calendar.after(anchor, interval, cycle)
    if (at > end) break
    demands.push({ at, amount, isTrial: false, isPresent: at === joinedAt })
  }
  return demands
}

/** When an attempt must be made: at the due instant or by the retry rules, and in the daytime if nights are spared. */
const rightTime = (offer: Offer, { at, isPresent }: Demand, last: Bank.Attempt | undefined): number => {
  if (isPresent && last === undefined) return at
  const spared = offer.sparesNights ? Calendar.inDaytime : (instant: number) => instant
  if (last === undefined) return spared(at)
  return spared(
    Bank.isTechnical(last.outcome)
      ? Calendar.nextHour(last.at)
      : Calendar.nextDayAt(last.at, offer.sparesNights ? 8 : 3)
  )
}

const iso = (at: number): string => new Date(at).toISOString()

/** What is wrong with an attempt, in a sentence. `last`: the attempt before it at the same payment. */
const faultOf = (
  { offer, trackingId }: Facts,
  attempt: Bank.Attempt,
  demand: Demand,
  last: Bank.Attempt | undefined
): string | undefined => {
  const right = rightTime(offer, demand, last)
  // When it is known that a request was lost, a new hour may have begun.
  const leeway = last?.outcome === "lost" ? Calendar.hour : 0
  if (attempt.at < right || attempt.at > right + leeway) {
    return `${trackingId} was charged at ${iso(attempt.at)} instead of ${iso(right)}`
  }
  if (attempt.amount !== demand.amount) return `${trackingId} was charged ${attempt.amount}, not ${demand.amount}`
  return undefined
}

type Ended = NonNullable<Audited["ended"]>

/** How far a subscription has been followed. */
interface Walk {
  readonly dues: Array<Due>
  readonly violations: Array<string>
  ended: Ended | undefined
  /** How many of the attempts belong to the payments so far. */
  used: number
  paidCycles: number
  /** A payment has succeeded that permits retries. */
  mayRetry: boolean
}

/** What the failures of a payment end, if they do. */
const endOf = ({ offer }: Facts, { mayRetry }: Walk, demand: Demand, failures: Due["failures"]): Ended | undefined => {
  const last = failures.at(-1)
  if (last === undefined) return undefined
  const { at } = last
  if (!mayRetry) return { reason: demand.isPresent ? "refused" : "unconverted", at }
  if (Bank.isForbidden(last.outcome)) return { reason: "forbidden", at }
  return failures.length >= offer.attempts ? { reason: "attempts", at } : undefined
}

interface Made {
  readonly failures: Array<Bank.Attempt>
  readonly paid: Bank.Attempt | undefined
}

/** The attempts that the rules allow at the next payment: those that failed, and the one that was paid. */
const attemptsAtNext = (facts: Facts, walk: Walk, demand: Demand): Made => {
  const { attempts, cancelledAt = Number.POSITIVE_INFINITY } = facts
  const failures: Array<Bank.Attempt> = []
  for (const attempt of attempts.slice(walk.used)) {
    if (attempt.at > cancelledAt || endOf(facts, walk, demand, failures) !== undefined) break
    if (Bank.isPaid(attempt.outcome)) return { failures, paid: attempt }
    failures.push(attempt)
  }
  return { failures, paid: undefined }
}

const step = (facts: Facts, walk: Walk, demand: Demand): void => {
  const { amount, at, isTrial } = demand
  const isFirst = walk.dues.length === 0
  const isOver = walk.ended !== undefined || walk.dues.at(-1)?.reason === "waiting"
  const { failures, paid } = isOver ? { failures: [], paid: undefined } : attemptsAtNext(facts, walk, demand)
  const made = paid === undefined ? failures : [...failures, paid]
  made.forEach((attempt, index) => {
    const fault = faultOf(facts, attempt, demand, made[index - 1])
    if (fault !== undefined) walk.violations.push(fault)
  })
  walk.used += made.length
  if (paid !== undefined) {
    walk.mayRetry ||= !isTrial || facts.offer.trial?.asFirstPayment === true
    walk.paidCycles += isTrial ? 0 : 1
    if (walk.paidCycles === facts.offer.cycles) walk.ended = { reason: "paid", at: paid.at }
  } else {
    walk.ended ??= endOf(facts, walk, demand, failures) ?? leftBy(facts)
  }
  const reason = paid === undefined ? ((walk.ended?.reason ?? "waiting") as Reason) : undefined
  walk.dues.push({ at, amount, isFirst, failures, paid, reason })
}

const leftBy = ({ cancelledAt }: Facts): Ended | undefined =>
  cancelledAt === undefined ? undefined : { reason: "left", at: cancelledAt }

/** Follows a subscription from payment to payment. */
export const audit = (facts: Facts): Audited => {
  const { attempts, end, joinedAt, offer, trackingId } = facts
  const walk: Walk = { dues: [], violations: [], ended: undefined, used: 0, paidCycles: 0, mayRetry: false }
  for (const demand of demandsOf(offer, joinedAt, end)) step(facts, walk, demand)
  const { dues, paidCycles, used, violations } = walk
  const ended = walk.ended ?? leftBy(facts)
  const more = attempts.length - used
  if (more > 0) violations.push(`${trackingId} was charged ${more} times more than is due`)
  const failing =
    ended === undefined ? dues.find(({ reason }) => reason === "waiting")?.failures.at(-1)?.outcome : undefined
  const isTrial = offer.trial !== undefined && paidCycles === 0
  return { trackingId, offer, joinedAt, dues, ended, paidCycles, failing, isTrial, violations }
}
