/**
 * What Florin measures, as Effect's `Metric`s and as text in OpenMetrics. Names, attributes and units:
 * `docs/reference/metrics.md`. They count for the whole process: several Florins in one are added up.
 */
import { AcquirerReports, type NoticeCounts } from "@florin/core/card-operations/AcquirerReports"
import { JobStore } from "@florin/core/jobs/Job"
import { Operator } from "@florin/core/operator/Operator"
import { DoubtAbout } from "@florin/core/operator/OperatorRules"
import { AcquirerHealth, type Health } from "@florin/core/routing/AcquirerHealth"
import { MonotonicClock } from "@florin/core/time/MonotonicClock"
import * as RequestObserver from "@florin/http-adapter/RequestObserver"
import * as DeliveryObserver from "@florin/webhook-dispatcher/DeliveryObserver"
import type * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import * as Catalogue from "./metrics/catalogue.js"
import * as OpenMetrics from "./metrics/openMetrics.js"

/** How long the store is waited for; scrapers give up after ten seconds by default. */
const patience = Duration.seconds(2)

const seconds = (milliseconds: number): number => milliseconds / 1000

export const request = ({ method, milliseconds, route, status }: RequestObserver.ObservedRequest): void =>
  Catalogue.requestDuration.record(seconds(milliseconds), {
    "http.request.method": RequestObserver.methodOf(method),
    "http.route": route,
    "http.response.status_code": String(status)
  })

const outcomeOf = ({ isDelivered, isExhausted }: DeliveryObserver.ObservedDelivery): string => {
  if (isDelivered) return "delivered"
  return isExhausted ? "exhausted" : "failed"
}

export const delivery = (observed: DeliveryObserver.ObservedDelivery): void =>
  Catalogue.attemptDuration.record(seconds(observed.milliseconds), {
    "florin.webhook.outcome": outcomeOf(observed),
    "florin.webhook.result": observed.result
  })

/** Counts requests and attempts at webhooks, beside the observers that the host has. */
export const layer: Layer.Layer<never> = Layer.unwrapEffect(
  Effect.zipWith(RequestObserver.RequestObserver, DeliveryObserver.DeliveryObserver, (ofRequests, ofDeliveries) =>
    Layer.merge(
      RequestObserver.layer((observed) => {
        ofRequests?.(observed)
        request(observed)
      }),
      DeliveryObserver.layer((observed) => {
        ofDeliveries?.(observed)
        delivery(observed)
      })
    )
  )
)

type Total = Health["total"]

const none: Total = { approved: 0, declined: 0, underway: 0, failed: 0 }

const results = ["approved", "declined", "underway", "failed"] as const

/** What was counted of each acquirer of a gateway: the gateway itself counts from its start on. */
const counted = new WeakMap<object, Map<number, Total>>()

const acquirer = (
  known: Map<number, Total>,
  { breaker, failureRatio, gatewayId, median, p95, total }: Health
): void => {
  const attributes = { "florin.gateway.id": String(gatewayId) }
  const before = known.get(gatewayId) ?? none
  known.set(gatewayId, total)
  for (const result of results) {
    Catalogue.acquirerCalls.record(total[result] - before[result], { ...attributes, "florin.result": result })
  }
  Catalogue.breakerOpen.record(breaker === "closed" ? 0 : 1, attributes)
  Catalogue.failureRatio.record(failureRatio ?? 0, attributes)
  if (median !== null) Catalogue.acquirerAnswer.record(seconds(median), { ...attributes, quantile: "0.5" })
  if (p95 !== null) Catalogue.acquirerAnswer.record(seconds(p95), { ...attributes, quantile: "0.95" })
}

const acquirers = Effect.gen(function* () {
  const health = yield* AcquirerHealth
  const known = counted.get(health) ?? new Map<number, Total>()
  counted.set(health, known)
  for (const one of yield* health.read) acquirer(known, one)
})

const notices = { Genuine: "genuine", NotGenuine: "not-genuine", Unreadable: "unreadable", Failed: "failed" } as const

const noticeTags = Object.keys(notices) as ReadonlyArray<keyof typeof notices>

type NoticeTotal = NoticeCounts["total"]

