/** What a campaign came to: the facts that it gathers, its figures, and what of them is not as promised. */
import { type Findings, kinds, uidOf } from "@florin/testing/parties/Auditor"
import * as Checkouts from "@florin/testing/parties/Checkouts"
import type { Order, Posted } from "@florin/testing/parties/Merchant"
import type { Delivery } from "@florin/testing/parties/Receiver"
import * as Arr from "effect/Array"
import * as Rec from "effect/Record"
import type { Left } from "./Holdings.js"
import type { Absence } from "./Process.js"
import type { Visit } from "./Visit.js"

/** How soon after a process died a running one must have taken over what it had begun. Unit: milliseconds. */
export const retakenWithin = 10_000

/** What is known of a campaign that runs so many processes at a time. Instants are in milliseconds since 1970. */
export const facts = (processes: number, { apart = 0, isDisturbed = false, retakenBy = retakenWithin } = {}) => ({
  processes,
  /** The largest distance between two clocks. Unit: milliseconds. */
  apart,
  /** The store itself was disturbed: outcomes of commits are unknown at times, and processes that start give up. */
  isDisturbed,
  /** How soon what the dead had begun must be taken over here. Unit: milliseconds. */
  retakenBy,
  orders: [] as Order[],
  posts: [] as Posted[],
  /** How many charges of subscriptions the acquirer decided, and how many of them it declined. */
  charges: { decided: 0, declined: 0 },
  /** How many accounts of the bank have moved money, how often too late, and how much an operator decided. */
  transfers: { moved: 0, late: 0, decided: 0 },
  /** How often the form of an order was sent, by what its customer chose. */
  sent: { card: 0, savedCard: 0, transfer: 0 },
  /** Charges of which nothing arrived at a provider that cannot be asked: their uids. */
  unheard: [] as string[],
  notifications: 0,
  visits: [] as Visit[],
  /** When each process was killed, and when it first answered, by pid. */
  deaths: new Map<number, number>(),
  births: new Map<number, number>(),
  /** What processes held when they were killed or stood still: the subjects of their jobs. */
  left: [] as Left[],
  /** The log tails of processes that ended without being killed. */
  accidents: [] as string[],
  findings: [] as Findings[],
  troubles: { unavailable: 0, defects: 0 },
  /** How long after the last restart everything had an outcome. Unit: milliseconds. */
  resolvedAfter: 0,
  /** When processes were made to stand still. */
  stops: [] as Absence[],
  /** When processes had no processor, by their own account. */
  absences: [] as Absence[],
  /** When the store was back, each time that it was stopped. */
  returns: [] as number[],
  /** When the connections to it were cut. */
  cuts: [] as number[],
  /** How many stops were not where they were meant to be. */
  astray: 0,
  /** How many orders of a process that stood still had their outcome before it went on. */
  resolvedMeanwhile: 0,
  /** What was done a second time although no process was away: a line each. */
  again: [] as string[]
})

export type Facts = ReturnType<typeof facts>

const until = (visit: Visit): number => visit.until ?? Number.POSITIVE_INFINITY

const byKey = (visits: ReadonlyArray<Visit>) => Object.entries(Arr.groupBy(visits, ({ key }) => key))

/** What the dead had begun was taken over. `at`: milliseconds since 1970. `after`: milliseconds. */
export interface Retake {
  readonly key: string
  readonly at: number
  readonly after: number
}

/**
 * The time from the death of a process that was waiting for the acquirer until another process asks about the same key.
 * Counted from the start of the other process where that came later: a process judges heartbeats only by what it has
 * seen itself (D40). Likewise from when it was no longer away, from when the store was back, and from when a third process
 * was gone that had taken the work over and had not asked yet.
 */
export const retakes = (facts: Facts): ReadonlyArray<Retake> => {
  const { absences, births, deaths, left, returns, stops, visits } = facts
  const sinceWhen = (last: Visit, { at, key, pid }: Visit, death: number): number => {
    const ofOther = [...absences, ...stops].filter((_) => _.pid === pid).map(({ until }) => until)
    const ofThird = left
      .filter((_) => ![pid, last.pid].includes(_.pid) && _.subjects.includes(uidOf(key)))
      .map((_) => _.at)
    const before = [...ofOther, ...ofThird, ...returns].filter((instant) => instant <= at)
    return Math.max(births.get(pid) ?? death, death, ...before)
  }
  return byKey(visits).flatMap(([, of]) =>
    of.slice(1).flatMap((next, index) => {
      const last = of[index]!
      const death = deaths.get(last.pid)
      const isRetaken =
        !last.mayMeet && next.pid !== last.pid && death !== undefined && death >= last.at && death <= until(last)
      return isRetaken ? [{ key: next.key, at: next.at, after: next.at - sinceWhen(last, next, death) }] : []
    })
  )
}

