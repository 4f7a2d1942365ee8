/** The server's metrics in OpenMetrics text. Imported only when `FLORIN_METRICS_PORT` is set. */
import { JobStore } from "@florin/core/jobs/Job"
import type { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import type { ObservedRequest } from "@florin/http-adapter/RequestObserver"
import type { ObservedDelivery } from "@florin/webhook-dispatcher/DeliveryObserver"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import * as AcquirerMetrics from "./acquirerMetrics.js"

/** How long a scrape waits for the store; scrapers give up after ten seconds by default. */
const patience = Duration.seconds(2)

// Unit: seconds. The range spans plain reads to charges with a slow acquirer.
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const deliveryBuckets = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]

export interface Metrics {
  readonly contentType: string
  readonly request: (observed: ObservedRequest) => void
  readonly delivery: (observed: ObservedDelivery) => void
  /** Queries the store, reads the health of acquirers and renders every metric. */
  readonly text: Effect.Effect<string, never, JobStore | AcquirerHealth>
}

/** Metrics updated by events. */
const counted = (registers: ReadonlyArray<Registry>) => {
  const own = { registers: [...registers] }
  return {
    requests: new Counter({
      ...own,
      name: "florin_http_requests_total",
      help: "Answered requests, by the pattern of their route.",
      labelNames: ["method", "route", "status"]
    }),
    requestSeconds: new Histogram({
      ...own,
      name: "florin_http_request_duration_seconds",
      help: "From the head of a request to its answer.",
      labelNames: ["route"],
      buckets: requestBuckets
    }),
    attempts: new Counter({
      ...own,
      name: "florin_webhook_attempts_total",
      help: "Attempts at webhooks, by the status that the receiver answered or the reason why there was none.",
      labelNames: ["delivered", "result"]
    }),
    attemptSeconds: new Histogram({
      ...own,
      name: "florin_webhook_attempt_duration_seconds",
      help: "How long attempts at webhooks took.",
      buckets: deliveryBuckets
    })
  }
}

/** Metrics read from the store on each scrape. */
const asked = (registers: ReadonlyArray<Registry>) => {
  const gauge = (name: string, help: string) => new Gauge({ registers: [...registers], name, help })
  return {
    lag: gauge(
      "florin_due_work_lag_seconds",
      "How long the oldest due work has waited for a process. 0 while nothing waits."
    ),
    storeUp: gauge("florin_store_up", "1 when the database answered this scrape within two seconds."),
    storeSeconds: gauge("florin_store_answer_seconds", "How long the database took to answer a query of this scrape.")
  }
}

export const make = Effect.gen(function* () {
  const { unsafeNow } = yield* MonotonicClock
  const registry = new Registry()
  // `Registry` is typed by the format of its constructor, which is always Prometheus text.
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never)
  collectDefaultMetrics({ register: registry })
  const { attempts, attemptSeconds, requests, requestSeconds } = counted([registry])
  const { lag, storeSeconds, storeUp } = asked([registry])
  const acquirers = AcquirerMetrics.make(registry)

  const measured = Effect.gen(function* () {
    const { nextDue } = yield* JobStore
    const began = unsafeNow()
    const answer = yield* Effect.exit(Effect.timeout(nextDue, patience))
    storeSeconds.set((unsafeNow() - began) / 1000)
    storeUp.set(Exit.isSuccess(answer) ? 1 : 0)
    if (Exit.isFailure(answer)) return
    const now = yield* DateTime.now
    const due = Option.getOrElse(answer.value, () => now)
    lag.set(Math.max(0, now.epochMillis - due.epochMillis) / 1000)
  })

  const metrics: Metrics = {
    contentType: registry.contentType,
    request: ({ method, milliseconds, route = "none", status }) => {
      requests.inc({ method, route, status: String(status) })
      requestSeconds.observe({ route }, milliseconds / 1000)
    },
    delivery: ({ isDelivered, milliseconds, result }) => {
      attempts.inc({ delivered: String(isDelivered), result })
      attemptSeconds.observe(milliseconds / 1000)
    },
    text: Effect.zipRight(
      Effect.zipRight(acquirers, measured),
      Effect.promise(() => registry.metrics())
    )
  }
  return metrics
})
