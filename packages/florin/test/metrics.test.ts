import { assert, describe, it } from "@effect/vitest"
import { AcquirerReports } from "@florin/core/card-operations/AcquirerReports"
import { JobStore } from "@florin/core/jobs/Job"
import { Operator } from "@florin/core/operator/Operator"
import { NotFound } from "@florin/core/request/InvalidRequest"
import { AcquirerHealth, type Health } from "@florin/core/routing/AcquirerHealth"
import * as Capabilities from "@florin/core/routing/Capabilities"
import { StorageError } from "@florin/core/store/StorageError"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import * as Metrics from "../src/cli/server/metrics.js"
import * as MetricsServer from "../src/cli/server/metricsServer.js"

type NextDue = Effect.Effect<Option.Option<DateTime.Utc>, StorageError>

const idleAcquirer: Health = {
  ...{
    gatewayId: 7000,
    name: "One",
    simulated: false,
    can: Capabilities.withDefaults({ name: "One" }),
    breaker: "closed",
    calls: 0,
    failureRatio: null,
    median: null,
    p95: null
  },
  total: { approved: 0, declined: 0, underway: 0, failed: 0 }
}

const health = (all: ReadonlyArray<Health>) =>
  AcquirerHealth.of({
    read: Effect.succeed(all),
    begin: () => () => undefined,
    reached: () => undefined,
    choose: () => ({ chosen: undefined, skipped: [] }),
    news: () => undefined
  })

const reports = AcquirerReports.of({ receivers: [], counts: () => [], receive: () => new NotFound() })

type Backlog = Effect.Effect.Success<Operator["Type"]["backlog"]>

const nothing: Backlog = { doubts: [], late: [], webhooksExhausted: 0, webhooksWaiting: 0 }

/** An operator of whom a scrape asks nothing but the numbers. */
const operatorWith = (backlog: Operator["Type"]["backlog"]) => ({ backlog }) as Operator["Type"]

const store = (
  nextDue: NextDue,
  acquirers: ReadonlyArray<Health> = [idleAcquirer],
  operator = operatorWith(Effect.succeed(nothing))
) => {
  const measured = health(acquirers)
  return <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(
      Effect.provideService(JobStore, { nextDue, nextDueOf: () => nextDue, subjects: () => Effect.succeed(new Set()) }),
      Effect.provideService(AcquirerHealth, measured),
      Effect.provideService(AcquirerReports, reports),
      Effect.provideService(Operator, operator)
    )
}

const request = {
  request: "0a1b",
  shop: "books",
  operator: undefined,
  method: "POST",
  route: "/metrics-of-a-test",
  status: 200,
  milliseconds: 30,
  uid: undefined
}
const delivery = {
  shop: "books",
  uid: "1",
  notification: "msg_1",
  attempt: 1,
  milliseconds: 2000
} as never as Parameters<Metrics.Metrics["delivery"]>[0]

const idle = Effect.succeedNone

