/** The metrics of acquirers: what this process has measured of their calls. */
import { AcquirerHealth, type Health } from "@florin/core/routing/AcquirerHealth"
import * as Effect from "effect/Effect"
import { Counter, Gauge, type Registry } from "prom-client"

const seconds = (milliseconds: number): number => milliseconds / 1000

/** Reads them on each scrape. */
export const make = (registry: Registry): Effect.Effect<void, never, AcquirerHealth> => {
  const own = { registers: [registry] }
  const by = ["gateway_id"]
  const calls = new Counter({
    ...own,
    name: "florin_acquirer_calls_total",
    help: "Calls to acquirers, by whether they were processed or failed.",
    labelNames: [...by, "result"]
  })
  const open = new Gauge({
    ...own,
    name: "florin_acquirer_breaker_open",
    help: "1 while the acquirer's circuit breaker is open: it is asked after the others.",
    labelNames: by
  })
  const ratio = new Gauge({
    ...own,
    name: "florin_acquirer_failure_ratio",
    help: "The share of calls that failed within the last minute. 0 without calls.",
    labelNames: by
  })
  const answers = new Gauge({
    ...own,
    name: "florin_acquirer_answer_seconds",
    help: "How long the last processed calls took: median and 95th percentile.",
    labelNames: [...by, "quantile"]
  })

  const set = ({ breaker, failureRatio, gatewayId, median, p95, total }: Health): void => {
    const gateway_id = String(gatewayId)
    calls.inc({ gateway_id, result: "processed" }, total.processed)
    calls.inc({ gateway_id, result: "failed" }, total.failed)
    open.set({ gateway_id }, breaker === "closed" ? 0 : 1)
    ratio.set({ gateway_id }, failureRatio ?? 0)
    if (median !== null) answers.set({ gateway_id, quantile: "0.5" }, seconds(median))
    if (p95 !== null) answers.set({ gateway_id, quantile: "0.95" }, seconds(p95))
  }

  return Effect.gen(function* () {
    const { read } = yield* AcquirerHealth
    const all = yield* read
    calls.reset()
    for (const health of all) set(health)
  })
}
