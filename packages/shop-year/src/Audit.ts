/**
 * What should have been paid and what was, one subscription after the other. It knows the plan, what happened at the bank
 * and when the customer left; it does not ask the gateway, and computes every date itself.
 *
 * Source: D24, D25.
 */
import * as Bank from "./Bank.js"
import * as Calendar from "./Calendar.js"
import type { Offer } from "./Offers.js"
import * as Terms from "./Terms.js"

/** What is known about a subscription without the gateway. */
export interface Facts {
  readonly trackingId: string
  readonly offer: Offer
  readonly joinedAt: number
  /** Undefined: the customer has not left. */
  readonly cancelledAt: number | undefined
  /** The customer has left with the end of the period that is paid. Default: at once. */
  readonly leavesAtEnd?: boolean
  /** How many seats it began with. Default: it is not by the seat. */
  readonly seats?: number
  /** More seats, as they were ordered, in their order. Default: none. */
  readonly changes?: ReadonlyArray<Terms.SeatChange>
  /** What was used. Default: nothing. */
  readonly uses?: ReadonlyArray<Terms.Used>
  /** Its first payments are by the coupon. Default: `false`. */
  readonly hasCoupon?: boolean
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
 * - `kept`: the charge of more seats failed, and everything stayed as it was
 */
export const reasons = ["refused", "unconverted", "left", "attempts", "forbidden", "waiting", "kept"] as const

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
  readonly ended: { readonly reason: Exclude<Reason, "waiting" | "kept"> | "paid"; readonly at: number } | undefined
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
  /** How many cycles have fallen due. */
  cycles: number
  seats: number
  /** Of the present period. */
  period: { readonly from: number; readonly paid: Terms.Paid }
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

/** What was used in the cycle that ends. */
const usedBy = ({ offer, uses = [] }: Facts, walk: Walk, at: number): number =>
  walk.cycles === 0 || offer.seats === undefined ? 0 : Terms.usedIn(uses, walk.period.from, at) * offer.seats.useAmount

const lessCoupon = ({ hasCoupon }: Facts, { cycles }: Walk, full: number): number =>
  hasCoupon === true && cycles < Terms.coupon.cycles ? Terms.discounted(full) : full

/**
 * What a payment comes to: seats as they are by then, what was used in the cycle that ends, less the coupon. Where the
 * customer has left with that cycle, its usage is a payment of its own.
 */
const amountOf = (facts: Facts, walk: Walk, { amount, at, isTrial }: Demand): number => {
  if (isTrial) return amount
  const used = facts.leavesAtEnd === true && walk.ended !== undefined ? 0 : usedBy(facts, walk, at)
  return lessCoupon(facts, walk, facts.offer.seats === undefined ? amount : amount * walk.seats + used)
}

const isWaiting = ({ dues }: Walk): boolean => dues.some(({ reason }) => reason === "waiting")

/** The attempts at a payment, judged. */
const judged = (facts: Facts, walk: Walk, demand: Demand): Made => {
  const { failures, paid } = attemptsAtNext(facts, walk, demand)
  const made = paid === undefined ? failures : [...failures, paid]
  made.forEach((attempt, index) => {
    const fault = faultOf(facts, attempt, demand, made[index - 1])
    if (fault !== undefined) walk.violations.push(fault)
  })
  walk.used += made.length
  return { failures, paid }
}

/** The customer leaves with the period that ends: what was used in it is paid, and retried like any payment. */
const leaveAt = (facts: Facts, walk: Walk, at: number): void => {
  const amount = lessCoupon(facts, walk, usedBy(facts, walk, at))
  if (amount === 0) {
    walk.ended = { reason: "left", at }
    return
  }
  const demand = { at, amount, isTrial: false, isPresent: false }
  const { failures, paid } = judged({ ...facts, cancelledAt: undefined }, walk, demand)
  walk.ended = paid === undefined ? endOf(facts, walk, demand, failures) : { reason: "left", at: paid.at }
  const reason = paid === undefined ? ((walk.ended?.reason ?? "waiting") as Reason) : undefined
  walk.dues.push({ at, amount, isFirst: false, failures, paid, reason })
}

/** Whether this payment would begin the first period after the one with which the customer has left. */
const isAfterLast = ({ cancelledAt, leavesAtEnd }: Facts, walk: Walk, { at }: Demand): boolean =>
  leavesAtEnd === true && walk.ended === undefined && !isWaiting(walk) && cancelledAt !== undefined && at > cancelledAt

const step = (facts: Facts, walk: Walk, known: Demand): void => {
  if (isAfterLast(facts, walk, known)) leaveAt(facts, walk, known.at)
  const demand = { ...known, amount: amountOf(facts, walk, known) }
  const { amount, at, isTrial } = demand
  const isFirst = walk.dues.length === 0
  const wasWaiting = isWaiting(walk)
  const isOver = walk.ended !== undefined || wasWaiting
  const { failures, paid } = isOver ? { failures: [], paid: undefined } : judged(facts, walk, demand)
  if (paid !== undefined) {
    walk.mayRetry ||= !isTrial || facts.offer.trial?.asFirstPayment === true
    walk.paidCycles += isTrial ? 0 : 1
    if (walk.paidCycles === facts.offer.cycles) walk.ended = { reason: "paid", at: paid.at }
  } else if (!wasWaiting) {
    walk.ended ??= endOf(facts, walk, demand, failures) ?? leftBy(facts, failures.length === 0 ? at : undefined)
  }
  if (!isTrial) {
    walk.cycles += 1
    walk.period = { from: at, paid: { from: at, amount: known.amount * walk.seats } }
  }
  const reason = paid === undefined ? ((walk.ended?.reason ?? "waiting") as Reason) : undefined
  walk.dues.push({ at, amount, isFirst, failures, paid, reason })
}

/** `due`: when the first payment is due that was not asked for; undefined: one has failed. */
const leftBy = ({ cancelledAt, leavesAtEnd }: Facts, due?: number): Ended | undefined => {
  if (cancelledAt === undefined) return undefined
  const isLater = leavesAtEnd === true && due !== undefined && due > cancelledAt
  return { reason: "left", at: isLater ? due : cancelledAt }
}

/** More seats within a period: the difference is charged at once, and they are there if it is paid. */
const change = (
  { attempts, joinedAt, offer, trackingId }: Facts,
  walk: Walk,
  { at, seats }: Terms.SeatChange
): void => {
  const period = { from: walk.period.from, to: Calendar.after(joinedAt, offer.interval, walk.cycles) }
  const { difference, paid } = Terms.changeOf(seats * offer.amount, at, walk.period.paid, period)
  const made = attempts.filter((attempt) => attempt.at === at)
  const [attempt] = made
  if (made.length !== (difference === 0 ? 0 : 1)) {
    walk.violations.push(`${trackingId} was charged ${made.length} times for more seats at ${iso(at)}`)
  }
  if (attempt !== undefined && attempt.amount !== difference) {
    walk.violations.push(`${trackingId} was charged ${attempt.amount} for more seats, not ${difference}`)
  }
  const isPaid = attempt === undefined ? difference === 0 : Bank.isPaid(attempt.outcome)
  if (attempt !== undefined) {
    const outcome = isPaid
      ? { failures: [], paid: attempt, reason: undefined }
      : { failures: [attempt], paid: undefined, reason: "kept" as const }
    walk.dues.push({ at, amount: difference, isFirst: false, ...outcome })
  }
  if (isPaid) Object.assign(walk, { seats, period: { ...walk.period, paid } })
}

/** Follows a subscription from payment to payment. */
export const audit = (facts: Facts): Audited => {
  const { changes = [], end, joinedAt, leavesAtEnd, offer, seats = 1, trackingId } = facts
  const isOfChange = (at: number) => changes.some((one) => one.at === at)
  const attempts = facts.attempts.filter(({ at }) => !isOfChange(at))
  const walk: Walk = {
    dues: [],
    violations: [],
    ended: undefined,
    used: 0,
    paidCycles: 0,
    mayRetry: false,
    cycles: 0,
    seats,
    period: { from: joinedAt, paid: { from: joinedAt, amount: 0 } }
  }
  let changed = 0
  const changeUntil = (at: number) => {
    for (; changed < changes.length && changes[changed]!.at < at; changed++) change(facts, walk, changes[changed]!)
  }
  for (const demand of demandsOf(offer, joinedAt, end)) {
    changeUntil(demand.at)
    step({ ...facts, attempts }, walk, demand)
  }
  changeUntil(Number.POSITIVE_INFINITY)
  const { dues, paidCycles, used, violations } = walk
  // With a period that is not over it has not ended yet.
  const ended = walk.ended ?? (leavesAtEnd === true ? undefined : leftBy(facts))
  const more = attempts.length - used
  if (more > 0) violations.push(`${trackingId} was charged ${more} times more than is due`)
  const failing =
    ended === undefined ? dues.find(({ reason }) => reason === "waiting")?.failures.at(-1)?.outcome : undefined
  const isTrial = offer.trial !== undefined && paidCycles === 0
  return { trackingId, offer, joinedAt, dues, ended, paidCycles, failing, isTrial, violations }
}
