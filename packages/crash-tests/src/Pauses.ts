/**
 * Processes that stand still in the middle of their work: each accepts operations of every type, is stopped at a bad
 * instant while others take over, and goes on.
 */
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
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

type Instant = Pick<Trap, "point" | "moment"> & { readonly types: ReadonlyArray<CardTransactionType> }

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

/** Longer than any process stands still, so that the merchant gets the answer of the process that went on; and shorter. */
const patience = ["90 seconds", "5 seconds"] as const

/** Stops all processes but the first one, again and again, each apart from the others. */
export const pauses = Effect.fnUntraced(function* (stage: Stage) {
  const { count, environment, facts, fleet, merchants, stream, weather } = stage
  // Asks the process that never stands still.
  const bystander = environment.merchant(fleet.at(0), { name: "before" })
  merchants.push(bystander)
  const prepared = Operations.prepared(bystander, Operations.amounts())

  /** Gathers operations at an instant in a process; when they are there, or after a minute, the process stands still. */
  const stopOnce = Effect.fnUntraced(function* (number: number, place: number) {
    const { moment, point, types } = instants[number % instants.length]!
    let isStopped = false
    const host = Effect.suspend(() => fleet.at(isStopped ? 0 : place))
    const merchant = environment.merchant(host, { patience: patience[number % 2]!, name: `stop-${number}` })
    merchants.push(merchant)
    const operations = (yield* Effect.replicateEffect(prepared, weather.width, { concurrency: "unbounded" })).flat()
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
    yield* Fiber.join(gone)
    yield* Fiber.join(answers)
  })

  const lanes = fleet.size - 1
  const lane = Effect.fnUntraced(function* (index: number) {
    for (let number = index; number < count; number += lanes) yield* stopOnce(number, index + 1)
  })
  yield* Effect.forEach(Array.from({ length: lanes }).keys(), lane, { concurrency: "unbounded", discard: true })
})
