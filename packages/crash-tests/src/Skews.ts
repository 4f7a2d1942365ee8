/**
 * Two processes on one store whose clocks are apart, with money on its way out all the time and an acquirer that answers
 * slowly: neither takes from the other what it is working on.
 */
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import { type Manner, prompt, type Visit } from "./Acquirer.js"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import type { Store } from "./HostSettings.js"
import type { Merchant } from "./Merchant.js"
import * as Operations from "./Operations.js"
import type { Program } from "./Program.js"
import type { Asked } from "./RemoteAcquirer.js"
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
const manner = ({ kind }: Asked): Effect.Effect<Manner> =>
  Effect.gen(function* () {
    if (!slowKinds.includes(kind)) return prompt
    const before = yield* Random.nextIntBetween(0, 2500)
    return { ...prompt, before, after: yield* Random.nextIntBetween(5000, 9000) }
  })

/** How many rounds a pair has under way. */
const atOnce = 4

const round = Effect.fnUntraced(function* (merchant: Merchant, amount: () => number, progress: Effect.Effect<void>) {
  const operations = yield* Operations.prepared(merchant, amount)
  const slow = operations.filter(({ type }) => slowKinds.includes(type))
  yield* Effect.forEach(slow, (operation) => Operations.order(merchant, operation), { concurrency: "unbounded" })
  yield* progress
})

/** The same process asked about the key while it still waited for its answer. */
const isAskedAtOnce = (visits: ReadonlyArray<Visit>): boolean =>
  visits.some((first, index) =>
    visits.slice(index + 1).some(({ at, pid }) => pid === first.pid && at < (first.until ?? Number.POSITIVE_INFINITY))
  )

/**
 * No process died and every receiver answered, so what was delivered twice was sent twice. What rolls forward may be
 * asked for again under its key (D40), and never while it is under way.
 */
const again = ({ acquirer, receiver }: Environment.Environment): ReadonlyArray<string> => {
  const asked = Object.entries(Arr.groupBy(acquirer.visits(), ({ key }) => key))
  const told = Object.entries(Arr.groupBy(receiver.deliveries(), ({ id }) => id))
  return [
    ...asked.flatMap(([key, visits]) => (isAskedAtOnce(visits) ? [`${key}: asked for twice at once`] : [])),
    ...told.flatMap(([id, { length }]) => (length > 1 ? [`${id}: delivered ${length} times`] : []))
  ]
}

const pair = Effect.fnUntraced(function* (
  ahead: number,
  rounds: number,
  { progress = Effect.void, ...options }: Options
) {
  const moods = Random.make(`${options.seed} ${ahead}`)
  const { store: storeOf } = options
  const store = storeOf === undefined ? undefined : yield* storeOf(`pair_${ahead}`.replace("-", "minus_"))
  const environment = yield* Environment.make({
    program: options.program,
    ...(store === undefined ? {} : { store }),
    manner: (asked) => Effect.withRandom(manner(asked), moods)
  })
  const processes = [yield* environment.start(), yield* environment.start({ ahead })] as const
  const urls = yield* Effect.forEach(processes, ({ url }) => Effect.orDie(url))
  let turn = 0
  // One after the other, so that each finds what the other has begun.
  const merchant = environment.merchant(
    Effect.sync(() => urls[turn++ % urls.length]!),
    "40 seconds"
  )
  const amount = Operations.amounts(1000)
  yield* Effect.replicateEffect(round(merchant, amount, progress), rounds, { concurrency: atOnce, discard: true })
  const end = yield* Clock.currentTimeMillis
  yield* Rest.reached(environment, merchant, end, options.restsWithin)
  const resolvedAfter = (yield* Clock.currentTimeMillis) - end
  const outcome: Figures.Outcome = {
    kills: 0,
    processes: processes.length,
    accidents: [],
    orders: merchant.orders(),
    notifications: environment.receiver.deliveries().length,
    visits: environment.acquirer.visits(),
    deaths: new Map(),
    births: new Map(),
    findings: yield* Rest.audit(environment, merchant),
    resolvedAfter,
    troubles: merchant.troubles,
    isDisturbed: false,
    estranged: { ...Figures.close, apart: Math.abs(ahead), again: again(environment) }
  }
  return outcome
}, Effect.scoped)

/** Runs all pairs side by side. */
export const run = (options: Options) =>
  Effect.forEach(apart, (ahead, index) => pair(ahead, Math.floor((options.rounds + index) / apart.length), options), {
    concurrency: "unbounded"
  }).pipe(Effect.map(Figures.together))
