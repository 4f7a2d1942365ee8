/**
 * Processes that stand still in the middle of their work: each accepts operations of every type, is stopped at a bad
 * instant while others take over, and goes on.
 */
import * as Auditor from "@florin/testing/parties/Auditor"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Operations from "./Operations.js"
import type { Trap } from "./Protocol.js"
import type { Stage } from "./Scene.js"
import * as Standstill from "./Standstill.js"

const charges = ["authorization", "payment", "tokenization"] as const
const children = ["capture", "void", "refund"] as const
const payOuts = ["credit", "payout"] as const
const all = [...charges, ...children, ...payOuts]

const { transfers } = Operations

type Instant = Pick<Trap, "point" | "moment"> & { readonly types: ReadonlyArray<Operations.OperationType> }

/** Where a process that stands still does the most harm, as often as it stands here; and what comes there. */
const instants: ReadonlyArray<Instant> = [
  { point: "acquirer.perform", moment: "before", types: all },
  { point: "commit.accept-child", moment: "after", types: children },
  { point: "commit.accept-pay-out", moment: "after", types: payOuts },
  { point: "commit.accept-charge", moment: "after", types: charges },
  { point: "provider.perform", moment: "before", types: transfers },
  { point: "provider.perform", moment: "after", types: transfers },
  { point: "commit.accept-transfer", moment: "after", types: transfers },
  { point: "acquirer.perform", moment: "after", types: all },
  { point: "acquirer.perform", moment: "before", types: all },
  { point: "provider.perform", moment: "before", types: transfers },
  { point: "acquirer.perform", moment: "after", types: all },
  { point: "acquirer.perform", moment: "before", types: all },
  { point: "provider.perform", moment: "after", types: transfers }
]

/** Longer than any process stands still, so that the merchant gets the answer of the process that went on; and shorter. */
const patience = ["90 seconds", "5 seconds"] as const

/** Stops all processes but the first one, again and again, each apart from the others. */
export const pauses = Effect.fnUntraced(function* (stage: Stage) {
  const { count, environment, facts, fleet, merchants, stream, weather } = stage
  // Asks the process that never stands still.
  const bystander = environment.merchant(fleet.at(0), { name: "before" })
  merchants.push(bystander)
  const amount = Operations.amounts()
  const { bank } = environment
  const prepared = (types: Instant["types"]): Effect.Effect<ReadonlyArray<Operations.Operation>> =>
    types === transfers
      ? Operations.transfersPrepared(environment, fleet.officeAt(0), bystander, amount)
      : Operations.prepared(bystander, amount)

  /** Customers pay what waits for them, once in all lanes, and the bank tells the process that never stands still of everything. */
  const reported = Effect.suspend(() =>
    Effect.forEach(
      bank.accounts(),
      ({ key }) => Effect.zipRight(bank.payWaiting(key), bank.tell(fleet.officeAt(0), key)),
      { concurrency: 4, discard: true }
    )
  )

  /** Gathers operations at an instant in a process; when they are there, or after a minute, the process stands still. */
  const stopOnce = Effect.fnUntraced(function* (number: number, place: number) {
    const { moment, point, types } = instants[number % instants.length]!
    let isStopped = false
    const host = Effect.suspend(() => fleet.at(isStopped ? 0 : place))
    const merchant = environment.merchant(host, { patience: patience[number % 2]!, name: `stop-${number}` })
    merchants.push(merchant)
    const gathered = Effect.replicateEffect(prepared(types), weather.width, { concurrency: "unbounded" })
    const operations = (yield* gathered).flat()
    const crowd = Math.max(1, operations.filter(({ type }) => types.includes(type)).length)
    const process = fleet.process(place)
    yield* Effect.orDie(process.tell({ _tag: "Set", trap: { point, moment, action: "stop", crowd } }))
    const answers = yield* Effect.fork(Operations.order(merchant, operations))
    const reached = yield* Effect.timeoutOption(Effect.orDie(process.reaches), "60 seconds")
    if (Option.isNone(reached)) facts.astray += 1
    const look = Effect.map(Effect.forEach(merchant.orders(), bystander.look, { concurrency: 4 }), (found) => {
      const resolved = found.filter((documents) => documents.length > 0 && documents.every(Auditor.isFinal))
      facts.resolvedMeanwhile += resolved.length
    })
    const gone = yield* fleet.stop(place, Standstill.drawn(stream(`stop ${number}`), weather.stopFor), look)
    isStopped = true
    // Before those that stand still have recorded what they were answered.
    if (types === transfers) yield* Effect.fork(reported)
    yield* Fiber.join(gone)
    yield* Fiber.join(answers)
    if (types === transfers) yield* reported
  })

  const lanes = fleet.size - 1
  const lane = Effect.fnUntraced(function* (index: number) {
    for (let number = index; number < count; number += lanes) yield* stopOnce(number, index + 1)
  })
  yield* Effect.forEach(Array.from({ length: lanes }).keys(), lane, { concurrency: "unbounded", discard: true })
})
