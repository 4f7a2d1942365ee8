/** What `npm run crash` can be asked for: the walk over all fault points, kills, pauses and clocks that disagree. */
import { parseArgs } from "node:util"
import type { BankRequest } from "@florin/testing/parties/BankLedger"
import * as Random from "@florin/testing/parties/Random"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Rec from "effect/Record"
import * as Banking from "./Banking.js"
import * as Between from "./Between.js"
import { checkouts } from "./CheckoutKills.js"
import { connectorKills } from "./ConnectorKills.js"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import * as Fleet from "./Fleet.js"
import { kills, moody } from "./Kills.js"
import { pauses } from "./Pauses.js"
import * as PostgresServer from "./PostgresServer.js"
import type { Provider } from "./Protocol.js"
import { renewals } from "./Renewals.js"
import * as Rest from "./Rest.js"
import type { Scene, Weather } from "./Scene.js"
import { rounds, slow } from "./Skews.js"
import * as Walk from "./Walk.js"

const agreed = (processes: number): ReadonlyArray<number> => Arr.replicate(0, processes)

// Three gateways side by side.
const alone: Scene = { clocks: () => Arr.replicate(agreed(1), 3), manner: moody, play: kills }

const four: Scene = {
  // Two clocks that differ by seconds, two that differ by minutes, and both directions.
  clocks: () => [[0, 600_000, -600_000, 10_000]],
  // What was begun before a stop is asked about at longer intervals.
  ...{ manner: moody, play: kills, restsWithin: 30_000 }
}

const progress: Scene = {
  // Eight that stand still, each apart from the others, and one that never does.
  clocks: (count) => [agreed(Math.min(8, count) + 1)],
  // The acquirer approves, or what others follow would be missing.
  manner: (random) => ({ ...moody(random), verdict: "approve" }),
  ...{ play: pauses, restsWithin: 120_000 }
}

const apart: Scene = {
  // Some seconds more than a lease lasts, and minutes, in both directions; for few rounds one of each.
  clocks: (count) => [10_000, -600_000, -10_000, 600_000].slice(0, count).map((ahead) => [0, ahead]),
  ...{ manner: slow, play: rounds, isCalm: true }
}

const renewing: Scene = {
  // One clock that all show: it tells the cycles apart. An hour passes in 4 s, and a day in 96 s.
  ...{ clocks: () => [agreed(4)], times: 900 },
  ...{ manner: moody, play: renewals, restsWithin: 30_000 }
}

const banking: Scene = {
  // One clock that all show, the bank too: 15 minutes pass in 15 s.
  ...{ clocks: () => [agreed(4)], times: 60 },
  ...{ manner: moody, bankManner: Banking.moody, play: Banking.banking, restsWithin: 30_000 }
}

const ordering: Scene = {
  clocks: () => [agreed(4)],
  ...{ manner: moody, play: checkouts, restsWithin: 30_000 }
}

const paying = (provider: Provider): Scene => ({
  // Keys that die while what they were sent for is still asked about, and clocks that differ by minutes, though less than
  // signatures of notifications may be old.
  clocks: () => [
    [0, 10_000],
    [0, -120_000]
  ],
  keyLives: [60_000, undefined],
  // What was begun before a death is asked about at longer intervals.
  ...{ manner: moody, play: connectorKills(provider), provider, restsWithin: 60_000 }
})

const scenes = {
  ...{ one: alone, sqlite: four, postgres: { ...four, isOnPostgres: true, isDisturbed: true } },
  "pauses-sqlite": progress,
  "pauses-postgres": { ...progress, isOnPostgres: true },
  "pauses-upstream": { ...progress, isUpstream: true },
  "skews-sqlite": apart,
  "skews-postgres": { ...apart, isOnPostgres: true },
  "renewals-sqlite": renewing,
  "renewals-postgres": { ...renewing, isOnPostgres: true, isDisturbed: true },
  "transfers-sqlite": banking,
  "transfers-postgres": { ...banking, isOnPostgres: true, isDisturbed: true },
  ...{ stripe: paying("stripe"), adyen: paying("adyen"), checkout: paying("checkout") },
  "checkouts-sqlite": ordering,
  "checkouts-postgres": { ...ordering, isOnPostgres: true, isDisturbed: true }
} satisfies Readonly<Record<string, Scene>>

export type Name = keyof typeof scenes

export interface Options {
  /** The file of the program under test. */
  readonly program: string
  /** The same seed does the same; what is under way then is up to the machine. */
  readonly seed: string
  /** How many kills, stops or rounds. */
  readonly count: number
  /** Default: that of campaigns at length. */
  readonly weather?: Weather
  /** How long everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
  /** How soon what the dead had begun must be taken over. Unit: milliseconds. Default: `Figures.retakenWithin`. */
  readonly retakenBy?: number
}

/** Where other work shares the machine: what counts is that everything has an outcome, not how soon. */
export const unhurried = { restsWithin: 60_000, retakenBy: Number.POSITIVE_INFINITY }

/** For campaigns at length: a process stands still longer than a lease lasts, and as long as a machine that is moved. */
const fair: Weather = {
  ...{ stopEvery: 20, cutEvery: 5, restartEvery: 20, stopFor: { least: 6_000, most: 60_000 }, width: 2 }
}

