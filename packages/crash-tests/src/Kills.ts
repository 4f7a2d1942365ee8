/**
 * Kills under load: customers order, processes die and are replaced, and in the end the gateway, the ledger and the
 * merchant are compared.
 */
import * as Random from "@florin/testing/parties/Random"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Customers from "./Customers.js"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import * as Fleet from "./Fleet.js"
import * as PostgresServer from "./PostgresServer.js"
import type { Program } from "./Process.js"
import * as Rest from "./Rest.js"
import * as Standstill from "./Standstill.js"

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

/** For few kills: each of these things happens twice within 12, and no process stands still for long. */
export const rough: Weather = { stopEvery: 5, stopFor: { least: 6_000, most: 12_000 }, cutEvery: 2, restartEvery: 3 }

/** The same seed kills the same after the same pauses; what is under way then is up to the machine. */
export interface Options {
  readonly program: Program
  readonly seed: string
  readonly kills: number
  /** Default: `fair`. */
  readonly weather?: Weather
  /** Run after every kill. */
  readonly progress?: Effect.Effect<void>
  /** Where the machine is shared: how long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

interface Scene extends Omit<Environment.Options, "script"> {
  readonly processes: number
  readonly ahead?: ReadonlyArray<number>
  /** What comes before the next kill: so many processes answer, and then a pause in milliseconds. */
  readonly next: (random: Random.Random) => { readonly answering: number; readonly pause: number }
  /** What else happens at the kill of that number, while processes answer. */
  readonly disturb?: (kill: number) => Effect.Effect<void>
}

/**
 * Mostly prompt; sometimes slow before or after the ledger is written, with the answer or the request lost, or the
 * request so late that a question about it is answered `404` meanwhile; sometimes declined.
 */
export const moody = (random: Random.Random, declines = true): Manner => {
  const mood = random.between(0, 19)
  if (mood < 3) return { ...prompt, before: random.between(0, 800) }
  if (mood < 6) return { ...prompt, after: random.between(0, 800) }
  if (mood < 7) return { ...prompt, answer: "no-answer" }
  if (mood < 8) return { ...prompt, before: 2500, answer: "cut" }
  if (mood < 9) return { ...prompt, way: "lost", answer: "no-answer" }
  return mood < 11 && declines ? { ...prompt, verdict: "funds" } : prompt
}

const campaign = Effect.fnUntraced(function* (scene: Scene, options: Options) {
  const { disturb, next, processes } = scene
  const { kills, progress = Effect.void, restsWithin, weather = fair } = options
  const stream = (name: string) => Random.make(options.seed, name)
  const [moods, chance] = [stream("moods"), stream("kills")]
  const environment = yield* Environment.make({ ...scene, script: () => Effect.sync(() => moody(moods)) })
  const fleet = yield* Fleet.make({ environment, random: chance, size: processes, ahead: scene.ahead })
  const merchant = environment.merchant(fleet.host)
  let killed = 0
  const customers = yield* Effect.fork(
    Customers.come({
      ...{ merchant, random: stream("customers"), pause: "600 millis" },
      // Charges that the merchant is asked about take longest to come to rest: none towards the end.
      verification: () => (2 * killed < kills ? environment.receiver.verification : undefined),
      isOpen: () => killed < kills
    })
  )
  while (killed < kills) {
    const { answering, pause } = next(chance)
    yield* fleet.answering(answering)
    yield* Effect.sleep(pause)
    const isStop = scene.ahead !== undefined && (killed + 1) % weather.stopEvery === 0
    if (isStop) yield* fleet.stopOne(Standstill.drawn(chance, weather.stopFor))
    yield* disturb?.(killed + 1) ?? Effect.void
    yield* fleet.killOne
    killed += 1
    yield* progress
  }
  yield* fleet.allGoOn
  yield* fleet.answering(processes)
  const apart = Math.max(...(scene.ahead ?? [0])) - Math.min(...(scene.ahead ?? [0]))
  const { accidents, births, deaths, stops } = fleet
  const outcome = yield* Rest.outcome(environment, [merchant], {
    ...{ kills, processes, accidents, births, deaths, restsWithin, isDisturbed: disturb !== undefined },
    ...(scene.ahead === undefined ? {} : { estranged: { ...Figures.close, stops, apart } })
  })
  yield* Fiber.interrupt(customers)
  return outcome
}, Effect.scoped)

/** How many gateways with one process each are killed side by side. */
const lanes = 3

/** Of one process at a time; a fifth of the kills comes before it answers at all. */
const alone = (options: Options) =>
  Effect.forEach(
    Array.from({ length: lanes }).keys(),
    (lane) =>
      campaign(
        {
          program: options.program,
          processes: 1,
          next: (random) => ({ answering: random.chance(0.2) ? 0 : 1, pause: random.between(0, 700) })
        },
        { ...options, seed: `${options.seed} ${lane}`, kills: Math.floor((options.kills + lane) / lanes) }
      ),
    { concurrency: "unbounded" }
  ).pipe(Effect.map(Figures.together))

const fleetOf = ({ program }: Options): Scene => ({
  program,
  processes: 4,
  // Two clocks that differ by seconds, two that differ by minutes, and both directions.
  ahead: [0, 600_000, -600_000, 10_000],
  // A machine that is busy starts processes slowly: one is killed when others are there. Another may stand still.
  next: () => ({ answering: 2, pause: 1000 })
})

// What was begun before a stop is asked about at longer intervals.
const patient = { restsWithin: 30_000 }

const onPostgres = Effect.fnUntraced(function* (options: Options) {
  const { cutEvery, restartEvery } = options.weather ?? fair
  const server = yield* PostgresServer.make()
  const disturb = (kill: number) => {
    const isCrash = kill % (2 * restartEvery) === 0
    if (kill % restartEvery === 0) return Effect.zipRight(server.stop(isCrash ? "QUIT" : "INT"), server.start)
    return kill % cutEvery === 0 ? server.cut : Effect.void
  }
  return yield* campaign({ ...fleetOf(options), store: server.store, disturb }, { ...patient, ...options })
}, Effect.scoped)

/** Of one process at a time, of four on a SQLite file, and of four on PostgreSQL that is disturbed as well. */
export const kinds = {
  one: alone,
  sqlite: (options: Options) => campaign(fleetOf(options), { ...patient, ...options }),
  postgres: onPostgres
}

export type Kind = keyof typeof kinds
