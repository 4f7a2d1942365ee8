/** The figures of a run: what the report shows, and what must agree for it to be believed. */
import * as Audit from "./Audit.js"
import * as Bank from "./Bank.js"
import * as Calendar from "./Calendar.js"
import { currency, offers } from "./Offers.js"
import type { Served, States, Year } from "./Year.js"

/** Payments: how many, and their sum in minor units. */
export interface Sum {
  readonly payments: number
  readonly amount: number
}

export interface Month {
  /** `2027-01` */
  readonly month: string
  /** What the bank moved, by what the payment was. `recovered`: an earlier attempt at it had failed. */
  readonly received: { readonly first: Sum; readonly renewed: Sum; readonly recovered: Sum; readonly total: Sum }
  /** What fell due by the plans of all who ever subscribed. */
  readonly expected: Sum
  readonly attempts: number
  readonly failedAttempts: number
  /** Attempts at payments that had failed before. */
  readonly retries: number
  readonly joined: number
  /** Subscriptions that ended, by reason. `paid`: all their cycles are paid, which is no loss. */
  readonly ended: Readonly<Record<NonNullable<Audit.Audited["ended"]>["reason"], number>>
  /** Of those who were subscribed when the month began, the share that left or was lost in it. Null: there were none. */
  readonly churn: number | null
  /** At the end of the month, as the gateway says. */
  readonly states: States
}

/** What became of payments whose first attempt failed with this outcome. */
export interface Trouble {
  readonly outcome: Bank.Outcome
  readonly payments: number
  readonly recovered: number
  readonly waiting: number
  readonly lost: number
}

export interface PlanFigures {
  readonly title: string
  readonly price: number
  readonly interval: string
  readonly subscriptions: number
  readonly goingOn: number
  readonly expected: Sum
  readonly received: Sum
}

export interface Figures {
  readonly subscriptions: number
  readonly months: number
  readonly seed: number
  readonly currency: string
  readonly from: string
  readonly to: string
  readonly expected: Sum
  readonly received: Sum
  /** What lies between the two: with each reason, what was due and is not paid. */
  readonly unpaid: Readonly<Record<Audit.Reason, Sum>>
  readonly recovered: Sum
  /** Recovered payments by the number of the attempt that succeeded: the second, the third, and so on. */
  readonly recoveredAt: ReadonlyArray<{ readonly attempt: number; readonly payments: number }>
  readonly troubles: ReadonlyArray<Trouble>
  readonly retries: number
  /** Charges whose answer was lost, and that the gateway found out by asking. */
  readonly foundOut: number
  readonly states: States
  readonly byMonth: ReadonlyArray<Month>
  readonly byPlan: ReadonlyArray<PlanFigures>
  /** What contradicts the plans' rules or does not add up: empty, or there is a mistake. */
  readonly violations: ReadonlyArray<string>
}

const sumOf = (amounts: ReadonlyArray<{ readonly amount: number }>): Sum => ({
  payments: amounts.length,
  amount: amounts.reduce((sum, { amount }) => sum + amount, 0)
})

