/**
 * How often customers may try cards: a rule against those who find out by our pages which stolen numbers are good. Pure.
 * Source: D42, D47.
 */

/** How many tries may fail in an hour beyond those that succeed. */
export type TriesPerHour = number

/**
 * The tries of one party. Instants are of a monotonic clock.
 *
 * - `balance`: those that failed less those that succeeded; it goes back to 0 by the limit of an hour in an hour. Below 0
 *   it is no lower than twice the limit: whoever sells much through one address has credit there
 * - `underWay`: those whose outcome is not known yet, which may fail: at the acquirer, or with the customer at the bank
 * - `atBank`: those of them, on a page, that count as a part only (`isLikelyPaid`)
 * - `at`: when the balance was that. Unit: milliseconds
 */
export interface TryCounts {
  readonly balance: number
  readonly underWay: number
  readonly atBank: number
  readonly at: number
}

/** What became of a try. `neither`: nothing was sent. */
export type TryOutcome = "succeeded" | "failed" | "neither"

export const noTries = (now: number): TryCounts => ({ balance: 0, underWay: 0, atBank: 0, at: now })

const hour = 3_600_000

/** The same, later. */
export const decayedTries = (tries: TryCounts, limit: TriesPerHour, now: number): TryCounts => {
  const change = (limit * Math.max(0, now - tries.at)) / hour
  const balance = Math.sign(tries.balance) * Math.max(0, Math.abs(tries.balance) - change)
  return { ...tries, balance, at: now }
}

export const begun = (tries: TryCounts): TryCounts => ({ ...tries, underWay: tries.underWay + 1 })

/** One that is under way is at the bank now, and counts as a part. */
export const leftForBank = (tries: TryCounts): TryCounts => ({ ...tries, atBank: tries.atBank + 1 })

/** So many of one address, on a page, are taken for customers who pay: more are tries of one hand, until they have paid. */
const likelyPerAddress = 2

/** Whether a try whose customer has left for the bank counts as a part on the page. `own`: those of its address, with it. */
export const isLikelyPaid = (own: TryCounts): boolean => own.underWay <= likelyPerAddress

export const ended = (tries: TryCounts, outcome: TryOutcome, limit: TriesPerHour, wasAtBank = false): TryCounts => {
  const change = { succeeded: -1, failed: 1, neither: 0 }[outcome]
  return {
    ...tries,
    underWay: Math.max(0, tries.underWay - 1),
    atBank: Math.max(0, tries.atBank - (wasAtBank ? 1 : 0)),
    balance: Math.max(-2 * limit, tries.balance + change)
  }
}

/** What is learned of a try when it was begun so long ago. Unit of `age`: milliseconds. A failure of then is forgotten by now. */
export const outcomeThatCounts = (outcome: TryOutcome, age: number): TryOutcome =>
  outcome === "failed" && age >= hour ? "neither" : outcome

/** Nothing of it counts any more. */
export const isForgotten = ({ balance, underWay }: TryCounts): boolean => underWay === 0 && balance === 0

/** Of four customers who leave for their bank one does not pay. */
const failingAtBank = 1 / 4

/**
 * All that may fail has failed, and of those at the bank the usual part. One more is let in where the limit has room for a
 * whole one.
 */
const counted = ({ atBank, balance, underWay }: TryCounts): number => balance + underWay - (1 - failingAtBank) * atBank

/** Whether a try may begin: at once, after a wait, or not before another wait. Unit: milliseconds. */
export type TryVerdict =
  | { readonly _tag: "Free" }
  | { readonly _tag: "Slowed"; readonly wait: number }
  | { readonly _tag: "Refused"; readonly wait: number }

const free: TryVerdict = { _tag: "Free" }

/** Until one more may fail, if nothing that is under way does. Unit: milliseconds; a second at least. */
const refused = (tries: TryCounts, limit: TriesPerHour): TryVerdict => ({
  _tag: "Refused",
  wait: Math.max(1000, Math.ceil(((tries.balance - limit + 1) * hour) / limit))
})

/** How much longer each next one waits. Unit: milliseconds. */
const step = 1000

/** The longest wait for one's turn, counted from the one before. Unit: milliseconds. */
export const longestStep = 10_000

/**
 * At an address of the network, which many customers may share: from the half of the limit on each try waits, longer and
 * longer, and at the limit it is refused.
 */
export const atAddress = (tries: TryCounts, limit: TriesPerHour): TryVerdict => {
  const beyond = counted(tries) - limit / 2
  if (beyond < 0) return free
  if (counted(tries) > limit - 1) return refused(tries, limit)
  return { _tag: "Slowed", wait: Math.min(longestStep, step * (Math.floor(beyond) + 1)) }
}

/**
 * On a page, whose limit all addresses share: one may begin a try while it has fewer failed ones than the page has left. So
 * an address alone gets half of them, and one that has none gets one as long as any is left. Source: D42.
 */
export const onPage = (page: TryCounts, own: TryCounts, limit: TriesPerHour): TryVerdict =>
  Math.max(0, counted(own)) <= limit - counted(page) - 1 ? free : refused(page, limit)

/** The same, if all who are at the bank fail: what became of them has to be found out where this is not `Free`. */
export const onPageAtMost = (page: TryCounts, own: TryCounts, limit: TriesPerHour): TryVerdict =>
  onPage({ ...page, atBank: 0 }, own, limit)
