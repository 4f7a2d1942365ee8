/** What was asked for on the command line. */
import { parseArgs } from "node:util"
import * as Either from "effect/Either"

/**
 * Seeds from `first` to `last`. One alone is shown with everything that happens; `steps` ends it early. With `stops`,
 * processes are estranged, and seeds follow until they have stood still so often. With `choose`, those few are wanted that
 * reach all that they reach together.
 */
export interface Wanted {
  readonly first: number
  readonly last: number
  readonly steps?: number
  readonly stops?: number
  readonly choose?: true
}

export const usage =
  "npm run simulation -- [--seed N [--steps N] [--stops 1] | --seeds A..B | --count N | --stops N | --choose A..B]"

const flag = { type: "string" } as const
const options = { seed: flag, steps: flag, seeds: flag, count: flag, stops: flag, choose: flag }

const refuse = (says: string): never => {
  throw new Error(says)
}

const whole = (name: string, text: string, least = 0): number => {
  if (!/^\d{1,9}$/.test(text)) return refuse(`--${name} must be a whole number`)
  return Number(text) >= least ? Number(text) : refuse(`--${name} must be at least ${least}`)
}

const range = (name: string, text: string): Wanted => {
  const match = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text) ?? refuse(`--${name} must be a range such as 1..10000`)
  const [first, last] = [Number(match[1]), Number(match[2])]
  return first <= last ? { first, last } : refuse(`--${name} must go upwards`)
}

const wantedOf = (args: ReadonlyArray<string>): Wanted => {
  const { values: given } = parseArgs({ args: [...args], options })
  const { choose, count, seed, seeds, steps, stops } = given
  const excluding = [seed, seeds, count].filter((flag) => flag !== undefined)
  if (choose !== undefined && Object.keys(given).length > 1) refuse("--choose goes alone")
  if (excluding.length > 1) refuse("--seed, --seeds and --count exclude each other")
  if (steps !== undefined && seed === undefined) refuse("--steps goes with --seed")
  if (stops !== undefined && (seeds ?? count) !== undefined) refuse("--stops goes alone or with --seed")
  const more = {
    ...(steps === undefined ? {} : { steps: whole("steps", steps) }),
    ...(stops === undefined ? {} : { stops: whole("stops", stops, 1) })
  }
  if (choose !== undefined) return { ...range("choose", choose), choose: true }
  if (seed !== undefined) return { first: whole("seed", seed), last: whole("seed", seed), ...more }
  if (seeds !== undefined) return range("seeds", seeds)
  if (stops !== undefined) return { first: 1, last: Number.MAX_SAFE_INTEGER, ...more }
  return { first: 1, last: whole("count", count ?? "1000", 1) }
}

/** Reads the arguments. Without any: seeds 1 to 1000. Errors: one line that names the flag. */
export const parse = (args: ReadonlyArray<string>): Either.Either<Wanted, string> =>
  Either.try({ try: () => wantedOf(args), catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]! })
