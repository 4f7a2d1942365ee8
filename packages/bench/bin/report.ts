/** What a case prints: one line a side, and how it compares. */
import type { Figures } from "./measure.js"

export interface Compared {
  readonly what: string
  readonly florin: Figures
  readonly others: ReadonlyArray<readonly [name: string, figures: Figures]>
  /** The least ratio of Florin's speed to the best of the others that is wanted. */
  readonly wanted: number
}

const whole = (value: number): string => (Number.isFinite(value) ? Math.round(value).toLocaleString("en") : "–")
const fine = (value: number): string => (Number.isFinite(value) ? value.toFixed(value < 10 ? 2 : 1) : "–")

const line = (name: string, { cpu, p50, p99, perSecond }: Figures): string =>
  [
    `  ${name.padEnd(38)}`,
    `${whole(perSecond).padStart(8)}/s`,
    `p50 ${fine(p50).padStart(7)} ms`,
    `p99 ${fine(p99).padStart(7)} ms`,
    `CPU ${whole(cpu).padStart(6)} µs`
  ].join("  ")

/** Florin's speed as a multiple of the best of the others. */
export const ratio = ({ florin, others }: Compared): number =>
  florin.perSecond / Math.max(...others.map(([, figures]) => figures.perSecond))

const verdict = (reached: boolean): string => (reached ? "reached" : "NOT reached")

export const compared = (result: Compared): string => {
  const times = ratio(result)
  return [
    result.what,
    line("Florin", result.florin),
    ...result.others.map(([name, figures]) => line(name, figures)),
    `  ratio ${times.toFixed(2)} ×, wanted ≥ ${result.wanted} ×: ${verdict(times >= result.wanted)}`,
    ""
  ].join("\n")
}

export interface Single {
  readonly what: string
  readonly value: string
  readonly wanted: string
  readonly reached: boolean
}

export const single = ({ reached, value, wanted, what }: Single): string =>
  `${what}\n  ${value}, wanted ${wanted}: ${verdict(reached)}\n`
