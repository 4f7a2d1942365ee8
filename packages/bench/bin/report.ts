/** What a case prints: one line a side, and how it compares. */
import { type Figures, median, quantile, rounds as usual } from "./measure.js"

/** What Florin and others do, so many times; Florin first. */
export interface Contest {
  readonly what: string
  readonly sides: ReadonlyArray<{ readonly name: string; readonly work: (count: number) => Promise<Figures> }>
  /** How many operations each side does before its first round, and in each round. */
  readonly warmUp: number
  readonly count: number
  /** An odd number, greater than usual where the demand is finer than what disturbs a round. */
  readonly rounds?: number
  /** The least ratio of Florin's rate to the fastest of the others that is demanded. */
  readonly rate: number
  /** The greatest ratio of their CPU for one operation that is demanded, if any is. */
  readonly cpu?: number
}

const pretty = (value: number, text: string): string => (Number.isFinite(value) ? text : "–")
const whole = (value: number): string => pretty(value, Math.round(value).toLocaleString("en"))
const fine = (value: number): string => pretty(value, value.toFixed(value < 10 ? 2 : 1))

const percentiles = (p50: number, p99: number): string =>
  `p50 ${fine(p50).padStart(7)} ms  p99 ${fine(p99).padStart(7)} ms`

/** Each figure is the median of the rounds, by itself. */
const line = (name: string, figures: ReadonlyArray<Figures>): string => {
  const of = (figure: keyof Figures) => median(figures.map((round) => round[figure]))
  const rate = `${whole(of("perSecond")).padStart(8)}/s`
  const cpu = `CPU ${whole(of("cpu")).padStart(6)} µs`
  return `  ${name.padEnd(44)}  ${rate}  ${percentiles(of("p50"), of("p99"))}  ${cpu}`
}

const notReached = "NOT reached"

const verdict = (reached: boolean): string => (reached ? "reached" : notReached)

/** Nothing that was printed says that a demand was not reached. */
export const isReached = (printed: string): boolean => !printed.includes(notReached)

/** The rounds of each side. They take turns, so that what disturbs the machine disturbs all; which one begins changes. */
const inTurns = async ({ count, rounds = usual, sides }: Contest): Promise<ReadonlyArray<ReadonlyArray<Figures>>> => {
  const measured = sides.map((): Array<Figures> => [])
  for (let round = 0; round < rounds; round++) {
    const order = [...sides.keys()]
    for (const side of round % 2 === 0 ? order : order.reverse()) {
      measured[side]!.push(await sides[side]!.work(Math.ceil(count)))
    }
  }
  return measured
}

export const contest = async (wanted: Contest): Promise<string> => {
  const { cpu, rate, sides, warmUp, what } = wanted
  for (const { work } of sides) await work(Math.ceil(warmUp))
  const measured = await inTurns(wanted)
  const [florin, ...others] = measured
  /** Of the median over the rounds, each compared with the fastest of the others in that round. */
  const ratio = (figure: "perSecond" | "cpu"): number =>
    median(
      florin!.map((own, round) => {
        const [fastest] = others.map((_) => _[round]!).sort((left, right) => right.perSecond - left.perSecond)
        return own[figure] / fastest![figure]
      })
    )
  const found = { rate: ratio("perSecond"), cpu: ratio("cpu") }
  const demanded = cpu === undefined ? "none demanded" : `demanded ≤ ${cpu} ×: ${verdict(found.cpu <= cpu)}`
  return [
    what,
    ...sides.map(({ name }, side) => line(name, measured[side]!)),
    `  rate ${found.rate.toFixed(2)} ×, demanded ≥ ${rate} ×: ${verdict(found.rate >= rate)}`,
    `  CPU  ${found.cpu.toFixed(2)} ×, ${demanded}`,
    ""
  ].join("\n")
}

/** One value beside what is demanded of it. */
export const single = (what: string, value: string, demanded: string, reached: boolean): string =>
  `${what}\n  ${value}, demanded ${demanded}: ${verdict(reached)}\n`

/** One value of which nothing is demanded. */
export const information = (what: string, value: string): string => `${what}\n  ${value}, none demanded\n`

/**
 * How long each has waited, in milliseconds; infinite where nothing came of it. Demanded is that the 99th percentile is at
 * most `most`.
 */
export const waited = (what: string, rows: Readonly<Record<string, ReadonlyArray<number>>>, most: number): string => {
  const row = ([name, waits]: readonly [string, ReadonlyArray<number>]): string => {
    const p99 = quantile(waits, 0.99)
    const figures = `${percentiles(median(waits), p99)}  of ${waits.length}`
    return `  ${name.padEnd(44)}  ${figures}, demanded ≤ ${whole(most)} ms: ${verdict(p99 <= most)}`
  }
  return [what, ...Object.entries(rows).map(row), ""].join("\n")
}

/** One list or search: how long each time took, and how many records it found on average. */
export const lookedUp = (what: string, took: ReadonlyArray<number>, found: number, reached: boolean): string => {
  const figures = `p50 ${fine(median(took)).padStart(7)} ms  p95 ${fine(quantile(took, 0.95)).padStart(7)} ms`
  return `  ${what.padEnd(64)}  ${figures}  ${fine(found).padStart(6)} found: ${verdict(reached)}`
}

/** Rounds of the same work with something beside it and without, in turns: `most` times as long at most, if that is demanded. */
export const beside = (
  what: string,
  sides: Readonly<Record<"without" | "with", { readonly name: string; readonly rounds: ReadonlyArray<Figures> }>>,
  most?: Readonly<Record<"p50" | "p99", number>>
): string => {
  const { with: after, without } = sides
  const ratio = (figure: keyof Figures) =>
    median(after.rounds.map((round, index) => round[figure] / without.rounds[index]![figure]))
  const demand = (figure: "p50" | "p99"): string => {
    const found = ratio(figure)
    const says =
      most === undefined ? "none demanded" : `demanded ≤ ${most[figure]} ×: ${verdict(found <= most[figure])}`
    return `  ${figure}  ${found.toFixed(2)} ×, ${says}`
  }
  return [
    what,
    line(without.name, without.rounds),
    line(after.name, after.rounds),
    ...[demand("p50"), demand("p99")],
    `  CPU  ${ratio("cpu").toFixed(2)} ×, none demanded`,
    ""
  ].join("\n")
}
