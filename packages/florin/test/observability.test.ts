// What tracers and scrapers are told: the page, the code and the dashboard have the same names, and nothing secret is told.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import * as SubscriptionWriter from "@florin/core/billing/SubscriptionWriter"
import * as Sweep from "@florin/core/due-work/Sweep"
import * as OutboxMessage from "@florin/core/operations/OutboxMessage"
import * as Recovery from "@florin/core/operations/Recovery"
import * as ReceiptMailRules from "@florin/core/receipts/ReceiptMailRules"
import * as DailyReconciliation from "@florin/core/reconciliation/DailyReconciliation"
import { commits } from "@florin/core/store/FaultPoints"
import type { SpanName } from "@florin/core/tracing/SpanNames"
import * as Tracing from "@florin/core/tracing/Tracing"
import * as RecordedSpans from "@florin/testing/tracing/RecordedSpans"
import type * as Operation from "@florin/wire/operations/Operation"
import * as Running from "@florin/wire/operations/Running"
import { operatorTable, sandboxTable, table } from "@florin/wire/operations/Table"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Tracer from "effect/Tracer"
import { createFlorin } from "florin"
import { Florin, Metrics } from "florin/effect"
import { measures } from "../src/host/metrics/catalogue.js"
import { nameOf } from "../src/host/metrics/openMetrics.js"
import * as CodeForms from "./internal/codeForms.js"
import * as NumberForms from "./internal/numberForms.js"
import { root } from "./internal/server.js"
import { ask } from "./internal/shop.js"

const page = readFileSync(join(root, "docs", "reference", "metrics.md"), "utf8")

/** The text below a heading, up to the next one. */
const section = (heading: string): string => {
  const [, rest = ""] = page.split(`\n### ${heading}\n`)
  return rest.split(/\n#+ /)[0] ?? ""
}

const codesIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)

/** The cells of a column of the section's table. */
const column = (heading: string, index: number): ReadonlyArray<string> =>
  section(heading)
    .split("\n")
    .filter((line) => /^\| `/.test(line))
    .map((line) => line.split(" | ")[index] ?? "")

/** The spans of all operations. */
const operations = [table, operatorTable, sandboxTable].flatMap((all) =>
  Object.values<Operation.Any>(all).map(Running.spanOf)
)

const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

// Does not compile while a name is missing.
const calls: Readonly<
  Record<Extract<SpanName, `${"acquirer" | "provider" | "3-d-secure" | "wallet"} ${string}`>, true>
> = {
  ...{ "acquirer charge": true, "acquirer capture": true, "acquirer void": true, "acquirer refund": true },
  ...{ "acquirer payout": true, "acquirer status": true },
  ...{ "provider payment": true, "provider refund": true, "provider payout": true, "provider status": true },
  ...{ "3-d-secure begin": true, "3-d-secure continue": true, "wallet save": true }
}

const kinds = [
  ...[Recovery.kind, OutboxMessage.kind, SubscriptionWriter.kind, ReceiptMailRules.kind, Sweep.job.kind],
  ...[DailyReconciliation.job.kind, "expire", "release-hold", "look-again", "reverse", "lapse", "mail-money"]
]

const sources = (directory: string): ReadonlyArray<string> =>
  readdirSync(directory, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(join(directory, file), "utf8"))

/** The names of attributes in the code that begins spans. */
const attributesInCode = () =>
  ["core", "http-adapter", "scheduler", "webhook-dispatcher"]
    .flatMap((name) => sources(join(root, "packages", name, "src")))
    .flatMap((text) => [...text.matchAll(/"((?:florin|http|server|error)\.[a-z_.]+)"/g)].map(([, name = ""]) => name))

describe("the page of spans and metrics", () => {
  it("names every span, and no other", () => {
    const named = column("Names of spans", 0).flatMap(codesIn)
    const jobs = kinds.map((kind) => `job ${kind}`)
    const whose = ["shop.{operation}", "operator.{operation}", "sandbox.{operation}"]
    const expected = [...whose, ...Object.keys(calls), ...jobs, "{method} {route}", "commit {name}", "POST"]
    assert.deepStrictEqual(sorted(named), sorted(expected))
  })

  it("names every attribute of spans, and no other", () => {
    assert.deepStrictEqual(sorted(column("Attributes of spans", 0).flatMap(codesIn)), sorted(attributesInCode()))
  })

  it("names every metric with its attributes, and no other", () => {
    const [names, written, types, attributes] = [0, 1, 2, 3].map((index) => column("Names of metrics", index))
    const suffix = { counter: "_total", gauge: "", histogram: "" }
    assert.deepStrictEqual(
      names?.map((name, row) => [name, written?.[row], types?.[row], codesIn(attributes?.[row] ?? "").join()]),
      measures.map((measure) => [
        `| \`${measure.name}\``,
        `\`${nameOf(measure)}${suffix[measure.kind]}\``,
        measure.unit === "s" ? `${measure.kind}, s` : measure.kind,
        measure.attributes.join()
      ])
    )
  })
})

