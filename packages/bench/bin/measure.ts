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
type CpuUsage = () => NodeJS.CpuUsage | Promise<NodeJS.CpuUsage>

const own: CpuUsage = () => process.cpuUsage()

/** Times work that does `count` operations. */
export const timed = async (count: number, work: () => Promise<unknown>, cpuUsage = own): Promise<Figures> => {
  const before = await cpuUsage()
  const begun = performance.now()
  await work()
  const wall = performance.now() - begun
  const after = await cpuUsage()
  const cpu = (after.user - before.user + after.system - before.system) / count
  return { perSecond: (count / wall) * 1000, p50: Number.NaN, p99: Number.NaN, cpu }
}

/** The value below which a share of all lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

export const median = (values: ReadonlyArray<number>): number => quantile(values, 0.5)

export const measure = async (
  count: number,
  inFlight: number,
  one: (index: number) => Promise<unknown>,
  cpuUsage = own
): Promise<Figures> => {
  const took: Array<number> = []
  let next = 0
  const pool = async () => {
    while (next < count) {
      const begun = performance.now()
      await one(next++)
      took.push(performance.now() - begun)
    }
  }
  const lanes = () => Promise.all(Array.from({ length: inFlight }, pool))
  const figures = await timed(count, lanes, cpuUsage)
  return { ...figures, p50: median(took), p99: quantile(took, 0.99) }
}

/** How many rounds each side has. An odd number: one of them is in the middle. */
export const rounds = 5

/** How many operations each side does before its first round, at the scale 1: enough for the compiler to have seen all. */
export const warmUp = 8000
