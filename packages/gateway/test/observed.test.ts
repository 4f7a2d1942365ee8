import { assert, it } from "@effect/vitest"
import * as DeliveryObserver from "@florin/webhook-dispatcher/DeliveryObserver"
import * as Effect from "effect/Effect"
import * as Tracer from "effect/Tracer"
import { receiver } from "./internal/receiver.js"
import { authorize, charge, morning, pass, world } from "./internal/world.js"

const opentelemetryLike: Tracer.Tracer = Tracer.make({
  span: (name, parent, context, links, startTime, kind) => ({
    _tag: "Span",
    name,
    spanId: name,
    traceId: "trace",
    parent,
    context,
    status: { _tag: "Started", startTime },
    attributes: new Map(),
    links: [...links],
    sampled: true,
    kind,
    end: () => undefined,
    attribute: () => undefined,
    event: () => undefined,
    addLinks: () => undefined
  }),
  context: (run) => run()
})

it.scoped.each([
  { how: "together", tracing: false },
  { how: "one by one, for a tracer", tracing: true }
])("an observer is told of each attempt, made $how: the failed ones with the reason", ({ tracing }) =>
  Effect.gen(function* () {
    yield* morning
    const { answers, url } = yield* receiver
    const heard: Array<DeliveryObserver.ObservedDelivery> = []
    const observer = DeliveryObserver.layer((one) => heard.push(one))
    const { refused, uid } = yield* Effect.gen(function* () {
      answers.status = 503
      const { uid } = yield* authorize(charge({ notification_url: url }))
      yield* pass("1 second")
      answers.status = 200
      yield* pass("10 seconds")
      const refused = yield* authorize(charge({ amount: 7, notification_url: "http://127.0.0.1:1/4111111111111111" }))
      yield* pass("1 second")
      return { uid, refused: refused.uid }
    }).pipe(
      (run) => (tracing ? Effect.withTracer(run, opentelemetryLike) : run),
      Effect.provide(world({ settings: observer }))
    )
    assert.deepStrictEqual(
      heard.map(({ attempt, isDelivered, result, shop, uid }) => [shop, uid, attempt, isDelivered, result]),
      [
        ["plain", uid, 1, false, "503"],
        ["plain", uid, 2, true, "200"],
        ["plain", refused, 1, false, "connection-failed"]
      ]
    )
    for (const { milliseconds } of heard) assert.isAtLeast(milliseconds, 0)
    assert.match(heard[0]?.notification ?? "", /^msg_[\da-f-]{36}$/)
    assert.notInclude(JSON.stringify(heard), "4111111111111111")
  })
)
