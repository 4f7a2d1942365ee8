import { assert, it } from "@effect/vitest"
import { AcquirerHealth } from "@florin/core/routing/AcquirerHealth"
import * as RecordedSpans from "@florin/testing/tracing/RecordedSpans"
import * as DeliveryObserver from "@florin/webhook-dispatcher/DeliveryObserver"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { receiver } from "./internal/receiver.js"
import { authorize, charge, holder, morning, pass, world } from "./internal/world.js"

it.scoped.each([
  { how: "together", tracing: false },
  { how: "one by one, for a tracer", tracing: true }
])("an observer is told of each attempt, made $how: the failed ones with the reason", ({ tracing }) =>
  Effect.gen(function* () {
    yield* morning
    const { answers, url } = yield* receiver
    const received: Array<DeliveryObserver.ObservedDelivery> = []
    const observer = DeliveryObserver.layer((one) => received.push(one))
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
      (run) => (tracing ? Effect.withTracer(run, RecordedSpans.make().tracer) : run),
      Effect.provide(world({ settings: observer }))
    )
    assert.deepStrictEqual(
      received.map(({ attempt, isDelivered, result, shop, uid }) => [shop, uid, attempt, isDelivered, result]),
      [
        ["plain", uid, 1, false, "503"],
        ["plain", uid, 2, true, "200"],
        ["plain", refused, 1, false, "connection-failed"]
      ]
    )
    for (const { milliseconds } of received) assert.isAtLeast(milliseconds, 0)
    assert.match(received[0]?.notification ?? "", /^msg_[\da-f-]{36}_\d+$/)
    assert.notInclude(JSON.stringify(received), "4111111111111111")
  })
)

it.effect("what is measured of an acquirer counts approved, declined and failed calls apart (D42)", () =>
  Effect.gen(function* () {
    yield* morning
    for (const one of [charge(), holder("DECLINE"), holder("ERROR")]) {
      yield* authorize(one)
      // An equal order sooner would be a duplicate.
      yield* TestClock.adjust("31 seconds")
    }
    const [health] = yield* Effect.flatMap(AcquirerHealth, ({ read }) => read)
    assert.deepStrictEqual(health?.total, { approved: 1, declined: 1, underway: 0, failed: 1 })
  }).pipe(Effect.provide(world()))
)