/** For so long after it was away a process may be taken for dead. Unit: milliseconds. */
const afterwards = 10_000

/**
 * For so long after it went on a process may still send what it had begun to: it stood still between its last look at its
 * lease and the first byte, which nobody can rule out (D40). Unit: milliseconds.
 */
const stillSends = 1000

type Meeting = "taken" | "sent late"

/** The keys about which a process asked while another one, which had not been away, still waited for its answer. */
const meetings = ({ absences, deaths, stops, visits }: Facts): ReadonlyArray<readonly [key: string, what: Meeting]> => {
  const dead = [...deaths].map(([pid, from]) => ({ pid, from, until: Number.POSITIVE_INFINITY }))
  const gone = [...absences, ...stops]
  const wasAway = ({ at, pid }: Visit, now: number) =>
    [...gone, ...dead].some((_) => _.pid === pid && _.from <= now && _.until + afterwards >= at)
  const goesOn = ({ at, pid }: Visit) => gone.some((_) => _.pid === pid && _.from <= at && _.until + stillSends >= at)
  const meetingOf = (holder: Visit, other: Visit): Meeting | undefined => {
    const { at, mayMeet, pid } = other
    const isMet = !mayMeet && !holder.mayMeet && pid !== holder.pid && at > holder.at && at < until(holder)
    if (!isMet || wasAway(holder, at)) return undefined
    return goesOn(other) ? "sent late" : "taken"
  }
  return byKey(visits).flatMap(([key, of]) => {
    const met = of.flatMap((holder) => of.map((other) => meetingOf(holder, other)))
    const what = (["taken", "sent late"] as const).find((one) => met.includes(one))
    return what === undefined ? [] : [[key, what] as const]
  })
}

const keysOf = (facts: Facts, what: Meeting): ReadonlyArray<string> =>
  meetings(facts).flatMap(([key, found]) => (found === what ? [key] : []))

const taken = (facts: Facts): ReadonlyArray<string> =>
  keysOf(facts, "taken").map((key) => `${key}: taken from a process that works on it`)

/**
 * What was done again although no process died or stood still and every receiver answered: a key that a process asked
 * about while it still waited for its own answer, and a notification that was delivered twice. What rolls forward may be
 * asked for again under its key (D40), and never while it is under way.
 */
