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
import type { Store } from "./Protocol.js"
import * as Rest from "./Rest.js"

export interface Options extends Omit<Environment.Campaign, "store"> {
  /** A store for the pair of that name. Default: a SQLite file. */
  readonly store?: (name: string) => Effect.Effect<Store>
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

const pair = Effect.fnUntraced(function* (facts: Figures.Facts, ahead: number, rounds: number, options: Options) {
  const { program, restsWithin, seed } = options
  const moods = Random.make(seed, `${ahead}`)
  const script = (movement: Movement) => Effect.sync(() => manner(moods, movement))
  const store = yield* options.store?.(`pair_${ahead}`.replace("-", "minus_")) ?? Effect.succeed(undefined)
  const environment = yield* Environment.make({ program, script, store })
  const processes = [yield* environment.start(), yield* environment.start({ ahead })]
  const urls = yield* Effect.forEach(processes, ({ url }) => Effect.orDie(url))
  let turn = 0
  // One after the other, so that each finds what the other has begun.
  const host = Effect.sync(() => urls[turn++ % urls.length]!)
  const merchant = environment.merchant(host, { patience: "40 seconds" })
  const amount = Operations.amounts()
  const round = Effect.flatMap(Operations.prepared(merchant, amount), (operations) =>
    Operations.order(
      merchant,
      operations.filter(({ type }) => slowKinds.includes(type))
    )
  )
  yield* Effect.replicateEffect(round, rounds, { concurrency: 4, discard: true })
  yield* Rest.gather(facts, environment, [merchant], restsWithin)
  facts.again.push(...again(environment))
}, Effect.scoped)

/** Runs all pairs side by side. */
export const run = Effect.fnUntraced(function* (options: Options) {
  const facts = Figures.facts(2, { apart: Math.max(...apart) })
  const rounds = (index: number) => Math.floor((options.count + index) / apart.length)
  yield* Effect.forEach(apart, (ahead, index) => pair(facts, ahead, rounds(index), options), {
    concurrency: "unbounded"
  })
  return facts
})
