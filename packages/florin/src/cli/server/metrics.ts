/** Florin's metrics and those of the process, in OpenMetrics. Imported only when `FLORIN_METRICS_PORT` is set. */

import type { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import type { JobStore } from "@florin/core/jobs/Job"
import type { Operator } from "@florin/core/operator/Operator"
import type { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import * as Effect from "effect/Effect"
import { collectDefaultMetrics, Registry } from "prom-client"
import * as Florin from "../../host/metrics.js"

export interface Metrics {
  readonly contentType: string
  readonly request: typeof Florin.request
  readonly delivery: typeof Florin.delivery
  /** Queries the store, reads the health of acquirers and renders every metric. */
  readonly text: Effect.Effect<string, never, JobStore | AcquirerHealth | AcquirerReports | Operator>
}

export const make = Effect.sync((): Metrics => {
  const ofProcess = new Registry()
  // `Registry` is typed by the format of its constructor, which is always Prometheus text.
  ofProcess.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never)
  collectDefaultMetrics({ register: ofProcess })
  const { contentType, delivery, lines, request } = Florin
  const text = Effect.zipWith(
    lines,
    Effect.promise(() => ofProcess.metrics()),
    (own, others) => own + others
  )
  return { contentType, delivery, request, text }
})