export const again = (
  visits: ReadonlyArray<Visit>,
  deliveries: ReadonlyArray<Pick<Delivery, "id">>
): ReadonlyArray<string> => [
  ...byKey(visits).flatMap(([key, of]) =>
    of.some((first, index) => of.slice(index + 1).some(({ at, pid }) => pid === first.pid && at < until(first)))
      ? [`${key}: asked for twice at once`]
      : []
  ),
  ...Object.entries(Arr.groupBy(deliveries, ({ id }) => id)).flatMap(([id, { length }]) =>
    length > 1 ? [`${id}: delivered ${length} times`] : []
  )
]

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`
const count = ({ length }: ArrayLike<unknown>): string => String(length)
const off = (figure: string, isOff: boolean): string => (isOff ? `${figure} !` : figure)
const none = (of: ArrayLike<unknown>, counts = true): string => off(count(of), counts && of.length > 0)

const seized = (facts: Facts) => [...taken(facts), ...facts.again]
const found = ({ findings }: Facts, kind: keyof Findings) => findings.flatMap((_) => _[kind])

const findingsOf = (facts: Facts): ReadonlyArray<string> => kinds.flatMap((kind) => found(facts, kind))

/** The figures of a campaign, in the order of the report; a mark stands behind what is off what was promised. */
export const of = (facts: Facts): Readonly<Record<string, string>> => {
  const { isDisturbed, orders, processes, stops, troubles } = facts
  const times = retakes(facts)
  const longest = Math.max(0, ...times.map(({ after }) => after))
  // A single process has no peer that could miss it.
  const amongPeers = {
    stops: count(stops),
    "longest stop": seconds(Math.max(0, ...stops.map(({ from, until }) => until - from))),
    "stops elsewhere": String(facts.astray),
    "without a lease": count(facts.absences),
    "resolved meanwhile": String(facts.resolvedMeanwhile),
    "clocks apart": seconds(facts.apart),
    "taken from the living": none(seized(facts), !isDisturbed),
    "sent late": count(keysOf(facts, "sent late")),
    "longest retake": off(seconds(longest), longest > facts.retakenBy)
  }
  const subscriptions = facts.posts.filter(({ path }) => path === "/subscriptions")
  const ofSubscriptions = {
    subscriptions: count(subscriptions),
    "posts about them": String(facts.posts.length - subscriptions.length),
    "posts repeated": count(facts.posts.filter(({ attempts }) => attempts > 1)),
    "charges decided": String(facts.charges.decided),
    "charges declined": String(facts.charges.declined)
  }
  const checkouts = facts.posts.filter(({ path, status }) => path === Checkouts.path && status === 201)
  const ofCheckouts = {
    checkouts: count(checkouts),
    "attempts decided": String(facts.charges.decided),
    "attempts declined": String(facts.charges.declined),
    "sent by a saved card": String(facts.sent.savedCard),
    "sent by a transfer": String(facts.sent.transfer)
  }
  const ofTransfers = {
    "posts about them": count(facts.posts),
    "moved at the bank": String(facts.transfers.moved),
    "moved too late": String(facts.transfers.late),
    "decided by an operator": String(facts.transfers.decided)
  }
  return {
    kills: String(facts.deaths.size),
    ...(processes > 1 && amongPeers),
    orders: count(orders),
    acknowledged: count(orders.filter(({ acknowledged }) => acknowledged !== undefined)),
    challenged: count(orders.filter(({ acknowledged }) => acknowledged?.status === "incomplete")),
    ...(subscriptions.length > 0 && ofSubscriptions),
    ...(facts.transfers.moved > 0 && ofTransfers),
    ...(checkouts.length > 0 && ofCheckouts),
    ...(facts.unheard.length > 0 && { "never arrived": count(facts.unheard) }),
    notifications: String(facts.notifications),
    ...Object.fromEntries(kinds.map((kind) => [kind, none(found(facts, kind))])),
    "answers 500": off(String(troubles.defects), !isDisturbed && troubles.defects > 0),
    "answers 503": String(troubles.unavailable),
    "died by themselves": none(facts.accidents, !isDisturbed),
    retaken: count(times),
    "at rest after": seconds(facts.resolvedAfter)
  }
}

const clock = (millis: number): string => new Date(millis).toISOString().slice(11, 23)

/** What happened to a process around a visit of its: when it stood still, had no processor, and died. */
const fateOf = ({ absences, deaths, stops }: Facts, { at, pid }: Visit): ReadonlyArray<string> => {
  const near = (gap: Absence) => gap.pid === pid && gap.until >= at - afterwards && gap.from <= at + afterwards
  const gapsOf = (name: string, gaps: ReadonlyArray<Absence>) =>
    gaps.filter(near).map(({ from, until }) => `${name} from ${clock(from)} to ${clock(until)}`)
  const death = deaths.get(pid)
  const died = death === undefined ? [] : [`killed at ${clock(death)}`]
  return [...gapsOf("stood still", stops), ...gapsOf("had no processor", absences), ...died]
}

/** Who asked the acquirer about what findings name, and what became of that process: a line for each time. */
const visitsBehind = (facts: Facts, findings: ReadonlyArray<string>): ReadonlyArray<string> =>
  facts.visits
    .filter(({ key }) => findings.some((line) => line.includes(uidOf(key))))
    .map((visit) => {
      const { at, key, pid, until } = visit
      const answered = until === undefined ? "without an answer" : `answered at ${clock(until)}`
      return `  ${[`${key}: asked by ${pid} at ${clock(at)}`, answered, ...fateOf(facts, visit)].join(", ")}`
    })

/** What was retaken too late, a line each, and how the store fared meanwhile. */
const lateIn = (facts: Facts): ReadonlyArray<string> =>
  retakes(facts)
    .filter(({ after }) => facts.processes > 1 && after > facts.retakenBy)
    .map(({ after, at, key }) => {
      const meanwhile = (name: string, instants: ReadonlyArray<number>) =>
        instants
          .filter((instant) => instant >= at - after - afterwards && instant <= at)
          .map((instant) => `${name} at ${clock(instant)}`)
      const store = [
        ...meanwhile("the store was back", facts.returns),
        ...meanwhile("connections were cut", facts.cuts)
      ]
      return [`${key}: retaken after ${seconds(after)}`, ...store].join(", ")
    })

/** What is wrong, a line each, and what is known of how that came. */
export const faults = (facts: Facts): ReadonlyArray<string> => [
  ...Object.entries(of(facts)).flatMap(([name, figure]) => (figure.endsWith(" !") ? [`${name}: ${figure}`] : [])),
  ...findingsOf(facts),
  ...lateIn(facts),
  ...(facts.isDisturbed ? [] : [...seized(facts), ...facts.accidents]),
  ...visitsBehind(facts, [...findingsOf(facts), ...lateIn(facts), ...(facts.isDisturbed ? [] : seized(facts))])
]

/** What of campaigns stands in the report: a row for each figure, a column for each campaign. */
export const table = (columns: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.keys(Object.assign({}, ...Object.values(columns))).map((name) => [
      name,
      Rec.map(columns, (_) => _[name] ?? "")
    ])
  )
