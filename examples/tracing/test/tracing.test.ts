// One authorization as one trace, as OpenTelemetry's own SDK hears of it.
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as OtelTracer from "@effect/opentelemetry/Tracer"
import { context, type Tracer, trace } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { createFlorin } from "florin"
import { Florin } from "florin/effect"
import { afterAll, assert, beforeAll, beforeEach, describe, it } from "vitest"
import { authorizeOnce } from "../src/journey.js"
import { linesOf, traceOf } from "../src/tree.js"

const memory = new InMemorySpanExporter()
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(memory)] })
const directory = mkdtempSync(join(tmpdir(), "florin-tracing-"))
const database = (name: string) => `sqlite:${join(directory, name)}.db`

beforeAll(() => {
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
})
beforeEach(() => memory.reset())
afterAll(() => {
  trace.disable()
  context.disable()
  rmSync(directory, { recursive: true })
})

const named = (name: string) => {
  const found = memory.getFinishedSpans().find((span) => span.name === name)
  assert(found !== undefined, name)
  return found
}

/** The lines of a trace without those of the store and of the sandbox. */
const treeOf = (name: string, parent?: string) =>
  linesOf(traceOf(memory.getFinishedSpans(), name), parent).filter((line) => !/sql|Sandbox/.test(line))

const request = "POST /transactions/authorizations"

const authorization = [
  "shop.authorize  successful",
  "  commit accept-charge",
  "  acquirer charge  Approved",
  "  commit record",
  "  job notify",
  "    POST  200"
]

const ordered = (database: string) => ({
  database,
  sandbox: true as const,
  baseUrl: "https://shop.example/pay",
  shops: [{ id: "books", secretKey: "a-long-random-secret" }]
})

const charge = {
  amount: 1995,
  currency: "EUR",
  description: "Order 42",
  card: { number: "4200000000000000", holder: "Jane Doe", expMonth: 12, expYear: 2035 }
}

describe("one authorization", () => {
  it("is one trace from HTTP to its webhook, below the span that the request names", async () => {
    const [traceId, spanId] = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"]
    await authorizeOnce(database("http"), { traceparent: `00-${traceId}-${spanId}-01` })
    assert.strictEqual(named(request).spanContext().traceId, traceId)
    assert.deepStrictEqual(treeOf(request, spanId), [`${request}  200`, ...authorization.map((line) => `  ${line}`)])
    const page = readFileSync(new URL("../../../docs/reference/metrics.md", import.meta.url), "utf8")
    assert.include(page, `\`\`\`text\n${treeOf(request, spanId).join("\n")}\n\`\`\``, "as the page shows it")
    assert.deepStrictEqual(named(request).attributes, {
      "http.request.method": "POST",
      "http.route": "/transactions/authorizations",
      "http.response.status_code": 200,
      "florin.request.id": named(request).attributes["florin.request.id"]
    })
  })

  it("is in the host's own span when it is ordered in process", async () => {
    const florin = await createFlorin({ ...ordered(database("process")), openTelemetry: { context, trace } })
    const tracer: Tracer = trace.getTracer("host")
    await tracer.startActiveSpan("checkout", async (span) => {
      await florin.shop("books").authorize(charge)
      span.end()
    })
    await florin.close()
    const expected = authorization.slice(0, 4).map((line) => `  ${line}`)
    assert.deepStrictEqual(treeOf("checkout"), ["checkout", ...expected])
    assert.strictEqual(named("shop.authorize").instrumentationScope.name, "florin")
  })

  it("is told to the tracer of an Effect app in the same way", async () => {
    const tracer = Layer.provide(
      OtelTracer.layerWithoutOtelTracer,
      Layer.succeed(OtelTracer.OtelTracer, trace.getTracer("app"))
    )
    const layer = Layer.provideMerge(Florin.layer(ordered(database("effect"))), tracer)
    const order = Effect.withSpan(Florin.shop("books").authorize(charge), "checkout")
    await Effect.runPromise(Effect.provide(order, layer))
    const expected = authorization.slice(0, 4).map((line) => `  ${line}`)
    assert.deepStrictEqual(treeOf("checkout"), ["checkout", ...expected])
  })
})
