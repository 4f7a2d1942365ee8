/**
 * Processes that stand still in the middle of their work: each accepts operations of every type, is stopped at a bad
 * instant while others take over, and goes on. Afterwards the gateway, the ledger and the merchants are compared.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { type Manner, prompt } from "./Acquirer.js"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import type { Store, Trap } from "./HostSettings.js"
import * as Merchant from "./Merchant.js"
import * as Operations from "./Operations.js"
import type { Process } from "./Process.js"
import type { Program } from "./Program.js"
import * as Rest from "./Rest.js"
import * as Standstill from "./Standstill.js"

export interface Options {
  readonly program: Program
  /** Default: a SQLite file of its own. */
  readonly store?: Store
  /** Another gateway stands between the processes and the acquirer. Default: `false`. */
  readonly isUpstream?: boolean
  readonly seed: string
  readonly stops: number
  /** How many processes are stopped again and again, each apart from the others. */
  readonly lanes: number
  /** How long they stand still. Unit: milliseconds. */
  readonly span: Standstill.Span
  /** How many operations of each type are under way at a stop. */
  readonly width: number
  readonly progress?: Effect.Effect<void>
  /** How long after the last stop everything may take to have its outcome. Unit: milliseconds. */
  readonly restsWithin?: number
}

export const atLength = { lanes: 8, span: Standstill.span, width: 2, restsWithin: 120_000 } as const

interface Instant extends Pick<Trap, "point" | "moment"> {
  /** The types of operations that come there. */
  readonly types: ReadonlyArray<Operations.Type>
}

const charges = ["authorization", "payment", "tokenization"] as const
const children = ["capture", "void", "refund"] as const
const payOuts = ["credit", "payout"] as const
const all = [...charges, ...children, ...payOuts]

/** Where a process that stands still does the most harm, as often as it stands here. */
const instants: ReadonlyArray<Instant> = [
  { point: "acquirer.perform", moment: "before", types: all },
  { point: "commit.accept-child", moment: "after", types: children },
  { point: "commit.accept-pay-out", moment: "after", types: payOuts },
  { point: "commit.accept-charge", moment: "after", types: charges },
  { point: "acquirer.perform", moment: "after", types: all },
  { point: "acquirer.perform", moment: "before", types: all },
  { point: "acquirer.perform", moment: "after", types: all },
  { point: "acquirer.perform", moment: "before", types: all }
]

/** Approves; sometimes late, sometimes with the request or the answer lost. */
const manner: Effect.Effect<Manner> = Effect.gen(function* () {
  const mood = yield* Random.nextIntBetween(0, 16)
  if (mood < 2) return { ...prompt, before: yield* Random.nextIntBetween(0, 800) }
  if (mood < 4) return { ...prompt, after: yield* Random.nextIntBetween(0, 800) }
  if (mood === 4) return { ...prompt, answers: "never" }
  if (mood === 5) return { ...prompt, before: 2500, answers: "cut-at-once" }
  if (mood === 6) return { ...prompt, isRecorded: false, answers: "never" }
  return prompt
})

/** Longer than any process stands still: the merchant gets the answer of the process that went on. */
const patient = "90 seconds"
const impatient = "5 seconds"

/** The time for the last of the operations to come to its instant. */
const longestWay = "20 seconds"

interface Stage {
  readonly environment: Environment.Environment
  /** A process that never stands still. */
  readonly steady: Effect.Effect<string>
  readonly bystander: Merchant.Merchant
  readonly merchants: Array<Merchant.Merchant>
  readonly amount: () => number
  readonly figures: { stops: Array<Standstill.Absence>; astray: number; resolvedMeanwhile: number }
}

const isFinal = ({ status }: Merchant.Document): boolean => status !== "pending" && status !== "incomplete"

const resolved = ({ bystander }: Stage, merchant: Merchant.Merchant) =>
  Effect.map(
    Effect.forEach(merchant.orders(), bystander.look, { concurrency: 4 }),
    (found) => found.filter((documents) => documents.length > 0 && documents.every(isFinal)).length
  )

