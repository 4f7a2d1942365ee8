/** What was asked for on the command line. */
import * as Either from "effect/Either"

/**
 * Seeds from `first` to `last`. One alone is shown with everything that happens; `steps` ends it early. With `stops`,
 * processes are estranged, and seeds follow until they have stood still so often. With `choose`, those few are wanted that
 * reach all that they reach together.
 */
export interface Wanted {
  readonly first: number
  readonly last: number
  readonly steps: number | undefined
  readonly stops?: number
  readonly choose?: true
}

/** How to say it right. */
export const usage =
  "npm run simulation -- [--seed N [--steps N] [--stops 1] | --seeds A..B | --count N | --stops N | --choose A..B]"

/** Without a flag. */
const fewSeeds = 1000

type Flags = Readonly<Partial<Record<"seed" | "steps" | "seeds" | "count" | "stops" | "choose", string>>>

const known: ReadonlyArray<string> = ["seed", "steps", "seeds", "count", "stops", "choose"]

const flagsOf = (given: ReadonlyArray<string>): Either.Either<Flags, string> => {
  const flags: Record<string, string> = {}
  for (let index = 0; index < given.length; index += 2) {
    const name = /^--(\w+)$/.exec(given[index]!)?.[1] ?? ""
    const value = given[index + 1]
    if (!known.includes(name)) return Either.left(`${given[index]} is not known`)
    if (flags[name] !== undefined) return Either.left(`--${name} is given twice`)
    if (value === undefined) return Either.left(`--${name} needs a value`)
    flags[name] = value
  }
  return Either.right(flags)
}

const whole = (name: string, text: string): Either.Either<number, string> =>
  /^\d{1,9}$/.test(text) ? Either.right(Number(text)) : Either.left(`--${name} must be a whole number`)

const range = (name: string, text: string): Either.Either<Wanted, string> => {
  const match = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text)
  if (match === null) return Either.left(`--${name} must be a range such as 1..10000`)
  const [first, last] = [Number(match[1]), Number(match[2])]
  return first <= last ? Either.right({ first, last, steps: undefined }) : Either.left(`--${name} must go upwards`)
}

const positive = (name: string, text: string): Either.Either<number, string> =>
  Either.filterOrLeft(
    whole(name, text),
    (number) => number > 0,
    () => `--${name} must be at least 1`
  )

const one = (seed: string, { steps, stops }: Flags): Either.Either<Wanted, string> =>
  Either.gen(function* () {
    const first = yield* whole("seed", seed)
    const wanted = { first, last: first, steps: steps === undefined ? undefined : yield* whole("steps", steps) }
    return stops === undefined ? wanted : { ...wanted, stops: yield* positive("stops", stops) }
  })

/** As many seeds as it takes. */
const untilStopped = (text: string): Either.Either<Wanted, string> =>
  Either.map(positive("stops", text), (stops) => ({
    first: 1,
    last: Number.MAX_SAFE_INTEGER,
    steps: undefined,
    stops
  }))

const wantedOf = (flags: Flags): Either.Either<Wanted, string> => {
  const { choose, count, seed, seeds, steps, stops } = flags
  if (choose !== undefined && Object.keys(flags).length > 1) return Either.left("--choose goes alone")
  if (choose !== undefined) return Either.map(range("choose", choose), (wanted) => ({ ...wanted, choose: true }))
  if ([seed, seeds, count].filter((flag) => flag !== undefined).length > 1) {
    return Either.left("--seed, --seeds and --count exclude each other")
  }
  if (seed !== undefined) return one(seed, flags)
  if (steps !== undefined) return Either.left("--steps goes with --seed")
  if (stops !== undefined && (seeds ?? count) !== undefined) return Either.left("--stops goes alone or with --seed")
  if (stops !== undefined) return untilStopped(stops)
  if (seeds !== undefined) return range("seeds", seeds)
  if (count === undefined) return Either.right({ first: 1, last: fewSeeds, steps })
  return Either.map(positive("count", count), (last) => ({ first: 1, last, steps }))
}

/** Reads the arguments. Errors: one line that says what is wrong. */
export const parse = (given: ReadonlyArray<string>): Either.Either<Wanted, string> =>
  Either.flatMap(flagsOf(given), wantedOf)
