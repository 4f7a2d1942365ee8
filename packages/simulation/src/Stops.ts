/** How often processes have stood still for long, and what they were doing. */
import type { Image } from "./Disk.js"
import { type Result, run } from "./Run.js"

export interface Tally {
  readonly seeds: number
  readonly stops: number
  /** In how many of them an operation of that type was under way. */
  readonly types: ReadonlyMap<string, number>
  /** The first seed that does not hold. */
  readonly failed: Result | undefined
}

export interface Options {
  readonly stops: number
  /** Called after each seed, with the stops so far, and waited for: other tests of this Node process run then. */
  readonly progress: (stops: number) => Promise<void>
}

/**
 * Runs seeds with estranged processes, from the first on, until these have stood still so often or one does not hold.
 */
export const until = async (image: Image, { progress, ...wanted }: Options): Promise<Tally> => {
  const types = new Map<string, number>()
  let stops = 0
  let seeds = 0
  let failed: Result | undefined
  while (stops < wanted.stops && failed === undefined) {
    seeds += 1
    const result = run(image, seeds, { regime: "estranged" })
    stops += result.stops.length
    for (const type of result.stops.flatMap((underWay) => [...new Set(underWay)])) {
      types.set(type, (types.get(type) ?? 0) + 1)
    }
    if (result.violation !== undefined) failed = result
    await progress(stops)
  }
  return { seeds, stops, types, failed }
}

export const render = ({ seeds, stops, types }: Tally): string =>
  [
    `${stops} stops in ${seeds} seeds`,
    ...[...types].sort(([left], [right]) => left.localeCompare(right)).map(([type, count]) => `  ${type}: ${count}`)
  ].join("\n")
