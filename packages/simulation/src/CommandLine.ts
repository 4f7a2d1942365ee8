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

const together = ["", "seed", "seed steps", "seed stops", "seed steps stops", "seeds", "count", "stops", "choose"]

const flag = { type: "string" } as const
const options = { seed: flag, steps: flag, seeds: flag, count: flag, stops: flag, choose: flag }

const refuse = (says: string): never => {
  throw new Error(says)
}

/** The bounds of a range, or a number twice. Absent where the flag is. */
const bounds = (name: string, text: string | undefined, form: RegExp, says: string, least = 0) => {
  if (text === undefined) return undefined
  const [first = Number.NaN, last = first] = (form.exec(text) ?? []).slice(1).map(Number)
  return first >= least && last >= first ? { first, last } : refuse(`--${name} must be ${says}`)
}

const wantedOf = (args: ReadonlyArray<string>): Wanted => {
  const { values } = parseArgs({ args: [...args], options })
  const given = Object.keys(values).sort().join(" ")
  if (!together.includes(given)) refuse(`--${given.replaceAll(" ", ", --")} do not go together`)
  const whole = (name: keyof typeof options, least: number) =>
    bounds(name, values[name], /^(\d{1,9})$/, `a whole number from ${least}`, least)
  const range = (name: keyof typeof options) =>
    bounds(name, values[name], /^(\d{1,9})\.\.(\d{1,9})$/, "a range such as 1..10000")
  const steps = whole("steps", 0)?.last
  const stops = whole("stops", 1)?.last
  const choose = range("choose")
  const seeds = whole("seed", 0) ?? range("seeds") ?? choose
  const last = whole("count", 1)?.last ?? (stops === undefined ? 1000 : Number.MAX_SAFE_INTEGER)
  return {
    ...(seeds ?? { first: 1, last }),
    ...(steps === undefined ? {} : { steps }),
    ...(stops === undefined ? {} : { stops }),
    ...(choose === undefined ? {} : { choose: true })
  }
}

/** Reads the arguments. Without any: seeds 1 to 1000. Errors: one line that names the flag. */
export const parse = (args: ReadonlyArray<string>): Either.Either<Wanted, string> =>
  Either.try({ try: () => wantedOf(args), catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]! })
