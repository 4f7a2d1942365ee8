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
const fair: Weather = { stopEvery: 20, stopFor: Standstill.span, cutEvery: 5, restartEvery: 20 }

/** For few kills: each of these things happens twice within 12, and no process stands still for long. */
export const rough: Weather = { stopEvery: 5, stopFor: { least: 6_000, most: 12_000 }, cutEvery: 2, restartEvery: 3 }

export interface Options extends Environment.Campaign {
  /** Default: that of campaigns at length. */
  readonly weather?: Weather
}

interface Scene {
  /** How far the clock of each process is ahead. Unit: milliseconds. */
  readonly clocks: ReadonlyArray<number>
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

const campaign = Effect.fnUntraced(function* (facts: Figures.Facts, scene: Scene, options: Options) {
  const { clocks, disturb = () => Effect.void, next } = scene
  const { count, restsWithin, weather = fair } = options
  const stream = (name: string) => Random.make(options.seed, name)
  const [moods, chance] = [stream("moods"), stream("kills")]
  const environment = yield* Environment.make({ ...options, script: () => Effect.sync(() => moody(moods)) })
  const fleet = yield* Fleet.make(environment, facts, chance, clocks)
  const merchant = environment.merchant(fleet.host)
  let killed = 0
  const customers = yield* Effect.fork(
    Customers.come({
      ...{ merchant, random: stream("customers") },
      // Charges that the merchant is asked about take longest to come to rest: none towards the end.
      verification: () => (2 * killed < count ? environment.receiver.verification : undefined),
      isOpen: () => killed < count
    })
  )
  while (killed < count) {
    const { answering, pause } = next(chance)
    yield* fleet.answering(answering)
    yield* Effect.sleep(pause)
    const isStop = clocks.length > 1 && (killed + 1) % weather.stopEvery === 0
    if (isStop) yield* fleet.stopOne(Standstill.drawn(chance, weather.stopFor))
    yield* disturb(killed + 1)
    yield* fleet.killOne
    killed += 1
  }
  yield* fleet.allGoOn
  yield* fleet.answering(clocks.length)
  yield* Rest.gather(facts, environment, [merchant], restsWithin)
  yield* Fiber.interrupt(customers)
  return facts
}, Effect.scoped)

/** How many gateways with one process each are killed side by side. */
const lanes = 3

/** Of one process at a time; a fifth of the kills comes before it answers at all. */
const alone = Effect.fnUntraced(function* (options: Options) {
  const facts = Figures.facts(1)
  const next = (random: Random.Random) => ({ answering: random.chance(0.2) ? 0 : 1, pause: random.between(0, 700) })
  const lane = (lane: number) => {
    const own = { seed: `${options.seed} ${lane}`, count: Math.floor((options.count + lane) / lanes) }
    return campaign(facts, { clocks: [0], next }, { ...options, ...own })
  }
  yield* Effect.forEach(Array.from({ length: lanes }).keys(), lane, { concurrency: "unbounded" })
  return facts
})

/** Two clocks that differ by seconds, two that differ by minutes, and both directions. */
const clocks = [0, 600_000, -600_000, 10_000]

const amongFour = (options: Options, disturb?: (kill: number) => Effect.Effect<void>) => {
  const facts = Figures.facts(clocks.length, { apart: 1_200_000, isDisturbed: disturb !== undefined })
  // A machine that is busy starts processes slowly: one is killed when others are there. Another may stand still.
  const scene = { clocks, next: () => ({ answering: 2, pause: 1000 }), ...(disturb && { disturb }) }
  // What was begun before a stop is asked about at longer intervals.
  return campaign(facts, scene, { restsWithin: 30_000, ...options })
}

const onPostgres = Effect.fnUntraced(function* (options: Options) {
  const { cutEvery, restartEvery } = options.weather ?? fair
  const server = yield* PostgresServer.make()
  const disturb = (kill: number) => {
    const isCrash = kill % (2 * restartEvery) === 0
    if (kill % restartEvery === 0) return Effect.zipRight(server.stop(isCrash ? "QUIT" : "INT"), server.start)
    return kill % cutEvery === 0 ? server.cut : Effect.void
  }
  return yield* amongFour({ ...options, store: server.store }, disturb)
}, Effect.scoped)

/** Of one process at a time, of four on a SQLite file, and of four on PostgreSQL that is disturbed as well. */
export const kinds = { one: alone, sqlite: (options: Options) => amongFour(options), postgres: onPostgres }

export type Kind = keyof typeof kinds
