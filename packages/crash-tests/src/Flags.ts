/** What `npm run crash` is told. */
import { parseArgs } from "node:util"
import * as Data from "effect/Data"
import * as Either from "effect/Either"
import { type Estranged, estranged, type Kind, kinds } from "./Kinds.js"

/** What is run when nothing is chosen: the walk over all fault points, and the kinds of random kills. */
export const parts = ["walk", ...kinds] as const

/** What can be chosen. */
export const choices = [...parts, ...estranged] as const

export type Part = "walk" | Kind | Estranged

export interface Flags {
  /** Of each kind; how often processes stand still, or how many rounds there are, where that is what it is about. */
  readonly kills: number
  readonly seed: string
  readonly parts: ReadonlyArray<Part>
}

/** A flag is not as expected. One line, which names it. */
export class BadFlag extends Data.TaggedError("BadFlag")<{ readonly message: string }> {}

const options = { kills: { type: "string" }, seed: { type: "string" }, only: { type: "string" } } as const

const bad = (message: string) => Either.left(new BadFlag({ message }))

const number = (name: string, text: string, least: number) =>
  /^\d{1,6}$/.test(text) && Number(text) >= least
    ? Either.right(Number(text))
    : bad(`--${name} must be a number from ${least} to 999999`)

const part = (text: string | undefined): Either.Either<ReadonlyArray<Part>, BadFlag> => {
  if (text === undefined) return Either.right(parts)
  const chosen = choices.find((name) => name === text)
  return chosen === undefined ? bad(`--only must be one of ${choices.join(", ")}`) : Either.right([chosen])
}

/**
 * Reads the arguments of the command line.
 *
 * Default: 50 kills of each kind and seed 1.
 */
export const parse = (given: ReadonlyArray<string>): Either.Either<Flags, BadFlag> =>
  Either.gen(function* () {
    const { values } = yield* Either.try({
      try: () => parseArgs({ args: [...given], options }),
      catch: () => new BadFlag({ message: "Flags: --kills <number> --seed <number> --only <part>" })
    })
    return {
      kills: yield* number("kills", values.kills ?? "50", 1),
      seed: String(yield* number("seed", values.seed ?? "1", 0)),
      parts: yield* part(values.only)
    }
  })
