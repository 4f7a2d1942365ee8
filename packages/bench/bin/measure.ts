/** Driving a function at a fixed number in flight, and what came of it. */

export interface Figures {
  /** Operations a second, by the wall clock. */
  readonly perSecond: number
  /** Milliseconds from start to end of one operation. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of this process's own CPU for one operation, all its threads together. */
  readonly cpu: number
}

const at = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export const measure = async (
  count: number,
  inFlight: number,
  one: (index: number) => Promise<unknown>
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
  const cpu = process.cpuUsage()
  const begun = performance.now()
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, lane))
  const wall = performance.now() - begun
  const { system, user } = process.cpuUsage(cpu)
  took.sort((left, right) => left - right)
  return { perSecond: (count / wall) * 1000, p50: at(took, 0.5), p99: at(took, 0.99), cpu: (user + system) / count }
}

/** The round in the middle by speed: one that was disturbed, or lucky, does not count. */
export const middle = (rounds: ReadonlyArray<Figures>): Figures => {
  const sorted = [...rounds].sort((left, right) => left.perSecond - right.perSecond)
  return sorted[Math.floor((sorted.length - 1) / 2)]!
}

export interface Side {
  readonly name: string
  /** One round, with numbers that no other round has. */
  readonly round: (number: number) => Promise<Figures>
}

/** Measures the sides in turns, so that what disturbs the machine disturbs all of them. */
export const inTurns = async (rounds: number, sides: ReadonlyArray<Side>): Promise<ReadonlyArray<Figures>> => {
  const figures = sides.map((): Array<Figures> => [])
  for (let number = 0; number < rounds; number++) {
    for (const [index, side] of sides.entries()) figures[index]!.push(await side.round(number))
  }
  return figures.map(middle)
}