/** What was recorded of each acquirer of a gateway. */
const noticed = new WeakMap<object, Map<number, NoticeTotal>>()

const reports = Effect.map(AcquirerReports, (service) => {
  const known = noticed.get(service) ?? new Map<number, NoticeTotal>()
  noticed.set(service, known)
  for (const { gatewayId, total } of service.counts()) {
    const before = known.get(gatewayId)
    known.set(gatewayId, { ...total })
    for (const tag of noticeTags) {
      Catalogue.acquirerNotifications.record(total[tag] - (before?.[tag] ?? 0), {
        "florin.gateway.id": String(gatewayId),
        "florin.result": notices[tag]
      })
    }
  }
})

const store = Effect.gen(function* () {
  const { nextDue } = yield* JobStore
  const { unsafeNow } = yield* MonotonicClock
  const began = unsafeNow()
  const answer = yield* Effect.exit(Effect.timeout(Effect.withTracerEnabled(nextDue, false), patience))
  Catalogue.storeAnswer.record(seconds(unsafeNow() - began))
  Catalogue.storeUp.record(Exit.isSuccess(answer) ? 1 : 0)
  if (Exit.isFailure(answer)) return false
  const now = yield* DateTime.now
  const due = Option.getOrElse(answer.value, () => now)
  Catalogue.dueWorkLag.record(Math.max(0, seconds(now.epochMillis - due.epochMillis)))
  return true
})

/** The kinds of late work that were told of a gateway: one that is not late any more is told as 0. */
const lateKinds = new WeakMap<object, Set<string>>()

type Backlog = Effect.Effect.Success<Context.Tag.Service<Operator>["backlog"]>

const late = (kinds: Set<string>, found: Backlog["late"]): void => {
  const counts = new Map(found.map(({ count, kind }) => [kind, count]))
  for (const kind of counts.keys()) kinds.add(kind)
  for (const kind of kinds) Catalogue.dueWorkLate.record(counts.get(kind) ?? 0, { "florin.job.kind": kind })
}

const doubtful = (now: DateTime.Utc, doubts: Backlog["doubts"]): void => {
  for (const about of DoubtAbout.literals) {
    const attributes = { "florin.doubt.about": about }
    const since = doubts.flatMap((doubt) => (doubt.about === about ? [doubt.since.epochMillis] : []))
    Catalogue.doubts.record(since.length, attributes)
    const oldest = Math.min(now.epochMillis, ...since)
    Catalogue.oldestDoubt.record(seconds(now.epochMillis - oldest), attributes)
  }
}

const backlog = Effect.gen(function* () {
  const operator = yield* Operator
  const answer = yield* Effect.option(Effect.timeout(Effect.withTracerEnabled(operator.backlog, false), patience))
  if (Option.isNone(answer)) return
  const kinds = lateKinds.get(operator) ?? new Set()
  lateKinds.set(operator, kinds)
  late(kinds, answer.value.late)
  doubtful(yield* DateTime.now, answer.value.doubts)
  Catalogue.webhooksWaiting.record(answer.value.webhooksWaiting)
  Catalogue.webhooksExhausted.record(answer.value.webhooksExhausted)
})

type Measured = AcquirerHealth | AcquirerReports | JobStore | Operator

/**
 * Takes what is measured only when somebody asks: acquirers, due work, doubts, webhooks and the store. `text` does it; a host that exports
 * metrics in another way repeats it.
 */
export const measure: Effect.Effect<void, never, Measured> = Effect.zipRight(
  Effect.zipRight(acquirers, reports),
  // A store that does not answer is asked once: what it was last known to hold stays.
  Effect.whenEffect(backlog, store)
)

export const contentType = OpenMetrics.contentType

/** All metrics without the end of the text, for a host that adds some of its own. */
export const lines: Effect.Effect<string, never, Measured> = Effect.map(measure, () =>
  OpenMetrics.text(Catalogue.measures, Metric.unsafeSnapshot())
)

/** All metrics as text, of the type `contentType`. */
export const text: Effect.Effect<string, never, Measured> = Effect.map(lines, (lines) => lines + OpenMetrics.end)
