/**
 * The kinds of random kills: one process at a time, four on a SQLite file, four on PostgreSQL.
 *
 * @since 0.1.0
 */
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Campaign from "./Campaign.js"
import * as Figures from "./Figures.js"
import * as PostgresServer from "./PostgresServer.js"
import type { Program } from "./Program.js"

/**
 * @since 0.1.0
 * @category models
 */
export const kinds = ["one", "sqlite", "postgres"] as const

/**
 * @since 0.1.0
 * @category models
 */
export type Kind = (typeof kinds)[number]

/**
 * @since 0.1.0
 * @category models
 */
export interface Options {
  readonly program: Program
  readonly seed: string
  readonly kills: number
  /** Is told of every kill. */
  readonly progress?: Effect.Effect<void>
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

/**
 * How many gateways with one process each are killed side by side.
 *
 * @since 0.1.0
 * @category limits
 */
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

const four = {
  processes: 4,
  customerEvery: "600 millis",
  // A machine that is busy starts processes slowly: one is killed when the others are there.
  next: Effect.succeed({ answering: 3, pause: 1000 })
} as const

const onSqlite = (options: Options) => Campaign.run({ ...options, ...four })

const cutEvery = 5
const restartEvery = 20

// Restarts in good order and crashes of the server take turns.
const disturbing = (server: PostgresServer.PostgresServer) => (kill: number) => {
  if (kill % restartEvery === 0) {
    return Effect.zipRight(server.stop(kill % (2 * restartEvery) === 0 ? "QUIT" : "INT"), server.start)
  }
  return kill % cutEvery === 0 ? server.cut : Effect.void
}

const onPostgres = Effect.fnUntraced(function* (options: Options) {
  const server = yield* PostgresServer.make({})
  return yield* Campaign.run({ ...options, ...four, store: server.store, disturb: disturbing(server) })
}, Effect.scoped)

/**
 * Kills so many, each of them at a random instant under load.
 *
 * @since 0.1.0
 * @category running
 */
export const run = (kind: Kind, options: Options) => {
  switch (kind) {
    case "one":
      return alone(options)
    case "sqlite":
      return onSqlite(options)
    case "postgres":
      return onPostgres(options)
  }
}