describe("a traceparent", () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c"
  const spanId = "b7ad6b7169203331"

  it.each([
    { text: `00-${traceId}-${spanId}-01`, sampled: true },
    { text: `00-${traceId}-${spanId}-00`, sampled: false },
    { text: `00-${traceId}-${spanId}-03`, sampled: true },
    { text: `cc-${traceId}-${spanId}-01-of-a-later-version`, sampled: true },
    { text: undefined, sampled: undefined },
    { text: "", sampled: undefined },
    { text: `ff-${traceId}-${spanId}-01`, sampled: undefined },
    { text: `00-${"0".repeat(32)}-${spanId}-01`, sampled: undefined },
    { text: `00-${traceId}-${"0".repeat(16)}-01`, sampled: undefined },
    { text: `00-${traceId.toUpperCase()}-${spanId}-01`, sampled: undefined },
    { text: `00-${traceId}-${spanId}`, sampled: undefined },
    { text: `00-${traceId}1-${spanId}-01`, sampled: undefined }
  ])("$text is read as sampled: $sampled", ({ sampled, text }) => {
    const span = Tracing.spanOf(text)
    assert.strictEqual(span?.sampled, sampled)
    if (span !== undefined) assert.deepStrictEqual([span.traceId, span.spanId], [traceId, spanId])
  })

  it("is not sent for a tracer that records nothing", () => {
    const nothing = { spanId: "0".repeat(16), traceId: "0".repeat(32), sampled: false }
    assert.isUndefined(Tracing.traceparentOf(Tracer.externalSpan(nothing)))
    assert.strictEqual(Tracing.traceparentOf(Tracer.externalSpan({ spanId, traceId })), `00-${traceId}-${spanId}-01`)
  })
})

const card = {
  number: "4200000000000000",
  securityCode: "6877",
  holder: "Jane Roe-Secret",
  expMonth: 12,
  expYear: 2035
}

const canaries = [card.number, card.holder, "secret@customer.example", "Secret Street", "Secret order", "a-secret-path"]

const options = (directory: string) => ({
  database: `sqlite:${join(directory, "florin.db")}`,
  sandbox: true as const,
  baseUrl: "https://shop.example/pay",
  shops: [
    { id: "books", secretKey: "a-long-random-secret", notificationUrl: "http://127.0.0.1:1/a-secret-path?key=6877" }
  ]
})

const quiet = Logger.minimumLogLevel(LogLevel.None)

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "florin-observed-"))),
  (directory) => Effect.sync(() => rmSync(directory, { recursive: true }))
)

/** A customer's data in every member that takes some. */
const order = (amount: number) => ({
  ...{ amount, currency: "EUR", description: "Secret order", card },
  customer: { email: "secret@customer.example" },
  billingAddress: { firstName: "Jane", address: "Secret Street", city: "Riga", country: "LV" }
})

