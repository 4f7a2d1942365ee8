/** What a campaign came to, in figures: what was promised, the sums of several campaigns, and the report. */
import { type Findings, kinds } from "@florin/testing/parties/Auditor"
import type { Order, Troubles } from "@florin/testing/parties/Merchant"
import * as Arr from "effect/Array"
import * as Rec from "effect/Record"
import type { Visit } from "./Environment.js"

/** A process was not there. Instants are in milliseconds since 1970. */
export interface Absence {
  readonly pid: number
  readonly from: number
  readonly until: number
}

/** What is known after a campaign. Instants are in milliseconds since 1970, durations in milliseconds. */
export interface Outcome {
  readonly kills: number
  /** How many run at a time. */
  readonly processes: number
  readonly orders: ReadonlyArray<Order>
  readonly notifications: number
  readonly visits: ReadonlyArray<Visit>
  /** When each process was killed, and when it first answered, by pid. */
  readonly deaths: ReadonlyMap<number, number>
  readonly births: ReadonlyMap<number, number>
  /** The log tails of processes that ended without being killed. */
  readonly accidents: ReadonlyArray<string>
  readonly findings: Findings
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
  readonly stops: ReadonlyArray<Absence>
  /** How many stops were not where they were meant to be. */
  readonly astray: number
  /** How many orders of a process that stood still had their outcome before it went on. */
  readonly resolvedMeanwhile: number
  /** The largest distance between two clocks. */
  readonly apart: number
  /** What was done a second time although no process was away: a line each. */
  readonly again: ReadonlyArray<string>
}

/** All processes go on, and their clocks agree. */
export const close: Estranged = { stops: [], astray: 0, resolvedMeanwhile: 0, apart: 0, again: [] }

/** How soon after a process died a running one must have taken over what it had begun. Unit: milliseconds. */
export const retakenWithin = 10_000

const until = (visit: Visit): number => visit.until ?? Number.POSITIVE_INFINITY

const byKey = (visits: ReadonlyArray<Visit>) => Object.entries(Arr.groupBy(visits, ({ key }) => key))

/**
 * The time from the death of a process that was waiting for the acquirer until another process asks about the same key.
 * Counted from the start of the other process where that came later: a process judges heartbeats only by what it has
 * seen itself (D40).
 */
export const retakes = ({
  births,
  deaths,
  visits
}: Pick<Outcome, "visits" | "deaths" | "births">): ReadonlyArray<number> =>
  byKey(visits).flatMap(([, of]) =>
    of.slice(1).flatMap((next, index) => {
      const last = of[index]!
      const death = deaths.get(last.pid)
      const isRetaken = next.pid !== last.pid && death !== undefined && death >= last.at && death <= until(last)
      return isRetaken ? [next.at - Math.max(death, births.get(next.pid) ?? death)] : []
    })
  )

/** For so long after it was away a process may be taken for dead. Unit: milliseconds. */
const afterwards = 10_000

/** Keys about which a process asked while another one, which had not been away, still waited for its answer. */
export const taken = (visits: ReadonlyArray<Visit>, absences: ReadonlyArray<Absence>): ReadonlyArray<string> => {
  const wasAway = ({ at, pid }: Visit, now: number) =>
    absences.some((_) => _.pid === pid && _.from <= now && _.until + afterwards >= at)
  const isTaken = (holder: Visit, { at, pid }: Visit) =>
    pid !== holder.pid && at > holder.at && at < until(holder) && !wasAway(holder, at)
  return byKey(visits).flatMap(([key, of]) =>
    of.some((holder) => of.some((other) => isTaken(holder, other)))
      ? [`${key}: taken from a process that works on it`]
      : []
  )
}

/** Keys that a process asked about while it still waited for its own answer. */
export const askedAtOnce = (visits: ReadonlyArray<Visit>): ReadonlyArray<string> =>
  byKey(visits).flatMap(([key, of]) =>
    of.some((first, index) => of.slice(index + 1).some(({ at, pid }) => pid === first.pid && at < until(first)))
      ? [`${key}: asked for twice at once`]
      : []
  )

/** The smallest value that so large a part of them does not exceed; 0 when there are none. */
export const percentile = (values: ReadonlyArray<number>, part: number): number =>
  [...values].sort((left, right) => left - right)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0

/** Several campaigns of one kind as one. */
export const together = (outcomes: ReadonlyArray<Outcome>): Outcome => {
  const all = <A>(of: (outcome: Outcome) => Iterable<A>): Array<A> => outcomes.flatMap((outcome) => [...of(outcome)])
  const total = (of: (outcome: Outcome) => number) => outcomes.reduce((sum, outcome) => sum + of(outcome), 0)
  const most = (of: (outcome: Outcome) => number) => Math.max(...outcomes.map(of))
  const estranged = (outcome: Outcome) => outcome.estranged ?? close
  return {
    kills: total(({ kills }) => kills),
    processes: most(({ processes }) => processes),
    orders: all(({ orders }) => orders),
    notifications: total(({ notifications }) => notifications),
    visits: all(({ visits }) => visits),
    deaths: new Map(all(({ deaths }) => deaths)),
    births: new Map(all(({ births }) => births)),
    accidents: all(({ accidents }) => accidents),
    findings: Rec.map(outcomes[0]!.findings, (_, kind) => all(({ findings }) => findings[kind])),
    troubles: {
      unavailable: total(({ troubles }) => troubles.unavailable),
      defects: total(({ troubles }) => troubles.defects),
      last: outcomes.at(-1)?.troubles.last
    },
    isDisturbed: outcomes.some(({ isDisturbed }) => isDisturbed),
    resolvedAfter: most(({ resolvedAfter }) => resolvedAfter),
    ...(outcomes.every((outcome) => outcome.estranged === undefined)
      ? {}
      : {
          estranged: {
            stops: all((outcome) => estranged(outcome).stops),
            astray: total((outcome) => estranged(outcome).astray),
            resolvedMeanwhile: total((outcome) => estranged(outcome).resolvedMeanwhile),
            apart: most((outcome) => estranged(outcome).apart),
            again: all((outcome) => estranged(outcome).again)
          }
        })
  }
}