/** For few kills: each of these things happens within 4, and no process stands still for long. */
export const rough: Weather = {
  ...{ stopEvery: 3, cutEvery: 1, restartEvery: 2, stopFor: { least: 6_000, most: 12_000 }, width: 1 }
}

const span = (clocks: ReadonlyArray<number>): number => Math.max(...clocks) - Math.min(...clocks)

/** Never, before the answer or after it, late, and twice. Unit: milliseconds. */
const tellingsOf = (random: Random.Random): ReadonlyArray<number> => {
  const mood = random.between(0, 9)
  if (mood < 4) return []
  if (mood < 6) return [random.between(0, 300)]
  return mood < 8 ? [random.between(2000, 8000)] : [random.between(0, 1000), random.between(0, 4000)]
}

/** Runs a campaign: plays its scene in each of its gateways, waits for rest, and compares what everybody has. */
export const facts = Effect.fnUntraced(function* (name: Name, options: Options) {
  const scene: Scene = scenes[name]
  const { count, program, restsWithin = scene.restsWithin, retakenBy, seed, weather = fair } = options
  const gateways = scene.clocks(count)
  const apart = Math.max(...gateways.map(span))
  const facts = Figures.facts(gateways[0]!.length, { apart, isDisturbed: scene.isDisturbed, retakenBy })
  const server = scene.isOnPostgres === true ? yield* PostgresServer.make() : undefined

  const gateway = Effect.fnUntraced(function* (clocks: ReadonlyArray<number>, index: number) {
    const stream = (name: string) => Random.make(`${seed} ${index}`, name)
    const moods = stream("moods")
    const script: Environment.Script = (movement) => Effect.sync(() => scene.manner(moods, movement))
    const { bankManner } = scene
    const bankScript = bankManner && {
      bankScript: (requested: BankRequest) => Effect.sync(() => bankManner(moods, requested))
    }
    const notices = stream("notices")
    const telling = () => tellingsOf(notices)
    const store = yield* server?.another(`gateway_${index}`) ?? Effect.succeed(undefined)
    const { isUpstream, times } = scene
    const provider = scene.provider && {
      ...{
        provider: scene.provider,
        keyLife: scene.keyLives?.[index],
        manner: (method: string) => Between.moody(moods, method),
        telling: () => Between.tellings(notices)
      }
    }
    const own = { isUpstream, times, provider, ...bankScript }
    const environment = yield* Environment.make({ program, script, telling, store, ...own })
    const fleet = yield* Fleet.make(environment, facts, stream("fleet"), clocks)
    const share = Math.floor((count + index) / gateways.length)
    const stage = { environment, facts, fleet, server, stream, weather, count: share, merchants: [] }
    yield* scene.play(stage)
    yield* fleet.allGoOn
    yield* fleet.answering(clocks.length)
    yield* Rest.gather(facts, environment, stage.merchants, restsWithin)
    if (scene.isCalm === true)
      facts.again.push(...Figures.again(environment.acquirer.visits(), environment.receiver.deliveries()))
  }, Effect.scoped)

  yield* Effect.forEach(gateways, gateway, { concurrency: "unbounded", discard: true })
  return facts
}, Effect.scoped)

const walk = Effect.fnUntraced(function* (program: string) {
  const faults = yield* Effect.forEach(Walk.steps, (step) => Walk.faults({ ...step, program }), {
    concurrency: Walk.atOnce
  })
  return { figures: { kills: String(faults.length) }, faults: faults.flat() }
})

export const parts = ["walk", ...Rec.keys(scenes)] as const

/** Runs the walk over every fault point, or a campaign: its figures, and what is wrong, a line each. */
export const run = (part: (typeof parts)[number], options: Options) =>
  part === "walk"
    ? walk(options.program)
    : Effect.map(facts(part, options), (facts) => ({ figures: Figures.of(facts), faults: Figures.faults(facts) }))

const whole = (name: string, text: string, least: number): number => {
  if (/^\d{1,6}$/.test(text) && Number(text) >= least) return Number(text)
  throw new Error(`--${name} must be a number from ${least} to 999999`)
}

export type Flags = Effect.Effect.Success<ReturnType<typeof parse>>

/** Reads the arguments of the command line. `--only checkouts` is `checkouts-sqlite` and `checkouts-postgres`. Default: 50 kills of each kind and seed 1. Errors: a line that names the flag. */
export const parse = (args: ReadonlyArray<string>) =>
  Either.try({
    try: () => {
      const flag = { type: "string" } as const
      const { values } = parseArgs({ args: [...args], options: { kills: flag, seed: flag, only: flag } })
      const { kills = "50", only, seed = "1" } = values
      const chosen =
        only === undefined
          ? (["walk", "one", "sqlite", "postgres"] as const)
          : parts.filter((name) => name === only || name.startsWith(`${only}-`))
      if (chosen.length === 0) throw new Error(`--only must be one of ${parts.join(", ")}`)
      return { count: whole("kills", kills, 1), seed: String(whole("seed", seed, 0)), parts: chosen }
    },
    catch: (error) => (error as Error).message.split(/[.\n]\s/)[0]!
  })
