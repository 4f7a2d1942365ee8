/** What a case prints: one line a side, and how it compares. */
import { at, type Figures, inTurns, type Measured, median, medians } from "./measure.js"

/** What Florin and others do, so many times; Florin first. */
export interface Contest {
  readonly what: string
  readonly sides: ReadonlyArray<{ readonly name: string; readonly work: (count: number) => Promise<Figures> }>
  /** How many operations each side does before its first round, and in each round. */
  readonly warmUp: number
  readonly count: number
  /** The least ratio of Florin's rate to the fastest of the others that is demanded. */
  readonly rate: number
  /** The greatest ratio of their CPU for one operation that is demanded, if any is. */
  readonly cpu?: number
}

const whole = (value: number): string => (Number.isFinite(value) ? Math.round(value).toLocaleString("en") : "–")
const fine = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : "–")

const line = (name: string, { cpu, p50, p99, perSecond }: Figures): string =>
  [
    `  ${name.padEnd(44)}`,
    `${whole(perSecond).padStart(8)}/s`,
    `p50 ${fine(p50).padStart(7)} ms`,
    `p99 ${fine(p99).padStart(7)} ms`,
    `CPU ${whole(cpu).padStart(6)} µs`
  ].join("  ")

const notReached = "NOT reached"

const verdict = (reached: boolean): string => (reached ? "reached" : notReached)

/** Nothing that was printed says that a demand was not reached. */
export const isReached = (printed: string): boolean => !printed.includes(notReached)

/** Of the median over the rounds, each compared with the fastest of the others in that round. */
const ratios = ([florin, ...others]: ReadonlyArray<Measured>): { readonly rate: number; readonly cpu: number } => {
  const pairs = florin!.rounds.map((own, round) => {
    const fastest = others
      .map((_) => _.rounds[round]!)
      .reduce((left, right) => (left.perSecond > right.perSecond ? left : right))
    return { rate: own.perSecond / fastest.perSecond, cpu: own.cpu / fastest.cpu }
  })
  return { rate: median(pairs.map((_) => _.rate)), cpu: median(pairs.map((_) => _.cpu)) }
}

export const contest = async ({ count, cpu, rate, sides, warmUp, what }: Contest): Promise<string> => {
  for (const { work } of sides) await work(Math.ceil(warmUp))
  const measured = await inTurns(sides.map(({ name, work }) => ({ name, round: () => work(Math.ceil(count)) })))
  const found = ratios(measured)
  const demanded = cpu === undefined ? "none demanded" : `demanded ≤ ${cpu} ×: ${verdict(found.cpu <= cpu)}`
  return [
    what,
    ...measured.map(({ name, rounds }) => line(name, medians(rounds))),
    `  rate ${found.rate.toFixed(2)} ×, demanded ≥ ${rate} ×: ${verdict(found.rate >= rate)}`,
    `  CPU  ${found.cpu.toFixed(2)} ×, ${demanded}`,
    ""
  ].join("\n")
}

export interface Single {
  readonly what: string
  readonly value: string
  readonly demanded: string
  readonly reached: boolean
}

export const single = ({ demanded, reached, value, what }: Single): string =>
  `${what}\n  ${value}, demanded ${demanded}: ${verdict(reached)}\n`

/** The 99th percentile is what counts. Unit: milliseconds. */
export interface Waited {
  readonly what: string
  /** How long each has waited; infinite where nothing came of it. */
  readonly rows: Readonly<Record<string, ReadonlyArray<number>>>
  /** The greatest 99th percentile that is demanded. */
  readonly most: number
}

export const waited = ({ most, rows, what }: Waited): string => {
  const row = ([name, waits]: readonly [string, ReadonlyArray<number>]): string => {
    const sorted = [...waits].sort((left, right) => left - right)
    const p99 = at(sorted, 0.99)
    const figures = `p50 ${fine(at(sorted, 0.5)).padStart(7)} ms  p99 ${fine(p99).padStart(7)} ms  of ${sorted.length}`
    return `  ${name.padEnd(44)}  ${figures}, demanded ≤ ${whole(most)} ms: ${verdict(p99 <= most)}`
  }
  return [what, ...Object.entries(rows).map(row), ""].join("\n")
}