/** A figure, and whether it is off what was promised. */
export interface Figure {
  readonly name: string
  readonly value: number | string
  readonly isOff: boolean
}

const counted = (name: string, value: number | string): Figure => ({ name, value, isOff: false })
const none = (name: string, value: number): Figure => ({ name, value, isOff: value > 0 })
const seconds = (millis: number): string => `${(millis / 1000).toFixed(1)} s`

/** Work that was taken from a running process, and what was done a second time. */
const seized = ({ deaths, estranged = close, visits }: Outcome): ReadonlyArray<string> => {
  const dead = [...deaths].map(([pid, from]) => ({ pid, from, until: Number.POSITIVE_INFINITY }))
  return [...taken(visits, [...estranged.stops, ...dead]), ...estranged.again]
}

/** Nothing where all processes went on and agreed on the time. */
const estrangement = (outcome: Outcome): ReadonlyArray<Figure> => {
  const { estranged, isDisturbed } = outcome
  if (estranged === undefined) return []
  const { apart, astray, resolvedMeanwhile, stops } = estranged
  return [
    counted("stops", stops.length),
    counted("longest stop", seconds(Math.max(0, ...stops.map(({ from, until }) => until - from)))),
    counted("stops elsewhere", astray),
    counted("resolved meanwhile", resolvedMeanwhile),
    counted("clocks apart", seconds(apart)),
    (isDisturbed ? counted : none)("taken from the living", seized(outcome).length)
  ]
}

/** The figures of a campaign, in the order of the report. */
export const of = (outcome: Outcome): ReadonlyArray<Figure> => {
  const { accidents, findings, kills, notifications, orders, troubles } = outcome
  const noneUnlessDisturbed = outcome.isDisturbed ? counted : none
  const times = retakes(outcome)
  const longest = percentile(times, 1)
  const waits = orders.flatMap(({ answeredAt, sentAt }) => (answeredAt === undefined ? [] : [answeredAt - sentAt]))
  return [
    counted("kills", kills),
    ...estrangement(outcome),
    counted("orders", orders.length),
    counted("acknowledged", orders.filter(({ acknowledged }) => acknowledged !== undefined).length),
    counted("notifications", notifications),
    ...kinds.map((kind) => none(kind, findings[kind].length)),
    noneUnlessDisturbed("answers 500", troubles.defects),
    counted("answers 503", troubles.unavailable),
    noneUnlessDisturbed("died by themselves", accidents.length),
    counted("retaken", times.length),
    // A single process has no peer that could miss it: its work waits until it is started again.
    ...(outcome.processes > 1
      ? [{ name: "longest retake", value: seconds(longest), isOff: longest > retakenWithin }]
      : []),
    counted("answered, half", `${percentile(waits, 0.5)} ms`),
    counted("answered, 99 %", `${percentile(waits, 0.99)} ms`),
    counted("at rest after", seconds(outcome.resolvedAfter))
  ]
}

/** What is wrong, a line each. */
export const faults = (outcome: Outcome): ReadonlyArray<string> => [
  ...of(outcome).flatMap(({ isOff, name, value }) => (isOff ? [`${name}: ${value}`] : [])),
  ...Object.values(outcome.findings).flat(),
  ...(outcome.isDisturbed ? [] : [...(outcome.estranged === undefined ? [] : seized(outcome)), ...outcome.accidents])
]

/** A part that has run: its name, its figures, and what is wrong, a line each. */
export interface Column {
  readonly name: string
  readonly figures: ReadonlyArray<Figure>
  readonly faults: ReadonlyArray<string>
}

const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join("  ")
  )
}

/** How many lines of what is wrong are shown of each part. */
const shown = 20

/** Figures side by side, and below them whatever is wrong. */
export const render = (columns: ReadonlyArray<Column>): string => {
  const names = [...new Set(columns.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  const cell = (figure: Figure | undefined) =>
    figure === undefined ? "" : `${figure.value}${figure.isOff ? " !" : ""}`
  const row = (name: string) => [name, ...columns.map(({ figures }) => cell(figures.find((_) => _.name === name)))]
  const complaints = columns.flatMap(({ faults, name }) => [
    ...faults.slice(0, shown).map((fault) => `${name}: ${fault}`),
    ...(faults.length > shown ? [`${name}: and ${faults.length - shown} more`] : [])
  ])
  const table = aligned([["", ...columns.map(({ name }) => name)], ...names.map(row)])
  return [...table, "", ...complaints].join("\n").trimEnd()
}

export const isGood = (columns: ReadonlyArray<Column>): boolean => columns.every(({ faults }) => faults.length === 0)