/** The samples by name and labels, after the rules of the format were checked. */
const read = (text: string): Map<string, number> => {
  assert.isTrue(text.endsWith("\n# EOF\n"), "the end is marked")
  const types = new Map<string, string>()
  const helps = new Set<string>()
  const samples = new Map<string, number>()
  const suffixes: Record<string, RegExp> = { counter: /^_total$/, histogram: /^_(?:bucket|sum|count)$/, gauge: /^$/ }
  let family = ""
  for (const line of text.trimEnd().split("\n").slice(0, -1)) {
    const described = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line)
    if (described !== null) {
      const [, what, name = "", rest = ""] = described
      const known = what === "TYPE" ? types.has(name) : helps.has(name)
      assert.isFalse(known, `${line} once`)
      if (what === "TYPE") types.set(name, rest)
      else helps.add(name)
      family = name
      continue
    }
    const sample =
      /^([a-zA-Z_:][\w:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i.exec(line)
    assert.isNotNull(sample, line)
    const [, name = "", labels = "", value] = sample ?? []
    assert.isTrue(name.startsWith(family), `${line} stands with its family`)
    assert.match(name.slice(family.length), suffixes[types.get(family) ?? ""] ?? /never/, line)
    assert.isFalse(samples.has(name + labels), `${line} once`)
    samples.set(name + labels, Number(value))
  }
  for (const name of types.keys()) assert.isTrue(helps.has(name), name)
  return samples
}

describe("the metrics", () => {
  it.effect("count requests and attempts, and measure how long they took, as OpenMetrics", () =>
    Effect.gen(function* () {
      const metrics = yield* Metrics.make
      const before = read(yield* store(idle)(metrics.text))
      metrics.request(request)
      metrics.request({ ...request, milliseconds: 3000 })
      metrics.request({ ...request, method: "BREW", route: undefined, status: 404, milliseconds: 0.2 })
      metrics.delivery({ ...delivery, isDelivered: true, result: "204" })
      metrics.delivery({ ...delivery, isDelivered: false, result: "timeout" })
      metrics.delivery({ ...delivery, isDelivered: false, isExhausted: true, result: "timeout" })
      assert.strictEqual(metrics.contentType, "application/openmetrics-text; version=1.0.0; charset=utf-8")
      const samples = read(yield* store(idle)(metrics.text))
      const added = (name: string) => (samples.get(name) ?? 0) - (before.get(name) ?? 0)
      const duration = "http_server_request_duration_seconds"
      const post = 'http_request_method="POST",http_route="/metrics-of-a-test",http_response_status_code="200"'
      const other = 'http_request_method="_OTHER",http_response_status_code="404"'
      assert.strictEqual(added(`${duration}_count{${post}}`), 2)
      assert.strictEqual(added(`${duration}_count{${other}}`), 1)
      assert.strictEqual(added(`${duration}_bucket{le="0.025",${post}}`), 0)
      assert.strictEqual(added(`${duration}_bucket{le="0.05",${post}}`), 1)
      assert.strictEqual(added(`${duration}_bucket{le="+Inf",${post}}`), 2)
      assert.closeTo(added(`${duration}_sum{${post}}`), 3.03, 1e-9)
      const attempts = (outcome: string, result: string) =>
        added(
          `florin_webhook_attempt_duration_seconds_count{florin_webhook_outcome="${outcome}",florin_webhook_result="${result}"}`
        )
      assert.strictEqual(attempts("delivered", "204"), 1)
      assert.strictEqual(attempts("failed", "timeout"), 1)
      assert.strictEqual(attempts("exhausted", "timeout"), 1)
      assert.isAbove(samples.get("process_resident_memory_bytes") ?? 0, 1e6)
    })
  )

  it.effect("D42: show how each acquirer does, the same at the next scrape", () =>
    Effect.gen(function* () {
      const { text } = yield* Metrics.make
      const acquirers: ReadonlyArray<Health> = [
        idleAcquirer,
        {
          ...idleAcquirer,
          ...{
            gatewayId: 7001,
            name: "Seven",
            breaker: "half-open",
            calls: 4,
            failureRatio: 0.75,
            median: 120,
            p95: 2500
          },
          total: { approved: 23, declined: 7, underway: 2, failed: 12 }
        }
      ]
      const same = store(idle, acquirers)
      for (const _ of [1, 2]) {
        const samples = read(yield* same(text))
        const shown = [...samples].filter(([name]) => name.includes("700"))
        assert.deepStrictEqual(Object.fromEntries(shown), {
          'florin_acquirer_calls_total{florin_gateway_id="7000",florin_result="approved"}': 0,
          'florin_acquirer_calls_total{florin_gateway_id="7000",florin_result="declined"}': 0,
          'florin_acquirer_calls_total{florin_gateway_id="7000",florin_result="underway"}': 0,
          'florin_acquirer_calls_total{florin_gateway_id="7000",florin_result="failed"}': 0,
          'florin_acquirer_calls_total{florin_gateway_id="7001",florin_result="approved"}': 23,
          'florin_acquirer_calls_total{florin_gateway_id="7001",florin_result="declined"}': 7,
          'florin_acquirer_calls_total{florin_gateway_id="7001",florin_result="underway"}': 2,
          'florin_acquirer_calls_total{florin_gateway_id="7001",florin_result="failed"}': 12,
          'florin_acquirer_breaker_open{florin_gateway_id="7000"}': 0,
          'florin_acquirer_breaker_open{florin_gateway_id="7001"}': 1,
          'florin_acquirer_failure_ratio{florin_gateway_id="7000"}': 0,
          'florin_acquirer_failure_ratio{florin_gateway_id="7001"}': 0.75,
          'florin_acquirer_answer_seconds{florin_gateway_id="7001",quantile="0.5"}': 0.12,
          'florin_acquirer_answer_seconds{florin_gateway_id="7001",quantile="0.95"}': 2.5
        })
      }
    })
  )

  it.effect("escape what a label holds", () =>
    Effect.gen(function* () {
      const metrics = yield* Metrics.make
      metrics.delivery({ ...delivery, isDelivered: false, result: 'a "b" \\ c\nd' })
      const samples = read(yield* store(idle)(metrics.text))
      assert.isTrue(
        samples.has(
          String.raw`florin_webhook_attempt_duration_seconds_count{florin_webhook_outcome="failed",florin_webhook_result="a \"b\" \\ c\nd"}`
        )
      )
    })
  )

  it.effect.each([
    { of: "nothing waits", nextDue: idle as NextDue, lag: 0, up: 1 },
    { of: "work is due later", nextDue: Effect.succeedSome(DateTime.unsafeMake(70_000)) as NextDue, lag: 0, up: 1 },
    { of: "work has waited", nextDue: Effect.succeedSome(DateTime.unsafeMake(15_500)) as NextDue, lag: 44.5, up: 1 },
    {
      of: "the store fails",
      nextDue: Effect.fail(new StorageError({ reason: "unavailable", operation: "jobs.nextDue" })) as NextDue,
      lag: 0,
      up: 0
    }
  ])("say how far due work lags, by the gateway's clock: $of", ({ lag, nextDue, up }) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(60_000)
      const samples = read(yield* store(nextDue)((yield* Metrics.make).text))
      if (up === 1) assert.strictEqual(samples.get("florin_due_work_lag_seconds"), lag)
      assert.strictEqual(samples.get("florin_store_up"), up)
      assert.isAtLeast(samples.get("florin_store_answer_seconds") ?? -1, 0)
    })
  )

  it.effect("say what has not been done, and of late work that none is left", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(100_000)
      const metrics = yield* Metrics.make
      let backlog: Backlog = {
        doubts: [
          { about: "outcome", since: DateTime.unsafeMake(40_000) },
          { about: "outcome", since: DateTime.unsafeMake(90_000) },
          { about: "reversal", since: DateTime.unsafeMake(75_500) }
        ],
        late: [
          { kind: "notify", count: 12 },
          { kind: "renew", count: 3 }
        ],
        webhooksExhausted: 4,
        webhooksWaiting: 17
      }
      const operator = operatorWith(Effect.sync(() => backlog))
      const numbers = (found: ReadonlyArray<number>): Record<string, number | undefined> => ({
        'florin_due_work_late{florin_job_kind="notify"}': found[0],
        'florin_due_work_late{florin_job_kind="renew"}': found[1],
        'florin_doubts{florin_doubt_about="outcome"}': found[2],
        'florin_doubts{florin_doubt_about="reversal"}': found[3],
        'florin_doubts_oldest_seconds{florin_doubt_about="outcome"}': found[4],
        'florin_doubts_oldest_seconds{florin_doubt_about="reversal"}': found[5],
        florin_webhooks_waiting: found[6],
        florin_webhooks_exhausted: found[7]
      })
      // The registry is the process's: what other files measured of other kinds is no matter of this test.
      const reported = Effect.map(store(idle, [idleAcquirer], operator)(metrics.text), (text) => {
        const samples = read(text)
        return Object.fromEntries(Object.keys(numbers([])).map((name) => [name, samples.get(name)]))
      })
      assert.deepStrictEqual(yield* reported, numbers([12, 3, 2, 1, 60, 24.5, 17, 4]))
      backlog = { ...nothing, late: [{ kind: "renew", count: 1 }] }
      assert.deepStrictEqual(yield* reported, numbers([0, 1, 0, 0, 0, 0, 0, 0]))
    })
  )

  it.effect("keep what was known while the store does not answer, and ask it once", () =>
    Effect.gen(function* () {
      const metrics = yield* Metrics.make
      const waiting = (count: number) => operatorWith(Effect.succeed({ ...nothing, webhooksWaiting: count }))
      yield* store(idle, [idleAcquirer], waiting(5))(metrics.text)
      const silent = Effect.fail(new StorageError({ reason: "unavailable", operation: "jobs.nextDue" }))
      const samples = read(yield* store(silent, [idleAcquirer], operatorWith(Effect.die("asked again")))(metrics.text))
      assert.strictEqual(samples.get("florin_webhooks_waiting"), 5)
    })
  )

  it.scopedLive("are served at /metrics and nowhere else", () =>
    Effect.gen(function* () {
      const metrics = yield* Metrics.make
      const url = yield* store(idle)(MetricsServer.listen(metrics, "127.0.0.1", 0))
      const ask = (path: string, method = "GET") =>
        Effect.promise(async () => {
          const response = await fetch(url + path, { method })
          return { status: response.status, type: response.headers.get("content-type"), text: await response.text() }
        })
      const { status, text, type } = yield* ask("/metrics")
      assert.deepStrictEqual([status, type], [200, metrics.contentType])
      assert.include(text, "florin_store_up 1\n")
      for (const [path, method] of [
        ["/", "GET"],
        ["/metricsandmore", "GET"],
        ["/metrics", "POST"]
      ] as const) {
        assert.strictEqual((yield* ask(path, method)).status, 404, `${method} ${path}`)
      }
      assert.strictEqual((yield* ask("/metrics?name=x", "HEAD")).text, "")
    })
  )
})
