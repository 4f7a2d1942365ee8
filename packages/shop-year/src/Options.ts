/** What a run is asked for on the command line. */
import { parseArgs } from "node:util"
import * as Either from "effect/Either"

export interface Options {
  /** How many customers subscribe. */
  readonly subscriptions: number
  /** How many months pass. */
  readonly months: number
  /** Decides everything else. */
  readonly seed: number
  /** The directory of the report. */
  readonly out: string
}

/** The largest numbers: a run of both takes minutes, not hours. */
export const most = { subscriptions: 10_000, months: 36, seed: 999_999_999 } as const

const least = { subscriptions: 1, months: 1, seed: 0 } as const

export const defaults: Options = { subscriptions: 1000, months: 12, seed: 7, out: "simulation-report" }

export const usage = `npm run simulate -- [--subscriptions N] [--months N] [--seed N] [--out DIRECTORY]

Simulates a shop with subscriptions, and writes report.html and report.json about it.
The same numbers give the same files, byte for byte.

  --subscriptions N  customers who subscribe, 1 to ${most.subscriptions}; default ${defaults.subscriptions}
  --months N         months that pass, 1 to ${most.months}; default ${defaults.months}
  --seed N           what happens, 0 to ${most.seed}; default ${defaults.seed}
  --out DIRECTORY    where the report goes; default ${defaults.out}
  --help             shows this`

type Counted = keyof typeof most

const text = { type: "string" } as const
const known = { subscriptions: text, months: text, seed: text, out: text, help: { type: "boolean" } } as const

type Given = { readonly [Name in Counted]?: string | undefined }

const counted = (name: Counted, given: Given): Either.Either<number, string> => {
  const value = given[name]
  if (value === undefined) return Either.right(defaults[name])
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  return number >= least[name] && number <= most[name]
    ? Either.right(number)
    : Either.left(`--${name} must be a whole number from ${least[name]} to ${most[name]}`)
}

const parsed = (args: ReadonlyArray<string>) =>
  Either.try({
    try: () => parseArgs({ args: [...args], options: known }).values,
    catch: (error) => (error instanceof Error ? error.message : String(error))
  })

/** The options of a command line, `help`, or what is wrong with it. */
export const parse = (args: ReadonlyArray<string>): Either.Either<Options | "help", string> =>
  Either.gen(function* () {
    const values = yield* parsed(args)
    if (values.help === true) return "help" as const
    const [subscriptions, months, seed] = [
      yield* counted("subscriptions", values),
      yield* counted("months", values),
      yield* counted("seed", values)
    ]
    const out = values.out ?? defaults.out
    if (out.trim() === "") return yield* Either.left("--out must name a directory")
    return { subscriptions, months, seed, out }
  })
