/** What was asked for on the command line. */
import { parseArgs } from "node:util"
import * as Either from "effect/Either"
import * as Rec from "effect/Record"

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

const whole = (least: number) => ({ form: /^\d{1,9}$/, least, says: `a whole number from ${least}` })
const range = { form: /^\d{1,9}\.\.\d{1,9}$/, least: 0, says: "a range such as 1..10000" }
const flags = { seed: whole(0), steps: whole(0), seeds: range, count: whole(1), stops: whole(1), choose: range }

const boundsOf = (name: keyof typeof flags, text: string) => {
  const { form, least, says } = flags[name]
  const [first = 0, last = first] = text.split("..").map(Number)
  if (form.test(text) && first >= least && last >= first) return { first, last }
  throw new Error(`--${name} must be ${says}`)
}

const wantedOf = (args: ReadonlyArray<string>): Wanted => {
  const { values } = parseArgs({ args: [...args], options: Rec.map(flags, () => ({ type: "string" }) as const) })
  const given = Object.keys(values).sort()
  if (!together.includes(given.join(" "))) throw new Error(`--${given.join(", --")} do not go together`)
  const bounds = (name: keyof typeof flags) => {
    const text = values[name]
    return text === undefined ? undefined : boundsOf(name, text)
  }
  const choose = bounds("choose")
  const steps = bounds("steps")
  const stops = bounds("stops")
  const last = bounds("count")?.last ?? (stops === undefined ? 1000 : Number.MAX_SAFE_INTEGER)
  return {
    ...(bounds("seed") ?? bounds("seeds") ?? choose ?? { first: 1, last }),
    ...(steps && { steps: steps.last }),
    ...(stops && { stops: stops.last }),
    ...(choose && { choose: true })
  }
}

/** Reads the arguments. Without any: seeds 1 to 1000. Errors: one line that names the flag. */
export const parse = (args: ReadonlyArray<string>): Either.Either<Wanted, string> =>
  Either.try({ try: () => wantedOf(args), catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]! })
