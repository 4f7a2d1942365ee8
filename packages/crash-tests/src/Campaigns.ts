/** What `npm run crash` can be asked for: the walk over all fault points, kills, pauses and clocks that disagree. */
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Campaign } from "./Environment.js"
import * as Figures from "./Figures.js"
import * as Kills from "./Kills.js"
import * as Pauses from "./Pauses.js"
import * as PostgresServer from "./PostgresServer.js"
import * as Skews from "./Skews.js"
import * as Walk from "./Walk.js"

/** A part that has run: its name, its figures, and what is wrong, a line each. */
export interface Column {
  readonly name: string
  readonly figures: ReadonlyArray<Figures.Figure>
  readonly faults: ReadonlyArray<string>
}

const onPostgres = <A, E, R>(use: (server: PostgresServer.PostgresServer) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(PostgresServer.make(), use))

const campaigns = {
  ...Kills.kinds,
  "pauses-sqlite": (options: Campaign) => Pauses.run({ ...options, ...Pauses.atLength }),
  "pauses-postgres": (options: Campaign) =>
    onPostgres(({ store }) => Pauses.run({ ...options, ...Pauses.atLength, store })),
  "pauses-upstream": (options: Campaign) => Pauses.run({ ...options, ...Pauses.atLength, isUpstream: true }),
  "skews-sqlite": ({ store: _, ...options }: Campaign) => Skews.run(options),
  "skews-postgres": (options: Campaign) => onPostgres(({ another }) => Skews.run({ ...options, store: another }))
}

export type Part = "walk" | keyof typeof campaigns

/** What is run when nothing is chosen. */
export const parts: ReadonlyArray<Part> = ["walk", ...(Object.keys(Kills.kinds) as ReadonlyArray<Kills.Kind>)]

export const choices = ["walk", ...Object.keys(campaigns)] as ReadonlyArray<Part>

const walk = Effect.fnUntraced(function* ({ program }: Campaign) {
  const faults = yield* Effect.forEach(Walk.steps, (step) => Walk.faults({ ...step, program }), {
    concurrency: Walk.atOnce
  })
  return { name: "walk", figures: [{ name: "kills", value: faults.length, isOff: false }], faults: faults.flat() }
})

/** Runs one part: the walk over every fault point, or so many kills, stops or rounds. */
export const run = Effect.fnUntraced(function* (part: Part, options: Campaign) {
  if (part === "walk") return yield* walk(options)
  const facts = yield* campaigns[part](options)
  const column: Column = { name: part, figures: Figures.of(facts), faults: Figures.faults(facts) }
  return column
})

/** The report: a row for each figure, a column for each part, and a mark at what is off. */
export const table = (columns: ReadonlyArray<Column>) => {
  const rows: Record<string, Record<string, string>> = {}
  for (const { figures, name: part } of columns) {
    for (const { isOff, name, value } of figures) {
      rows[name] = { ...rows[name], [part]: `${value}${isOff ? " !" : ""}` }
    }
  }
  return rows
}

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
  const { values } = parseArgs({ args: [...args], options: { kills: flag, seed: flag, only: flag } })
  const { kills = "50", only, seed = "1" } = values
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
