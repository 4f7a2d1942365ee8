/**
 * The metrics, whose names and attributes are stable: `docs/reference/metrics.md` lists them. They are Effect's own
 * `Metric`s, of the whole process, so an exporter for Effect reads them as they are.
 */
import { memoized } from "@florin/core/memory/Memoized"
import * as Metric from "effect/Metric"
import * as MetricBoundaries from "effect/MetricBoundaries"
import * as MetricLabel from "effect/MetricLabel"

/** What a sample is about. Undefined attributes are left out. */
export type Attributes = Readonly<Record<string, string | undefined>>

export interface Measure {
  /** As OpenTelemetry spells it. */
  readonly name: string
  readonly kind: "histogram" | "counter" | "gauge"
  /** Seconds, or the number itself. */
  readonly unit: "s" | "1"
  readonly attributes: ReadonlyArray<string>
  readonly help: string
  readonly record: (value: number, attributes?: Attributes) => void
}

type Described = Pick<Measure, "name" | "unit" | "attributes" | "help">

/** The labels of each set of attributes, made once: Effect finds a series by them. */
const labelling = (names: ReadonlyArray<string>) =>
  memoized(
    (attributes: Attributes): ReadonlyArray<MetricLabel.MetricLabel> =>
      names.flatMap((name) => {
        const value = attributes[name]
        return value === undefined ? [] : [MetricLabel.make(name, value)]
      }),
    Number.POSITIVE_INFINITY,
    (attributes) => names.map((name) => attributes[name] ?? "").join("\n")
  )

const measure = <Type, Out>(
  kind: Measure["kind"],
  described: Described,
  metric: Metric.Metric<Type, number, Out>
): Measure => {
  const labelsOf = labelling(described.attributes)
  // The exporters for OpenTelemetry take the unit from this label.
  const own = described.unit === "1" ? metric : Metric.tagged(metric, "unit", described.unit)
  return { ...described, kind, record: (value, attributes = {}) => own.unsafeUpdate(value, labelsOf(attributes)) }
}

const histogram = (described: Described, boundaries: ReadonlyArray<number>) =>
  measure(
    "histogram",
    described,
    Metric.histogram(described.name, MetricBoundaries.fromIterable(boundaries), described.help)
  )

const counter = (described: Described) =>
  measure("counter", described, Metric.counter(described.name, { description: described.help, incremental: true }))

const gauge = (described: Described) =>
  measure("gauge", described, Metric.gauge(described.name, { description: described.help }))

const gateway = "florin.gateway.id"

/** The range spans plain reads to charges with a slow acquirer. Source of the name: OpenTelemetry's conventions for HTTP. */
export const requestDuration = histogram(
  {
    name: "http.server.request.duration",
    unit: "s",
    attributes: ["http.request.method", "http.route", "http.response.status_code"],
    help: "From the head of a request to its answer, by the pattern of its route."
  },
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
)

export const attemptDuration = histogram(
  {
    name: "florin.webhook.attempt.duration",
    unit: "s",
    attributes: ["florin.webhook.outcome", "florin.webhook.result"],
    help: "How long attempts at webhooks took, by the status that the receiver answered or the reason why there was none."
  },
  [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15]
)

export const acquirerCalls = counter({
  name: "florin.acquirer.calls",
  unit: "1",
  attributes: [gateway, "florin.result"],
  help: "Calls to acquirers, by whether they were approved, were declined or failed."
})

export const acquirerAnswer = gauge({
  name: "florin.acquirer.answer",
  unit: "s",
  attributes: [gateway, "quantile"],
  help: "How long the last processed calls took: median and 95th percentile."
})

export const breakerOpen = gauge({
  name: "florin.acquirer.breaker.open",
  unit: "1",
  attributes: [gateway],
  help: "1 while the acquirer's circuit breaker is open: it is asked after the others."
})

export const failureRatio = gauge({
  name: "florin.acquirer.failure.ratio",
  unit: "1",
  attributes: [gateway],
  help: "The share of calls that failed within the last minute. 0 without calls."
})

export const acquirerNotifications = counter({
  name: "florin.acquirer.notifications",
  unit: "1",
  attributes: [gateway, "florin.result"],
  help: "What acquirers have posted, by whether it was genuine, was not, could not be read, or its connector failed."
})

export const dueWorkLag = gauge({
  name: "florin.due_work.lag",
  unit: "s",
  attributes: [],
  help: "How long the oldest due work has waited for a process. 0 while nothing waits."
})

export const dueWorkLate = gauge({
  name: "florin.due_work.late",
  unit: "1",
  attributes: ["florin.job.kind"],
  help: "Jobs that have been due for more than ten seconds, and that no process runs."
})

export const doubts = gauge({
  name: "florin.doubts",
  unit: "1",
  attributes: ["florin.doubt.about"],
  help: "Transactions whose outcome, or reversal, is not known, among the thousand oldest undecided ones. Calls under way are such."
})

export const oldestDoubt = gauge({
  name: "florin.doubts.oldest",
  unit: "s",
  attributes: ["florin.doubt.about"],
  help: "How long the oldest of these has been in doubt. 0 while there is none."
})

export const webhooksWaiting = gauge({
  name: "florin.webhooks.waiting",
  unit: "1",
  attributes: [],
  help: "Webhooks that no receiver has acknowledged yet, and that are attempted again."
})

export const webhooksExhausted = gauge({
  name: "florin.webhooks.exhausted",
  unit: "1",
  attributes: [],
  help: "Webhooks whose last attempt has failed: nobody sends them again unless asked to."
})

export const storeUp = gauge({
  name: "florin.store.up",
  unit: "1",
  attributes: [],
  help: "1 when the database answered within two seconds when it was last asked."
})

export const storeAnswer = gauge({
  name: "florin.store.answer",
  unit: "s",
  attributes: [],
  help: "How long the database took to answer when it was last asked."
})

/** All of them, in the order in which they are written. */
export const measures: ReadonlyArray<Measure> = [
  requestDuration,
  attemptDuration,
  acquirerCalls,
  acquirerAnswer,
  breakerOpen,
  failureRatio,
  acquirerNotifications,
  dueWorkLag,
  dueWorkLate,
  doubts,
  oldestDoubt,
  webhooksWaiting,
  webhooksExhausted,
  storeUp,
  storeAnswer
]
