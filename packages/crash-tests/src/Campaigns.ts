/** What `npm run crash` can be asked for: the walk over all fault points, kills, pauses and clocks that disagree. */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Figures from "./Figures.js"
import * as Kills from "./Kills.js"
import * as Pauses from "./Pauses.js"
import * as PostgresServer from "./PostgresServer.js"
import * as Process from "./Process.js"
import * as Skews from "./Skews.js"
import * as Walk from "./Walk.js"

const onPostgres = <A, E, R>(use: (server: PostgresServer.PostgresServer) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(PostgresServer.make(), use))

const paused = (options: Kills.Options) => ({ ...options, stops: options.kills, ...Pauses.atLength })
const skewed = (options: Kills.Options) => ({ ...options, rounds: options.kills })

/** The campaigns that pause processes in the middle of their work, and those with clocks that disagree. */
const estranged = {
  "pauses-sqlite": (options: Kills.Options) => Pauses.run(paused(options)),
  "pauses-postgres": (options: Kills.Options) => onPostgres(({ store }) => Pauses.run({ ...paused(options), store })),
  "pauses-upstream": (options: Kills.Options) => Pauses.run({ ...paused(options), isUpstream: true }),
  "skews-sqlite": (options: Kills.Options) => Skews.run(skewed(options)),
  "skews-postgres": (options: Kills.Options) =>
    onPostgres(({ another }) => Skews.run({ ...skewed(options), store: another }))
}

const campaigns = { ...Kills.kinds, ...estranged }

export type Part = "walk" | keyof typeof campaigns

/** What is run when nothing is chosen. */
export const parts: ReadonlyArray<Part> = ["walk", ...(Object.keys(Kills.kinds) as ReadonlyArray<Kills.Kind>)]

export const choices = ["walk", ...Object.keys(campaigns)] as ReadonlyArray<Part>

/** How many kills the walk takes. */
export const walkLength = Walk.steps.length

const walk = Effect.fnUntraced(function* (file: string, progress: Effect.Effect<void>) {
  const program = yield* Process.reusing(file)
  const faults = yield* Effect.forEach(
    Walk.steps,
    (step) =>
      Walk.step({ ...step, program }).pipe(
        Effect.map((findings) => Object.values(findings).flat()),
        Effect.catchAll((error) => Effect.succeed([error.message])),
        Effect.map((found) => found.map((fault) => `${step.moment} ${step.point}: ${fault}`)),
        Effect.tap(progress)
      ),
    { concurrency: Walk.atOnce }
  )
  const figures = [{ name: "kills", value: Walk.steps.length, isOff: false }]
  return { name: "walk", figures, faults: faults.flat() }
}, Effect.scoped)

interface Options extends Pick<Kills.Options, "kills" | "seed"> {
  /** The compiled program under test. */
  readonly file: string
  readonly progress: Effect.Effect<void>
}

/**
 * Kills so many, each of them at a random instant under load; or has processes stand still so often; or makes so many
 * rounds of operations with clocks that are apart; or walks over every fault point.
 */
export const run = Effect.fnUntraced(function* (part: Part, { file, ...options }: Options) {
  if (part === "walk") return yield* walk(file, options.progress)
  const outcome = yield* campaigns[part]({ ...options, program: Process.program(file) })
  const column: Figures.Column = { name: part, figures: Figures.of(outcome), faults: Figures.faults(outcome) }
  return column
})

export interface Flags {
  /** Of each kind; how often processes stand still, or how many rounds there are, where that is what it is about. */
  readonly kills: number
  readonly seed: string
  readonly parts: ReadonlyArray<Part>
}

const whole = (name: string, text: string, least: number): number => {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`--${name} must be a number from ${least} to 999999`)
}

const flagsOf = (args: ReadonlyArray<string>): Flags => {
  const flag = { type: "string" } as const
  const {
    kills = "50",
    only,
    seed = "1"
  } = parseArgs({
    args: [...args],
    options: { kills: flag, seed: flag, only: flag }
  }).values
  const chosen = choices.find((name) => name === only)
  if (only !== undefined && chosen === undefined) throw new Error(`--only must be one of ${choices.join(", ")}`)
  return {
    kills: whole("kills", kills, 1),
    seed: String(whole("seed", seed, 0)),
    parts: chosen === undefined ? parts : [chosen]
  }
}

/** Reads the arguments of the command line. Default: 50 kills of each kind and seed 1. Errors: a line that names the flag. */
export const parse = (args: ReadonlyArray<string>): Either.Either<Flags, string> =>
  Either.try({ try: () => flagsOf(args), catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]! })
