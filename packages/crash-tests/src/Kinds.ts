/**
 * The kinds of campaigns. Random kills: of one process at a time, of four on a SQLite file, and of four on PostgreSQL,
 * whose clocks disagree and one of which is paused now and then. Pauses and clocks that disagree: on each store, and in
 * front of another gateway.
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Campaign from "./Campaign.js"
import * as Figures from "./Figures.js"
import * as Pauses from "./Pauses.js"
import * as PostgresServer from "./PostgresServer.js"
import type { Program } from "./Program.js"
import * as Skews from "./Skews.js"
import * as Standstill from "./Standstill.js"

export const kinds = ["one", "sqlite", "postgres"] as const

export type Kind = (typeof kinds)[number]

/** The campaigns that pause processes in the middle of their work, and those with clocks that disagree. */
export const estranged = [
  "pauses-sqlite",
  "pauses-postgres",
  "pauses-upstream",
  "skews-sqlite",
  "skews-postgres"
] as const

export type Estranged = (typeof estranged)[number]

/**
 * What else happens, each at every so many kills: one of four processes is stopped for a time within `stopFor`, all
 * connections to PostgreSQL are cut, and it is restarted. Restarts in good order and crashes of the server take turns.
 */
export interface Weather {
  readonly stopEvery: number
  readonly stopFor: Standstill.Span
  readonly cutEvery: number
  readonly restartEvery: number
}

/** For campaigns at length. */
export const fair: Weather = { stopEvery: 20, stopFor: Standstill.span, cutEvery: 5, restartEvery: 20 }

/** For few kills: each of these things happens twice within 12, and nobody waits long for who stands still. */
export const rough: Weather = { stopEvery: 5, stopFor: { least: 6_000, most: 12_000 }, cutEvery: 2, restartEvery: 3 }

export interface Options {
  readonly program: Program
  readonly seed: string
  readonly kills: number
  /** Default: `fair`. */
  readonly weather?: Weather
  /** Is told of every kill. */
  readonly progress?: Effect.Effect<void>
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

/** How many gateways with one process each are killed side by side. */
export const lanes = 3

// A fifth of the kills comes before the process answers at all.
const anyMoment = Effect.gen(function* () {
  const answering = (yield* Random.nextIntBetween(0, 5)) === 0 ? 0 : 1
  return { answering, pause: yield* Random.nextIntBetween(0, 700) }
})

const alone = ({ kills, seed, ...options }: Options) =>
  Effect.forEach(
    Array.from({ length: lanes }, (_, lane) => lane),
    (lane) =>
      Campaign.run({
        ...options,
        seed: `${seed} ${lane}`,
        kills: Math.floor((kills + lane) / lanes),
        processes: 1,
        customerEvery: "600 millis",
        next: anyMoment
      }),
    { concurrency: "unbounded" }
  ).pipe(Effect.map(Figures.together))

/** Two clocks that differ by seconds, two that differ by minutes, and both directions. Unit: milliseconds. */
const ahead = [0, 600_000, -600_000, 10_000]

const fleetOf = ({ weather = fair, ...options }: Options) => ({
  processes: 4,
  customerEvery: "600 millis" as const,
  ahead,
  stopEvery: weather.stopEvery,
  stopFor: weather.stopFor,
  // A machine that is busy starts processes slowly: one is killed when others are there. Another may stand still.
  next: Effect.succeed({ answering: 2, pause: 1000 }),
  // What was begun before a stop is asked about at longer intervals.
  restsWithin: 30_000,
  ...options
})

const onSqlite = (options: Options) => Campaign.run(fleetOf(options))

const disturbing =
  (server: PostgresServer.PostgresServer, { cutEvery, restartEvery }: Weather) =>
  (kill: number) => {
    if (kill % restartEvery === 0) {
      return Effect.zipRight(server.stop(kill % (2 * restartEvery) === 0 ? "QUIT" : "INT"), server.start)
    }
    return kill % cutEvery === 0 ? server.cut : Effect.void
  }

const onPostgres = Effect.fnUntraced(function* (options: Options) {
  const server = yield* PostgresServer.make({})
  return yield* Campaign.run({
    ...fleetOf(options),
    store: server.store,
    disturb: disturbing(server, options.weather ?? fair)
  })
}, Effect.scoped)

const withPostgres = <A, E, R>(use: (server: PostgresServer.PostgresServer) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(PostgresServer.make({}), use))

/**
 * Kills so many, each of them at a random instant under load; or has processes stand still so often; or makes so many
 * rounds of operations with clocks that are apart.
 */
export const run = (kind: Kind | Estranged, options: Options) => {
  const paused = { ...options, stops: options.kills, ...Pauses.atLength }
  const skewed = { ...options, rounds: options.kills }
  switch (kind) {
    case "one":
      return alone(options)
    case "sqlite":
      return onSqlite(options)
    case "postgres":
      return onPostgres(options)
    case "pauses-sqlite":
      return Pauses.run(paused)
    case "pauses-postgres":
      return withPostgres(({ store }) => Pauses.run({ ...paused, store }))
    case "pauses-upstream":
      return Pauses.run({ ...paused, isUpstream: true })
    case "skews-sqlite":
      return Skews.run(skewed)
    case "skews-postgres":
      return withPostgres(({ another }) => Skews.run({ ...skewed, store: another }))
  }
}
