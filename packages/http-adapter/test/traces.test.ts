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
  readonly reported: {
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
    reported: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 200, error: undefined }
  },
  {
    of: "a refused one",
    ask: [authorizations, { method: "POST", body: "{}" }],
    reported: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 400, error: undefined }
  },
  {
    of: "one without a route",
    ask: ["/nowhere/4111111111111111"],
    reported: { name: "GET", method: "GET", route: undefined, status: 404, error: undefined }
  },
  {
    of: "one with a method of its own",
    ask: ["/health/live", { method: "PROPFIND" }],
    reported: { name: "HTTP", method: "_OTHER", route: undefined, status: 405, error: undefined }
  },
  {
    of: "one that the key ring is missing for",
    ask: [authorizations, { method: "POST", body: payment(), headers: { RequestID: "order-42" } }],
    ring: "none",
    reported: { name: `POST ${authorizations}`, method: "POST", route: authorizations, status: 500, error: "500" }
  }
] as ReadonlyArray<Case>)(
  "a tracer is told once of $of, below the span that it names: $reported",
  ({ ask: [path, sent], ring, reported }) => {
    const spans = RecordedSpans.make()
    return Effect.gen(function* () {
      const { ask } = yield* start(Memory.memory(), ring === undefined ? {} : { stampKey: ring })
      const answer = yield* ask(path, { ...sent, headers: { ...sent?.headers, traceparent: around } })
      const [served, ...others] = named(spans, "server")
      assert.isEmpty(others)
      const reply = (name: string) => served?.attributes.get(name)
      const { error, method, name, route, status } = reported
      assert.deepStrictEqual(
        [
          served?.name,
          reply("http.request.method"),
          reply("http.route"),
          reply("http.response.status_code"),
          reply("error.type")
        ],
        [name, method, route, status, error]
      )
      assert.strictEqual(reply("florin.request.id"), answer.headers["x-request-id"])
      assert.strictEqual(`00-${served?.traceId}-${served?.parentId}-01`, around)
      assert.notInclude(JSON.stringify([...(served?.attributes ?? [])]), "4111111111111111")
    }).pipe(Effect.withSpan("host"), Effect.withTracer(spans.tracer))
  }
)