/** Orders of every kind, done and refused. */
const ordered = Effect.gen(function* () {
  const { authorize, capture, pay, plans, refund, subscriptions, tokenize } = Florin.shop("books")
  const held = yield* authorize(order(1000))
  yield* capture({ parentUid: held.uid, amount: 600 })
  const paid = yield* pay(order(1100))
  yield* refund({ parentUid: paid.uid, amount: 100, reason: "Secret order" })
  yield* tokenize(order(0)).pipe(Effect.exit)
  yield* Effect.exit(pay(order(1100)))
  yield* Effect.exit(capture({ parentUid: held.uid, amount: 999_999 }))
  yield* pay({ ...order(1200), card: { ...card, holder: "DECLINE" } })
  const price = { amount: 700, interval: 1, intervalUnit: "month" } as const
  const plan = yield* plans.create({ title: "Secret order", currency: "EUR", plan: price })
  yield* subscriptions.create({ plan: { id: plan.id }, card })
  yield* Florin.sandbox.advance({ months: 2 })
})

describe("spans", () => {
  it.live("have the names and attributes of the page, and nothing of what was sent", () => {
    const spans = RecordedSpans.make()
    return Effect.gen(function* () {
      const directory = yield* temporary
      yield* Effect.provide(ordered, Layer.merge(Florin.layer(options(directory)), quiet))
      const own = spans.spans.filter(({ attributes }) =>
        [...attributes.keys()].some((name) => name.startsWith("florin."))
      )
      const names = sorted(own.map(({ name }) => name))
      for (const expected of ["acquirer capture", "acquirer charge", "shop.refund", "job notify", "job renew"]) {
        assert.include(names, expected)
      }
      const begun = spans.spans.map(({ name }) => name).filter((name) => /^(?:shop|operator|sandbox)\./.test(name))
      assert.includeMembers(begun, ["shop.pay", "shop.plans.create", "shop.subscriptions.create", "sandbox.moveClock"])
      assert.includeMembers(operations, begun)
      const documented = codesIn(section("Attributes of spans"))
      for (const { attributes, name } of own) assert.includeMembers(documented, [...attributes.keys()], name)
      const commitsReported = spans.spans
        .filter(({ name }) => name.startsWith("commit "))
        .map(({ name }) => name.slice(7))
      assert.includeMembers([...commits], commitsReported)
      // Effect gives a tracer the value of what succeeds, which no exporter sends.
      const reported = JSON.stringify(
        spans.spans.map(({ attributes, exit, name }) => [name, [...attributes], exit?._tag === "Failure" ? exit : ""])
      )
      for (const canary of canaries) assert.notInclude(reported, canary)
      assert.isEmpty(NumberForms.found(Buffer.from(reported), card.number))
      assert.isEmpty(CodeForms.found(Buffer.from(reported), [card.securityCode]))
    }).pipe(Effect.scoped, Effect.withTracer(spans.tracer))
  })
})

describe("createFlorin's metrics", () => {
  it.live("are those of Effect apps, as text", () =>
    Effect.gen(function* () {
      const directory = yield* temporary
      const florin = yield* Effect.promise(() => createFlorin({ ...options(directory), metrics: true }))
      yield* Effect.promise(() => ask(florin, new Request("https://shop.example/pay/health/live")))
      const text = yield* Effect.promise(() => florin.metrics())
      yield* Effect.promise(() => florin.close())
      assert.match(text, /^http_server_request_duration_seconds_count\{.*http_route="\/health\/live".*\} [1-9]/m)
      assert.include(text, "florin_store_up 1\n")
      assert.include(text, 'florin_doubts{florin_doubt_about="outcome"} 0\n')
      assert.include(text, "florin_webhooks_waiting 0\n")
      assert.isTrue(text.endsWith("# EOF\n"))
      assert.include(page, Metrics.contentType)
    }).pipe(Effect.scoped)
  )
})

const ofProcess = ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"]

const labelsByName = new Map(
  measures.map((measure) => [nameOf(measure), measure.attributes.map((name) => name.replaceAll(".", "_"))])
)

