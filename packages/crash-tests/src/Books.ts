/** The books of the acquirer and of the bank compared with those of the gateway, as the gateway's operator would compare them. */
import * as Calls from "@florin/core/providers/Calls"
import * as Reconciliation from "@florin/core/reconciliation/Reconciliation"
import type { Entry } from "@florin/testing/parties/AcquirerLedger"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Environment } from "./Environment.js"
import { acquirers, bank, stores } from "./Host.js"

/** Processes may be so far ahead of each other. Unit: milliseconds. */
const apart = 10 * 24 * 60 * 60 * 1000

const layer = ({ settings, store }: Environment) =>
  Layer.effect(Reconciliation.Reconciliation, Reconciliation.make()).pipe(
    Layer.provide(Layer.mergeAll(acquirers(settings), bank(settings), stores(store), Calls.layer))
  )

const linesOf = ({ checked, differences, notCompared }: Reconciliation.Report, ledger: ReadonlyArray<Entry>) => {
  const hasMoved = ledger.some(({ declined, kind }) => declined === undefined && kind !== "tokenization")
  return [
    ...differences.map(({ key, kind }) => `reconciliation: ${kind} ${key}`),
    ...notCompared.map(({ gatewayId, reason }) => `reconciliation: gateway ${gatewayId} was not compared: ${reason}`),
    ...(checked === 0 && hasMoved ? ["reconciliation: nothing was compared"] : [])
  ]
}

/** What differs, a line each. It is a difference, too, when nothing was compared. */
export const differences = Effect.fnUntraced(function* (environment: Environment, ledger: ReadonlyArray<Entry>) {
  const { connection } = environment.settings
  // The books of the others are files, which no connector reads.
  if (connection !== undefined && connection.provider !== "stripe") return []
  const { startedAt } = environment
  const now = Math.max(yield* Clock.currentTimeMillis, yield* environment.shown)
  const period = { from: DateTime.unsafeMake(startedAt - apart), to: DateTime.unsafeMake(now + apart) }
  const compare = Effect.flatMap(Reconciliation.Reconciliation, ({ run }) => run(period))
  const report = yield* Effect.orDie(Effect.provide(compare, layer(environment)))
  return linesOf(report, ledger)
})
