/**
 * Processes that stand still in the middle of their work: each accepts operations of every type, is stopped at a bad
 * instant while others take over, and goes on. Afterwards the gateway, the ledger and the merchants are compared.
 */
import type { TransactionType } from "@florin/core/transactions/Transaction"
import * as Auditor from "@florin/testing/parties/Auditor"
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Random from "@florin/testing/parties/Random"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Environment from "./Environment.js"
import * as Figures from "./Figures.js"
import { moody } from "./Kills.js"
import * as Operations from "./Operations.js"
import type { Process } from "./Process.js"
import type { Trap } from "./Protocol.js"
import * as Rest from "./Rest.js"
import * as Standstill from "./Standstill.js"

export interface Options extends Environment.Campaign {
  /** How many processes are stopped again and again, each apart from the others. */
  readonly lanes: number
  /** How long they stand still. */
  readonly span: Standstill.Span
  /** How many operations of each type are under way at a stop. */
  readonly width: number
}

export const atLength = { lanes: 8, span: Standstill.span, width: 2, restsWithin: 120_000 } as const

const charges = ["authorization", "payment", "tokenization"] as const
const children = ["capture", "void", "refund"] as const
const payOuts = ["credit", "payout"] as const
const all = [...charges, ...children, ...payOuts]

type Instant = Pick<Trap, "point" | "moment"> & { readonly types: ReadonlyArray<TransactionType> }

/** Where a process that stands still does the most harm, as often as it stands here; and what comes there. */
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

/** Longer than any process stands still: the merchant gets the answer of the process that went on. */
const patient = "90 seconds"
const impatient = "5 seconds"

interface Stage {
  readonly options: Options
  readonly facts: Figures.Facts
  readonly environment: Environment.Environment
  /** A process that never stands still, and a merchant that asks it only. */
  readonly steady: Effect.Effect<string>
  readonly bystander: Merchant
  readonly merchants: Array<Merchant>
  readonly amount: () => number
}

/** Gathers operations at an instant in the process; when they are there, or after 20 s, it stands still. */
const stopOnce = Effect.fnUntraced(function* (stage: Stage, process: Process, number: number) {
  const { amount, bystander, environment, facts, options, steady } = stage
  const { moment, point, types } = instants[number % instants.length]!
  const url = yield* Effect.orDie(process.url)
  let isStopped = false
  const host = Effect.suspend(() => (isStopped ? steady : Effect.succeed(url)))
  const patience = number % 2 === 0 ? patient : impatient
  const merchant = environment.merchant(host, { patience, name: `stop-${number}` })
  stage.merchants.push(merchant)
  const prepared = Operations.prepared(bystander, amount)
  const operations = (yield* Effect.replicateEffect(prepared, options.width, { concurrency: "unbounded" })).flat()
  const crowd = Math.max(1, operations.filter(({ type }) => types.includes(type)).length)
  yield* Effect.orDie(process.tell({ _tag: "Set", trap: { point, moment, action: "stop", crowd } }))
  const answers = yield* Effect.fork(Operations.order(merchant, operations))
  const reached = yield* Effect.timeoutOption(Effect.orDie(process.reaches), "20 seconds")
  if (Option.isNone(reached)) facts.astray += 1
  const from = yield* Standstill.stop(process, environment.store)
  isStopped = true
  const count = Effect.map(Effect.forEach(merchant.orders(), bystander.look, { concurrency: 4 }), (found) => {
    const resolved = found.filter((documents) => documents.length > 0 && documents.every(Auditor.isFinal))
    facts.resolvedMeanwhile += resolved.length
  })
  const millis = Standstill.drawn(Random.make(options.seed, `stop ${number}`), options.span)
  facts.stops.push(yield* Standstill.endure({ process, from, millis }, count))
  yield* Fiber.join(answers)
})

/** Each lane has a process of its own. */
const lane = Effect.fnUntraced(function* (stage: Stage, index: number) {
  const process = yield* stage.environment.start()
  const { count, lanes } = stage.options
  for (let number = index; number < count; number += lanes) yield* stopOnce(stage, process, number)
})

/** Runs one campaign. The acquirer approves; sometimes late, sometimes with the request or the answer lost. */
export const run = Effect.fnUntraced(function* (options: Options) {
  const moods = Random.make(options.seed, "moods")
  const environment = yield* Environment.make({ ...options, script: () => Effect.sync(() => moody(moods, false)) })
  const steady = Effect.orDie((yield* environment.start()).url)
  const bystander = environment.merchant(steady, { name: "before" })
  const lanes = Math.min(options.lanes, options.count)
  const facts = Figures.facts(lanes + 1)
  const merchants: Array<Merchant> = []
  const stage: Stage = { options, facts, environment, steady, bystander, merchants, amount: Operations.amounts() }
  yield* Effect.forEach(Array.from({ length: lanes }).keys(), (index) => lane(stage, index), {
    concurrency: "unbounded"
  })
  yield* Rest.gather(facts, environment, [bystander, ...merchants], options.restsWithin)
  return facts
}, Effect.scoped)
