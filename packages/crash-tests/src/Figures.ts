/** What a campaign came to, in figures. */
import * as Arr from "effect/Array"
import type { Visit } from "./Acquirer.js"
import * as Audit from "./Audit.js"
import type { Order, Troubles } from "./Merchant.js"
import * as Standstill from "./Standstill.js"

/** What is known after a campaign. Instants are in milliseconds since 1970, durations in milliseconds. */
export interface Outcome {
  readonly kills: number
  /** How many run at a time. */
  readonly processes: number
  readonly orders: ReadonlyArray<Order>
  readonly notifications: number
  readonly visits: ReadonlyArray<Visit>
  /** When each process was killed, by pid. */
  readonly deaths: ReadonlyMap<number, number>
  /** When each process first answered, by pid. */
  readonly births: ReadonlyMap<number, number>
  /** The log tails of processes that ended without being killed. */
  readonly accidents: ReadonlyArray<string>
  readonly findings: Audit.Findings
  readonly troubles: Troubles
  /** The store itself was disturbed: outcomes of commits are unknown at times, and processes that start give up. */
  readonly isDisturbed: boolean
  /** How long after the last restart everything had an outcome. */
  readonly resolvedAfter: number
  /** Processes stood still, or their clocks are apart. Default: neither. */
  readonly estranged?: Estranged
}

/** What processes of a campaign could not know of each other. */
export interface Estranged {
  /** Which process stood still, and when. */
  readonly stops: ReadonlyArray<Standstill.Absence>
  /** How many stops were not where they were meant to be. */
  readonly astray: number
  /** How many orders of a process that stood still had their outcome before it went on. */
  readonly resolvedMeanwhile: number
  /** The largest distance between two clocks. Unit: milliseconds. */
  readonly apart: number
  /** What was done a second time although no process was away: a line each. */
  readonly again: ReadonlyArray<string>
}

/** All processes go on, and their clocks agree. */
export const close: Estranged = { stops: [], astray: 0, resolvedMeanwhile: 0, apart: 0, again: [] }

/**
 * How soon after a process died a running one must have taken over what it had begun.
 *
 * Unit: milliseconds.
 */
export const retakenWithin = 10_000

/**
 * The time from the death of a process that was waiting for the acquirer until another process asks about the same key.
 * Counted from the start of the other process where that came later: a process judges heartbeats only by what it has
 * seen itself (D40).
 */
export const retakes = (
  visits: ReadonlyArray<Visit>,
  deaths: ReadonlyMap<number, number>,
  births: ReadonlyMap<number, number>
): ReadonlyArray<number> =>
  Object.values(Arr.groupBy(visits, ({ key }) => key)).flatMap((of) =>
    of.slice(1).flatMap((next, index) => {
      const last = of[index]!
      const death = deaths.get(last.pid)
      const until = last.until ?? Number.POSITIVE_INFINITY
      const isRetaken = next.pid !== last.pid && death !== undefined && death >= last.at && death <= until
      return isRetaken ? [next.at - Math.max(death, births.get(next.pid) ?? death)] : []
    })
  )

/** The smallest value that so large a part of them does not exceed; 0 when there are none. */
export const percentile = (values: ReadonlyArray<number>, part: number): number =>
  [...values].sort((left, right) => left - right)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const estrangedIn = (outcomes: ReadonlyArray<Outcome>): Estranged => {
  const each = outcomes.map(({ estranged = close }) => estranged)
  return {
    stops: each.flatMap(({ stops }) => stops),
    astray: sum(each.map(({ astray }) => astray)),
    resolvedMeanwhile: sum(each.map(({ resolvedMeanwhile }) => resolvedMeanwhile)),
    apart: Math.max(...each.map(({ apart }) => apart)),
    again: each.flatMap(({ again }) => again)
  }
}

