/**
 * Kills under load: customers order, processes die and are replaced, and in the end the gateway, the ledger and the
 * merchants are compared.
 */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Random from "effect/Random"
import * as Acquirer from "./Acquirer.js"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import * as Fleet from "./Fleet.js"
import type { Store } from "./HostSettings.js"
import * as Load from "./Load.js"
import type { Program } from "./Program.js"
import * as Rest from "./Rest.js"
import * as Standstill from "./Standstill.js"

export interface Options {
  readonly program: Program
  readonly store?: Store
  /** Of the kills, of the customers and of the acquirer's moods, each of their own. */
  readonly seed: string
  readonly processes: number
  readonly customerEvery: Duration.DurationInput
  readonly kills: number
  /** What comes before the next kill: so many processes answer, and then a pause. */
  readonly next: Effect.Effect<{ readonly answering: number; readonly pause: Duration.DurationInput }>
  /** What else happens, at the kill of that number, while all processes answer. */
  readonly disturb?: (kill: number) => Effect.Effect<void>
  /** How far the clock of the process at each place is ahead. Unit: milliseconds. Default: all clocks agree. */
  readonly ahead?: ReadonlyArray<number>
  /** At every so many kills a process is stopped. Default: none is. */
  readonly stopEvery?: number
  /** For how long. Unit: milliseconds. Default: 6 to 60 s. */
  readonly stopFor?: Standstill.Span
  readonly progress?: Effect.Effect<void>
  /** How long after the last restart everything has its outcome. Unit: milliseconds. Default: what is promised. */
  readonly restsWithin?: number
}

/** Kills one after another; `killed` is told how many have been. */
const killing = Effect.fnUntraced(function* (
  options: Options,
  fleet: Fleet.Fleet,
  killed: (kill: number) => Effect.Effect<void>
) {
  const { disturb = () => Effect.void, next, stopEvery, stopFor = Standstill.span } = options
  for (let kill = 1; kill <= options.kills; kill++) {
    const { answering, pause } = yield* next
    yield* fleet.answering(answering)
    yield* Effect.sleep(pause)
    if (stopEvery !== undefined && kill % stopEvery === 0) {
      yield* fleet.stopOne(yield* Standstill.drawn(stopFor))
    }
    yield* disturb(kill)
    yield* fleet.killOne
    yield* killed(kill)
  }
})

const estranged = ({ ahead = [0] }: Options, fleet: Fleet.Fleet): Figures.Estranged => ({
  ...Figures.close,
  stops: fleet.stops(),
  apart: Math.max(...ahead) - Math.min(...ahead)
})

/**
 * Runs one campaign. The same seed kills the same after the same pauses; what is under way then is up to the machine.
 */
export const run = Effect.fnUntraced(function* (options: Options) {
  const random = (of: string) => Random.make(`${options.seed} ${of}`)
  const moods = random("moods")
  const environment = yield* Environment.make({ ...options, manner: () => Effect.withRandom(Acquirer.moody, moods) })
  const fleet = yield* Fleet.make(environment, options.processes, options.ahead)
  const merchant = environment.merchant(fleet.host)
  const { progress = Effect.void } = options
  let kills = 0
  const shop: Load.Shop = {
    merchant,
    // Charges that the merchant is asked about take longest to come to rest: none towards the end.
    verification: () => (2 * kills < options.kills ? environment.receiver.verification : undefined),
    isOpen: () => kills < options.kills
  }
  const customers = yield* Effect.fork(
    Effect.withRandom(Load.customers(shop, options.customerEvery), random("customers"))
  )
  const killed = (kill: number) =>
    Effect.zipRight(
      Effect.sync(() => (kills = kill)),
      progress
    )
  yield* Effect.withRandom(killing(options, fleet, killed), random("kills"))
  yield* fleet.allGoOn
  yield* fleet.answering(options.processes)
  const restarted = yield* Clock.currentTimeMillis
  yield* Rest.reached(environment, merchant, restarted, options.restsWithin)
  const resolvedAfter = (yield* Clock.currentTimeMillis) - restarted
  yield* Fiber.interrupt(customers)
  const outcome: Figures.Outcome = {
    kills: options.kills,
    processes: options.processes,
    accidents: fleet.accidents().map(({ log }) => log),
    orders: merchant.orders(),
    notifications: environment.receiver.deliveries().length,
    visits: environment.acquirer.visits(),
    deaths: fleet.deaths(),
    births: fleet.births(),
    findings: yield* Rest.audit(environment, merchant),
    resolvedAfter,
    troubles: merchant.troubles,
    isDisturbed: options.disturb !== undefined,
    ...(options.ahead === undefined && options.stopEvery === undefined ? {} : { estranged: estranged(options, fleet) })
  }
  return outcome
}, Effect.scoped)
