/**
 * Two processes on one store whose clocks are apart, with money on its way out all the time and an acquirer that answers
 * slowly: neither takes from the other what it is working on.
 */
import type { Movement } from "@florin/testing/parties/AcquirerLedger"
import * as Random from "@florin/testing/parties/Random"
import { type Manner, prompt } from "@florin/testing/parties/ScriptedAcquirer"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import * as Operations from "./Operations.js"
import type { Program } from "./Process.js"
import type { Store } from "./Protocol.js"
import * as Rest from "./Rest.js"

export interface Options {
  readonly program: Program
  /** A store for the pair of that name. Default: a SQLite file. */
  readonly store?: (name: string) => Effect.Effect<Store>
  readonly seed: string
  /** How many rounds of operations all pairs make together. */
  readonly rounds: number
  readonly progress?: Effect.Effect<void>
  /** Default: what is promised. Unit: milliseconds. */
  readonly restsWithin?: number
}

/**
 * How far the second clock of each pair is ahead: some seconds more than a lease lasts, and minutes, in both directions.
 *
 * Unit: milliseconds.
 */
export const apart = [10_000, -10_000, 600_000, -600_000] as const

const slowKinds: ReadonlyArray<string> = ["capture", "void", "refund", "credit", "payout"]

/** What follows a charge, and what is paid out, is answered when more than one lease has gone by. */
const manner = (random: Random.Random, { kind }: Movement): Manner =>
  slowKinds.includes(kind) ? { ...prompt, before: random.between(0, 2500), after: random.between(5000, 9000) } : prompt

/** How many rounds a pair has under way. */
const atOnce = 4

/**
 * No process died and every receiver answered, so what was delivered twice was sent twice. What rolls forward may be
 * asked for again under its key (D40), and never while it is under way.
 */
const again = ({ acquirer, receiver }: Environment.Environment): ReadonlyArray<string> => [
  ...Figures.askedAtOnce(acquirer.visits()),
  ...Object.entries(Arr.groupBy(receiver.deliveries(), ({ id }) => id)).flatMap(([id, { length }]) =>
    length > 1 ? [`${id}: delivered ${length} times`] : []
  )
]

const pair = Effect.fnUntraced(function* (ahead: number, rounds: number, options: Options) {
  const { program, progress = Effect.void, restsWithin, seed } = options
  const moods = Random.make(seed, `${ahead}`)
  const script = (movement: Movement) => Effect.sync(() => manner(moods, movement))
  const store = yield* options.store?.(`pair_${ahead}`.replace("-", "minus_")) ?? Effect.succeed(undefined)
  const environment = yield* Environment.make({ program, script, ...(store === undefined ? {} : { store }) })
  const processes = [yield* environment.start(), yield* environment.start({ ahead })]
  const urls = yield* Effect.forEach(processes, ({ url }) => Effect.orDie(url))
  let turn = 0
  // One after the other, so that each finds what the other has begun.
  const host = Effect.sync(() => urls[turn++ % urls.length]!)
  const merchant = environment.merchant(host, { patience: "40 seconds" })
  const amount = Operations.amounts(1000)
  const round = Effect.gen(function* () {
    const operations = yield* Operations.prepared(merchant, amount)
    const slow = operations.filter(({ type }) => slowKinds.includes(type))
    yield* Effect.forEach(slow, (operation) => Operations.order(merchant, operation), { concurrency: "unbounded" })
    yield* progress
  })
  yield* Effect.replicateEffect(round, rounds, { concurrency: atOnce, discard: true })
  const outcome = yield* Rest.outcome(environment, [merchant], { processes: processes.length, restsWithin })
  return { ...outcome, estranged: { ...Figures.close, apart: Math.abs(ahead), again: again(environment) } }
}, Effect.scoped)

/** Runs all pairs side by side. */
export const run = (options: Options) =>
  Effect.forEach(apart, (ahead, index) => pair(ahead, Math.floor((options.rounds + index) / apart.length), options), {
    concurrency: "unbounded"
  }).pipe(Effect.map(Figures.together))