/** Several campaigns of one kind as one. */
export const together = (outcomes: ReadonlyArray<Outcome>): Outcome => {
  const all = <A>(of: (outcome: Outcome) => ReadonlyArray<A>) => outcomes.flatMap(of)
  const total = (of: (outcome: Outcome) => number) => sum(outcomes.map(of))
  return {
    kills: total(({ kills }) => kills),
    processes: Math.max(...outcomes.map(({ processes }) => processes)),
    orders: all(({ orders }) => orders),
    notifications: total(({ notifications }) => notifications),
    visits: all(({ visits }) => visits),
    deaths: new Map(all(({ deaths }) => [...deaths])),
    births: new Map(all(({ births }) => [...births])),
    accidents: all(({ accidents }) => accidents),
    findings: Audit.together(outcomes.map(({ findings }) => findings)),
    troubles: {
      unavailable: total(({ troubles }) => troubles.unavailable),
      defects: total(({ troubles }) => troubles.defects),
      last: outcomes.at(-1)?.troubles.last
    },
    isDisturbed: outcomes.some(({ isDisturbed }) => isDisturbed),
    resolvedAfter: Math.max(...outcomes.map(({ resolvedAfter }) => resolvedAfter)),
    ...(outcomes.some(({ estranged }) => estranged !== undefined) ? { estranged: estrangedIn(outcomes) } : {})
  }
}

/** A figure, and whether it is what was promised. */
export interface Figure {
  readonly name: string
  readonly value: number | string
  readonly isOff: boolean
}

const counted = (name: string, value: number | string): Figure => ({ name, value, isOff: false })
const none = (name: string, value: number): Figure => ({ name, value, isOff: value > 0 })
const atMost = (name: string, value: number, most: number): Figure => ({
  name,
  value: `${(value / 1000).toFixed(1)} s`,
  isOff: value > most
})

const absences = ({ deaths, estranged = close }: Outcome): ReadonlyArray<Standstill.Absence> => [
  ...estranged.stops,
  ...[...deaths].map(([pid, from]) => ({ pid, from, until: Number.POSITIVE_INFINITY }))
]

/** Work that was taken from a running process, and what was done a second time. */
const seized = (outcome: Outcome): ReadonlyArray<string> => [
  ...Standstill.taken(outcome.visits, absences(outcome)),
  ...(outcome.estranged?.again ?? [])
]

const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** Nothing where all processes went on and agreed on the time. */
const estrangement = (outcome: Outcome): ReadonlyArray<Figure> => {
  const { estranged, isDisturbed } = outcome
  if (estranged === undefined) return []
  const { apart, astray, resolvedMeanwhile, stops } = estranged
  const longest = Math.max(0, ...stops.map(({ from, until }) => until - from))
  return [
    counted("stops", stops.length),
    counted("longest stop", seconds(longest)),
    counted("stops elsewhere", astray),
    counted("resolved meanwhile", resolvedMeanwhile),
    counted("clocks apart", seconds(apart)),
    (isDisturbed ? counted : none)("taken from the living", seized(outcome).length)
  ]
}

const answered = (orders: ReadonlyArray<Order>): ReadonlyArray<number> =>
  orders.flatMap(({ answeredAt, sentAt }) => (answeredAt === undefined ? [] : [answeredAt - sentAt]))

/** The figures of a campaign, in the order of the report. */
export const of = (outcome: Outcome): ReadonlyArray<Figure> => {
  const { accidents, births, deaths, findings, kills, notifications, orders, troubles, visits } = outcome
  const noneUnlessDisturbed = outcome.isDisturbed ? counted : none
  const taken = retakes(visits, deaths, births)
  const waits = answered(orders)
  const after = (part: number) => `${percentile(waits, part)} ms`
  return [
    counted("kills", kills),
    ...estrangement(outcome),
    counted("orders", orders.length),
    counted("acknowledged", orders.filter(({ acknowledged }) => acknowledged !== undefined).length),
    counted("notifications", notifications),
    ...Object.entries(findings).map(([name, lines]) => none(name, lines.length)),
    noneUnlessDisturbed("answers 500", troubles.defects),
    counted("answers 503", troubles.unavailable),
    noneUnlessDisturbed("died by themselves", accidents.length),
    counted("retaken", taken.length),
    // A single process has no peer that could miss it: its work waits until it is started again.
    ...(outcome.processes > 1 ? [atMost("longest retake", percentile(taken, 1), retakenWithin)] : []),
    counted("answered, half", after(0.5)),
    counted("answered, 99 %", after(0.99)),
    counted("at rest after", `${(outcome.resolvedAfter / 1000).toFixed(1)} s`)
  ]
}

/** What is wrong, a line each. */
export const faults = (outcome: Outcome): ReadonlyArray<string> => [
  ...of(outcome).flatMap(({ isOff, name, value }) => (isOff ? [`${name}: ${value}`] : [])),
  ...Object.values(outcome.findings).flat(),
  ...(outcome.isDisturbed ? [] : [...(outcome.estranged === undefined ? [] : seized(outcome)), ...outcome.accidents])
]
