/** Driving a function at a fixed number in flight, and what came of it. */

export interface Figures {
  /** Operations a second, by the wall clock. */
  readonly perSecond: number
  /** Milliseconds from start to end of one operation; not a number where only the whole is timed. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of a process's own CPU for one operation, all its threads together. */
  readonly cpu: number
}

/** The CPU that a process has had so far. */
export type CpuUsage = () => NodeJS.CpuUsage | Promise<NodeJS.CpuUsage>

const own: CpuUsage = () => process.cpuUsage()

/** Times work that does `count` operations. */
export const timed = async (
  count: number,
  work: () => Promise<unknown>,
  cpuUsage: CpuUsage = own
): Promise<Figures> => {
  const before = await cpuUsage()
  const begun = performance.now()
  await work()
  const wall = performance.now() - begun
  const after = await cpuUsage()
  const cpu = (after.user - before.user + after.system - before.system) / count
  return { perSecond: (count / wall) * 1000, p50: Number.NaN, p99: Number.NaN, cpu }
}

/** The value at a share of those that are sorted. */
export const at = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const measure = async (
  count: number,
  inFlight: number,
  one: (index: number) => Promise<unknown>,
  cpuUsage: CpuUsage = own
): Promise<Figures> => {
  const took: Array<number> = []
  let next = 0
  const lane = async () => {
    while (next < count) {
      const begun = performance.now()
      await one(next++)
      took.push(performance.now() - begun)
    }
  }
  const lanes = () => Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane))
  const figures = await timed(count, lanes, cpuUsage)
  took.sort((left, right) => left - right)
  return { ...figures, p50: at(took, 0.5), p99: at(took, 0.99) }
}

export const median = (values: ReadonlyArray<number>): number =>
  at(
    [...values].sort((left, right) => left - right),
    0.5
  )

/** Each figure's median, by itself. */
export const medians = (rounds: ReadonlyArray<Figures>): Figures => ({
  perSecond: median(rounds.map((_) => _.perSecond)),
  p50: median(rounds.map((_) => _.p50)),
  p99: median(rounds.map((_) => _.p99)),
  cpu: median(rounds.map((_) => _.cpu))
})

/** How many rounds each side has. An odd number: one of them is in the middle. */
export const rounds = 5

/** How many operations each side does before its first round, at the scale 1: enough for the compiler to have seen all. */
export const warmUp = 8000

interface Side {
  readonly name: string
  readonly round: () => Promise<Figures>
}

export interface Measured {
  readonly name: string
  readonly rounds: ReadonlyArray<Figures>
}

/** Measures the sides in turns, so that what disturbs the machine disturbs all of them; who begins changes. */
export const inTurns = async (sides: ReadonlyArray<Side>): Promise<ReadonlyArray<Measured>> => {
  const measured = sides.map(({ name }) => ({ name, rounds: [] as Figures[] }))
  for (let number = 0; number < rounds; number++) {
    const order = number % 2 === 0 ? sides : sides.toReversed()
    for (const side of order) measured[sides.indexOf(side)]!.rounds.push(await side.round())
  }
  return measured
}