const grouped = <A, K>(all: Iterable<A>, keyOf: (one: A) => K): ReadonlyMap<K, ReadonlyArray<A>> => {
  const groups = new Map<K, Array<A>>()
  for (const one of all) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

/** The state that the gateway must have come to. Source: D23. */
const stateOf = ({ ended, failing, isTrial }: Audit.Audited): keyof States => {
  switch (ended?.reason) {
    case "paid":
      return "expired"
    case "refused":
    case "unconverted":
      return "failed"
    case "left":
    case "attempts":
    case "forbidden":
      return "canceled"
    case undefined:
      if (failing !== undefined) return Bank.isTechnical(failing) ? "error" : "failed_attempt"
      return isTrial ? "trial" : "active"
  }
}

/** Where the gateway's own account of a subscription differs from what the bank's books say. */
const differences = (audited: Audit.Audited, { subscription }: Served): ReadonlyArray<string> => {
  const compare = (what: string, gateway: unknown, books: unknown) =>
    gateway === books ? [] : [`${audited.trackingId}: ${what} is ${gateway} at the gateway and ${books} by the books`]
  // A charge whose outcome is still asked for is not in the gateway's account yet.
  if (subscription.charging !== null) return []
  return [
    ...compare("state", subscription.state, stateOf(audited)),
    ...compare("paid cycles", subscription.paidCycles, audited.paidCycles)
  ]
}

const endReasons = ["refused", "unconverted", "left", "attempts", "forbidden", "paid"] as const

type PaidDue = Audit.Due & { readonly paid: Bank.Attempt }

const isPaidDue = (due: Audit.Due): due is PaidDue => due.paid !== undefined

interface Books {
  readonly audits: ReadonlyArray<Audit.Audited>
  readonly dues: ReadonlyArray<Audit.Due>
  readonly paid: ReadonlyArray<PaidDue>
}

const monthsOf = (year: Year, { audits, dues, paid }: Books): ReadonlyArray<Month> => {
  const duesIn = grouped(dues, ({ at }) => Calendar.monthOf(at))
  const paidIn = grouped(paid, (due) => Calendar.monthOf(due.paid.at))
  const attemptsIn = grouped(year.attempts, ({ at }) => Calendar.monthOf(at))
  const failuresIn = grouped(
    dues.flatMap(({ failures }) => failures),
    ({ at }) => Calendar.monthOf(at)
  )
  const retriesIn = grouped(
    dues.flatMap(({ failures, paid }) => (paid === undefined ? failures : [...failures, paid]).slice(1)),
    ({ at }) => Calendar.monthOf(at)
  )
  return year.states.map((states, month) => {
    const start = Calendar.monthStart(month)
    const received = paidIn.get(month) ?? []
    const recovered = received.filter(({ failures }) => failures.length > 0)
    const straight = received.filter(({ failures }) => failures.length === 0)
    const endedNow = audits.filter(({ ended }) => ended !== undefined && Calendar.monthOf(ended.at) === month)
    const before = audits.filter(
      ({ ended, joinedAt }) => joinedAt < start && (ended === undefined || ended.at >= start)
    )
    const gone = before.filter(
      ({ ended }) => ended !== undefined && ended.reason !== "paid" && Calendar.monthOf(ended.at) === month
    )
    return {
      month: Calendar.monthName(month),
      received: {
        first: sumOf(straight.filter(({ isFirst }) => isFirst)),
        renewed: sumOf(straight.filter(({ isFirst }) => !isFirst)),
        recovered: sumOf(recovered),
        total: sumOf(received)
      },
      expected: sumOf(duesIn.get(month) ?? []),
      attempts: attemptsIn.get(month)?.length ?? 0,
      failedAttempts: failuresIn.get(month)?.length ?? 0,
      retries: retriesIn.get(month)?.length ?? 0,
      joined: audits.filter(({ joinedAt }) => Calendar.monthOf(joinedAt) === month).length,
      ended: Object.fromEntries(
        endReasons.map((reason) => [reason, endedNow.filter(({ ended }) => ended?.reason === reason).length])
      ) as Month["ended"],
      churn: before.length === 0 ? null : gone.length / before.length,
      states
    }
  })
}

const troublesOf = (dues: ReadonlyArray<Audit.Due>): ReadonlyArray<Trouble> =>
  Array.from(
    grouped(
      dues.filter(({ failures }) => failures.length > 0),
      ({ failures }) => failures[0]!.outcome
    ),
    ([outcome, all]) => {
      const recovered = all.filter(isPaidDue).length
      const waiting = all.filter(({ reason }) => reason === "waiting").length
      return { outcome, payments: all.length, recovered, waiting, lost: all.length - recovered - waiting }
    }
  ).sort((a, b) => b.payments - a.payments || (a.outcome < b.outcome ? -1 : 1))

const recoveredAt = (paid: ReadonlyArray<PaidDue>): Figures["recoveredAt"] =>
  Array.from(
    grouped(
      paid.filter(({ failures }) => failures.length > 0),
      ({ failures }) => failures.length + 1
    ),
    ([attempt, all]) => ({ attempt, payments: all.length })
  ).sort((a, b) => a.attempt - b.attempt)

const plansOf = (audits: ReadonlyArray<Audit.Audited>): ReadonlyArray<PlanFigures> =>
  offers.map((offer) => {
    const own = audits.filter((one) => one.offer === offer)
    const dues = own.flatMap((one) => one.dues)
    const { length, unit } = offer.interval
    return {
      title: offer.title,
      price: offer.amount,
      interval: length === 1 ? unit : `${length} ${unit}s`,
      subscriptions: own.length,
      goingOn: own.filter(({ ended }) => ended === undefined).length,
      expected: sumOf(dues),
      received: sumOf(dues.filter(isPaidDue))
    }
  })

/** What is paid by the audit must be what the bank's books hold, key by key. */
const unbooked = ({ movements }: Year, paid: ReadonlyArray<PaidDue>): ReadonlyArray<string> => {
  const explained = new Map(paid.map((due) => [due.paid.key, due.amount]))
  const strange = movements.filter(({ amount, key }) => explained.get(key) !== amount)
  return [
    ...strange.map(({ key, trackingId }) => `${trackingId}: the bank has moved money under ${key} that was not due`),
    ...(explained.size === movements.length ? [] : ["The bank's books do not have every payment"])
  ]
}

const audited = ({ attempts, end, served }: Year): ReadonlyArray<Audit.Audited> => {
  const attemptsOf = grouped(attempts, ({ trackingId }) => trackingId)
  return served.map(({ cancelledAt, changes, customer, leavesAtEnd, uses }) => {
    const { hasCoupon, joinsAt, offer, seats, trackingId } = customer
    const attempts = attemptsOf.get(trackingId) ?? []
    const bySeat = offer.seats === undefined ? {} : { seats, changes, uses }
    return Audit.audit({
      trackingId,
      offer,
      joinedAt: joinsAt,
      cancelledAt,
      leavesAtEnd,
      hasCoupon,
      attempts,
      end,
      ...bySeat
    })
  })
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** All figures of a run. */
export const of = (year: Year): Figures => {
  const audits = audited(year)
  const dues = audits.flatMap((one) => one.dues)
  const paid = dues.filter(isPaidDue)
  const recovered = paid.filter(({ failures }) => failures.length > 0)
  const byMonth = monthsOf(year, { audits, dues, paid })
  const { months, seed, subscriptions } = year.options
  return {
    subscriptions,
    months,
    seed,
    currency,
    from: day(Calendar.opening),
    to: day(year.end),
    expected: sumOf(dues),
    received: sumOf(year.movements),
    unpaid: Object.fromEntries(
      Audit.reasons.map((reason) => [reason, sumOf(dues.filter((due) => due.reason === reason))])
    ) as Figures["unpaid"],
    recovered: sumOf(recovered),
    recoveredAt: recoveredAt(paid),
    troubles: troublesOf(dues),
    retries: byMonth.reduce((sum, { retries }) => sum + retries, 0),
    foundOut: paid.filter((due) => due.paid.outcome === "unanswered").length,
    states: year.states.at(-1) ?? {},
    byMonth,
    byPlan: plansOf(audits),
    violations: [
      ...audits.flatMap(({ violations }) => violations),
      ...audits.flatMap((one, index) => differences(one, year.served[index]!)),
      ...unbooked(year, paid)
    ]
  }
}
