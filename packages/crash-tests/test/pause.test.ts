import { assert, describe, it } from "@effect/vitest"
import { retakenWithin } from "@florin/crash-tests/Figures"
import * as PostgresServer from "@florin/crash-tests/PostgresServer"
import type { Store, Trap } from "@florin/crash-tests/Protocol"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { becomes, gateway } from "./internal/gateway.js"

const timeout = 120_000

const stores = [
  { on: "SQLite", store: Effect.succeed(undefined) },
  { on: "PostgreSQL", store: Effect.map(PostgresServer.make({ fsync: "off" }), ({ store }): Store => store) }
]

/** A payment is ordered from one process, which stops itself (SIGSTOP) on its way. Another one is started then. */
const stopped = Effect.fnUntraced(function* (store: Store | undefined, point: Trap["point"], moment: Trap["moment"]) {
  const first = yield* gateway(store === undefined ? {} : { store })
  const { pay, process, environment } = first
  yield* process.tell({ _tag: "Set", trap: { point, moment, action: "stop" } })
  yield* process.tell({ _tag: "Set", trap: { point: "commit.record-too-late", moment: "after", action: "wait" } })
  const order = yield* Effect.fork(pay)
  yield* process.reaches
  const second = yield* environment.start()
  yield* second.url
  // It counts from when it first saw that the other one says nothing (D40).
  const missedAt = yield* Clock.currentTimeMillis
  const look = Effect.suspend(() => environment.merchant(Effect.orDie(second.url)).look(first.merchant.orders()[0]!))

  /** Ends with the transaction's status as soon as the second process has recorded it. */
  const retaken = Effect.delay(look, "100 millis").pipe(
    Effect.repeat({ until: ([found]) => found !== undefined && found.status !== "pending" }),
    Effect.map(([found]) => found!.status)
  )

  /** The first process goes on and gets to the place where it learns that it is too late. */
  const wake = Effect.gen(function* () {
    yield* process.signal("SIGCONT")
    const { point } = yield* process.reaches
    assert.strictEqual(point, "commit.record-too-late")
  })

  return { ...first, order: Fiber.join(order), missedAt, retaken, wake }
})

const sinceThen = (at: number) => Effect.map(Clock.currentTimeMillis, (now) => now - at)

describe.concurrent("a process that is paused in the middle of its work", () => {
  it.scopedLive.each(stores)(
    "$on: another one records it within 10 s, the late write is refused, and the caller gets what stands",
    ({ store }) =>
      Effect.gen(function* () {
        const { merchant, order, retaken, settles, missedAt, wake, environment } = yield* stopped(
          yield* store,
          "acquirer.perform",
          "after"
        )
        assert.strictEqual(yield* retaken, "successful")
        assert.isAtMost(yield* sinceThen(missedAt), retakenWithin)
        yield* wake
        const { acknowledged, attempts } = yield* order
        assert.deepStrictEqual([acknowledged?.status, attempts], ["successful", 1])
        assert.strictEqual(environment.acquirer.entries().length, 1)
        assert.strictEqual(merchant.troubles.defects, 0)
        yield* settles
      }),
    timeout
  )

  it.scopedLive.each(stores)(
    "$on: what was given up before it was sent is not sent any more (D40)",
    ({ store }) =>
      Effect.gen(function* () {
        const { merchant, order, retaken, settles, wake, environment } = yield* stopped(
          yield* store,
          "acquirer.perform",
          "before"
        )
        assert.strictEqual(yield* retaken, "failed")
        yield* wake
        assert.strictEqual((yield* order).acknowledged?.status, "failed")
        assert.deepStrictEqual(environment.acquirer.entries(), [])
        assert.strictEqual(merchant.troubles.defects, 0)
        yield* settles
      }),
    timeout
  )

  it.scopedLive.each(
    stores.flatMap((store) => [
      { ...store, moment: "before" as const, earlier: 0, what: "and it sends it no more" },
      { ...store, moment: "after" as const, earlier: 1, what: "under the id under which it had" }
    ])
  )(
    "$on: $moment it sends a notification, another one does within 10 s, $what",
    ({ earlier, moment, store }) =>
      Effect.gen(function* () {
        const { order, process, settles, missedAt, environment } = yield* stopped(yield* store, "webhook.send", moment)
        const deliveries = environment.receiver.deliveries
        yield* becomes(() => deliveries().length === earlier + 1)
        assert.isAtMost(yield* sinceThen(missedAt), retakenWithin)
        yield* process.signal("SIGCONT")
        yield* order
        yield* settles
        assert.strictEqual(deliveries().length, earlier + 1)
        assert.strictEqual(new Set(deliveries().map(({ id }) => id)).size, 1)
      }),
    timeout
  )
})