/** Gathers operations at an instant in the process; when they are there, it stands still. */
const stopAt = Effect.fnUntraced(function* (
  { environment, figures }: Stage,
  process: Process,
  { moment, point, types }: Instant,
  operations: ReadonlyArray<Operations.Operation>,
  ordered: Effect.Effect<void>
) {
  const crowd = Math.max(1, operations.filter(({ type }) => types.includes(type)).length)
  yield* Effect.orDie(process.tell({ _tag: "Set", trap: { point, moment, action: "stop", crowd } }))
  const answers = yield* Effect.fork(ordered)
  const reached = yield* Effect.timeoutOption(Effect.orDie(process.reaches), longestWay)
  if (Option.isNone(reached)) figures.astray += 1
  yield* Standstill.stop(process, environment.store)
  return answers
})

const stopOnce = Effect.fnUntraced(function* (stage: Stage, process: Process, number: number, options: Options) {
  const { amount, bystander, environment, figures, merchants, steady } = stage
  const url = yield* Effect.orDie(process.url)
  let isStopped = false
  const host = Effect.suspend(() => (isStopped ? steady : Effect.succeed(url)))
  const merchant = environment.merchant(host, number % 2 === 0 ? patient : impatient, `stop-${number}`)
  merchants.push(merchant)
  const sets = yield* Effect.replicateEffect(Operations.prepared(bystander, amount), options.width, {
    concurrency: "unbounded"
  })
  const operations = sets.flat()
  const ordered = Effect.forEach(operations, (operation) => Operations.order(merchant, operation), {
    concurrency: "unbounded",
    discard: true
  })
  const answers = yield* stopAt(stage, process, instants[number % instants.length]!, operations, ordered)
  isStopped = true
  const count = Effect.map(resolved(stage, merchant), (many) => {
    figures.resolvedMeanwhile += many
  })
  figures.stops.push(yield* Standstill.endure(process, yield* Standstill.drawn(options.span), count))
  yield* Fiber.join(answers)
  yield* options.progress ?? Effect.void
})

/** Each lane has a process of its own. */
const lane = Effect.fnUntraced(function* (stage: Stage, index: number, options: Options) {
  const process = yield* stage.environment.start()
  for (let number = index; number < options.stops; number += options.lanes) {
    yield* stopOnce(stage, process, number, options)
  }
  return process
})

const outcomeOf = Effect.fnUntraced(function* (
  { environment, figures }: Stage,
  records: Merchant.Records,
  lanes: number,
  resolvedAfter: number
) {
  const outcome: Figures.Outcome = {
    kills: 0,
    processes: lanes + 1,
    accidents: [],
    orders: records.orders(),
    notifications: environment.receiver.deliveries().length,
    visits: environment.acquirer.visits(),
    deaths: new Map(),
    births: new Map(),
    findings: yield* Rest.audit(environment, records),
    resolvedAfter,
    troubles: records.troubles,
    isDisturbed: false,
    estranged: { ...Figures.close, ...figures }
  }
  return outcome
})

/** Runs one campaign. */
export const run = Effect.fnUntraced(function* (options: Options) {
  const random = (of: string) => Random.make(`${options.seed} ${of}`)
  const moods = random("moods")
  const environment = yield* Environment.make({ ...options, manner: () => Effect.withRandom(manner, moods) })
  const steady = yield* environment.start()
  const url = Effect.orDie(steady.url)
  const merchants: Array<Merchant.Merchant> = []
  const bystander = environment.merchant(url, "15 seconds", "before")
  const figures = { stops: [], astray: 0, resolvedMeanwhile: 0 }
  const stage = { environment, steady: url, bystander, merchants, amount: Operations.amounts(1000), figures }
  const lanes = Math.min(options.lanes, options.stops)
  yield* Effect.forEach(
    Array.from({ length: lanes }).keys(),
    (index) => Effect.withRandom(lane(stage, index, options), random(`lane ${index}`)),
    { concurrency: "unbounded" }
  )
  const records = Merchant.together(bystander, () => merchants)
  const end = yield* Clock.currentTimeMillis
  yield* Rest.reached(environment, records, end, options.restsWithin)
  return yield* outcomeOf(stage, records, lanes, (yield* Clock.currentTimeMillis) - end)
}, Effect.scoped)