/** The metrics that an expression of PromQL asks for, all of which exist and have the labels that it names. */
const familiesOf = (expression: string): ReadonlyArray<string> => {
  const grouped = [...expression.matchAll(/ by \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "))
  const requested = expression
    .replaceAll(/ by \([^)]*\)/g, "")
    .matchAll(/\b((?:florin|http|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)
  return [...requested].map(([, name = "", labels = ""]) => {
    const family = name.replace(/_(?:bucket|count|sum|total)$/, "")
    const known = labelsByName.get(family)
    if (ofProcess.includes(family)) return family
    assert.isDefined(known, `${name} is a metric: ${expression}`)
    const named = [...labels.matchAll(/(\w+)[=!]/g)].map(([, label = ""]) => label)
    assert.includeMembers([...(known ?? []), "job", "instance", "le"], [...named, ...grouped], expression)
    return family
  })
}

type Rule = Readonly<Record<string, string>>

/** The rules of a file of Prometheus, member by member; the file is ours and has one scalar in a line. */
const alertsOf = (yaml: string): ReadonlyArray<Rule> =>
  yaml
    .split("\n      - ")
    .slice(1)
    .map((rule) =>
      Object.fromEntries(
        [...rule.matchAll(/^ *(\w+): '?(\S.*?)'?$/gm)].map(([, name = "", value = ""]) => [name, value])
      )
    )

interface Panel {
  readonly type: string
  readonly title: string
  readonly datasource?: { readonly uid: string }
  readonly gridPos: { readonly h: number; readonly w: number; readonly x: number; readonly y: number }
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

interface Dashboard {
  readonly schemaVersion: number
  readonly uid: string
  readonly panels: ReadonlyArray<Panel & { readonly id: number }>
  readonly templating: {
    readonly list: ReadonlyArray<{ readonly name: string; readonly type: string; readonly query: unknown }>
  }
}

describe("the dashboard", () => {
  const dashboard = JSON.parse(readFileSync(join(root, "docs", "operations", "grafana.json"), "utf8")) as Dashboard
  const graphs = dashboard.panels.filter(({ type }) => type !== "row")
  const expressions = graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

  it("has the form of one: a data source to choose, panels with queries, in a grid without overlaps", () => {
    assert.deepInclude(dashboard, { schemaVersion: 39, uid: "florin" })
    const [source] = dashboard.templating.list
    assert.deepInclude(source, { name: "datasource", type: "datasource", query: "prometheus" })
    assert.strictEqual(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
    const taken = new Set<string>()
    for (const { datasource, gridPos, targets, title, type } of dashboard.panels) {
      if (type !== "row") {
        assert.strictEqual(datasource?.uid, `\${datasource}`, title)
        assert.isNotEmpty(targets, title)
      }
      assert.isAtMost(gridPos.x + gridPos.w, 24, title)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.isFalse(taken.has(`${x} ${y}`), title)
          taken.add(`${x} ${y}`)
        }
      }
    }
  })

  it("shows every metric of Florin, by labels that it has, and no other", () => {
    assert.deepStrictEqual(sorted(expressions.flatMap(familiesOf)), sorted([...measures.map(nameOf), ...ofProcess]))
  })
})

describe("the alerts", () => {
  const operations = join(root, "docs", "operations")
  const rules = alertsOf(readFileSync(join(operations, "alerts.yml"), "utf8"))
  const runbook = readFileSync(join(operations, "on-call.md"), "utf8")

  it("ask for metrics that exist, by labels that they have", () => {
    assert.isAtLeast(rules.length, 12)
    for (const { alert, expr = "" } of rules) assert.isNotEmpty(familiesOf(expr), alert)
  })

  it("are told apart by whether somebody is to act now, and say when they fire", () => {
    for (const { alert, severity, summary } of rules) {
      assert.match(alert ?? "", /^Florin[A-Z][A-Za-z]+$/)
      assert.include(["page", "ticket"], severity, alert)
      assert.isNotEmpty(summary, alert)
    }
  })

  it("have each a section that says what to do, and no other is there", () => {
    const sections = [...runbook.matchAll(/^## (Florin\w+)$/gm)].map(([, name = ""]) => name)
    assert.deepStrictEqual(
      rules.map(({ runbook }) => runbook),
      sections.map((name) => `on-call.md#${name.toLowerCase()}`)
    )
    assert.deepStrictEqual(
      rules.map(({ alert }) => alert),
      sections
    )
  })
})
