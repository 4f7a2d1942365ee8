import { assert, it } from "@effect/vitest"
import * as RecordedSpans from "@florin/testing/tracing/RecordedSpans"
import * as Effect from "effect/Effect"
import * as Memory from "./memory.js"
import { payment, type Sent, start } from "./server.js"

const authorizations = "/transactions/authorizations"
const around = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

const named = ({ spans }: RecordedSpans.RecordedSpans, kind: string) => spans.filter((span) => span.kind === kind)

interface Case {
  readonly of: string
  readonly ask: readonly [path: string, sent?: Sent]
  readonly ring?: "none"
  readonly told: {
    readonly name: string
    readonly method: string
    readonly route: string | undefined
    readonly status: number
    readonly error: string | undefined
  }
}

it.scopedLive.each([
  {
    of: "an accepted one",
    ask: [authorizations, { method: "POST", body: payment() }],
    told: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 200, error: undefined }
  },
  {
    of: "a refused one",
    ask: [authorizations, { method: "POST", body: "{}" }],
    told: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 400, error: undefined }
  },
  {
    of: "one without a route",
    ask: ["/nowhere/4111111111111111"],
    told: { name: "GET", method: "GET", route: undefined, status: 404, error: undefined }
  },
  {
    of: "one with a method of its own",
    ask: ["/health/live", { method: "PROPFIND" }],
    told: { name: "HTTP", method: "_OTHER", route: undefined, status: 405, error: undefined }
  },
  {
    of: "one that the key ring is missing for",
    ask: [authorizations, { method: "POST", body: payment(), headers: { RequestID: "order-42" } }],
    ring: "none",
    told: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 500, error: "500" }
  }
] as ReadonlyArray<Case>)(
  "a tracer is told once of $of, below the span that it names: $told",
  ({ ask: [path, sent], ring, told }) => {
    const spans = RecordedSpans.make()
    return Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), ring === undefined ? {} : { stampKey: ring })
      const answer = yield* ask(path, { ...sent, headers: { ...sent?.headers, traceparent: around } })
      const [served, ...others] = named(spans, "server")
      assert.isEmpty(others)
      const said = (name: string) => served?.attributes.get(name)
      const { error, method, name, route, status } = told
      assert.deepStrictEqual(
        [
          served?.name,
          said("http.request.method"),
          said("http.route"),
          said("http.response.status_code"),
          said("error.type")
        ],
        [name, method, route, status, error]
      )
      assert.strictEqual(said("florin.request.id"), answer.headers["x-request-id"])
      assert.strictEqual(`00-${served?.traceId}-${served?.parentId}-01`, around)
      assert.notInclude(JSON.stringify([...(served?.attributes ?? [])]), "4111111111111111")
    }).pipe(Effect.withSpan("host"), Effect.withTracer(spans.tracer))
  }
)
