import { assert, describe, it } from "@effect/vitest"
import { shop } from "@florin/crash-tests/Host"
import * as Load from "@florin/crash-tests/Load"
import type { Merchant } from "@florin/crash-tests/Merchant"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { copyExhausted } from "./internal/copies.js"
import { becomes } from "./internal/gateway.js"
import { announce, askAs, askCrowded, many, neighbours, outsider, pay, type Treatment } from "./internal/neighbours.js"

const timeout = 240_000

/** The first hundred notifications of the shop that are in a state. */
const list = ({ read }: Merchant, status: string) =>
  Effect.map(read(`/notifications?limit=100&status=${status}`), (found) => {
    const { notifications } = found as { readonly notifications: ReadonlyArray<{ readonly attempts: number }> }
    return notifications
  })

// Source: D42. Each scene looks at the other shop, and counts what happened before its turn came: how fast this machine
// is makes no difference.
// The bench `fairness` times the same scenes, with the numbers that would take minutes here: 3,000 at a second each, and
// 100,000 sent again.
describe.concurrent("what hangs costs itself, and the other shop", () => {
  it.scopedLive(
    "has its transaction recovered at a healthy acquirer, with 400 in doubt at one that hangs",
    () =>
      Effect.gen(function* () {
        // An answer that is none leaves a charge in doubt.
        const hanging = yield* outsider((method) => (method === "GET" ? "hangs" : { status: 200 }))
        const healthy = yield* outsider((method) => ({ status: 200, body: method === "GET" ? { approved: true } : {} }))
        const { busy, quiet, environment } = yield* neighbours("http://127.0.0.1:9/", {
          acquirer: hanging.url.slice(0, -1),
          moreAcquirers: [healthy.url.slice(0, -1)]
        })
        yield* many(400, pay(busy))
        yield* becomes(() => hanging.begun() > 400)
        const before = hanging.givenUp()
        const order = yield* pay(quiet, { additional_data: { excluded_gateways: [1] } })
        assert.strictEqual(order.acknowledged?.status, "pending")
        const told = () => environment.receiver.deliveries().some(({ status }) => status === "successful")
        const enough = 16
        yield* becomes(() => told() || hanging.givenUp() - before >= enough)
        assert.isTrue(
          told(),
          `${hanging.givenUp() - before} questions have hung to their end, and it has not been asked`
        )
      }),
    timeout
  )

  it.scopedLive(
    "loses no attempt at a receiver that takes a second for each of 200",
    () =>
      Effect.gen(function* () {
        const slow = yield* outsider(() => ({ status: 200, after: 1000 }))
        const { busy } = yield* neighbours(slow.url)
        yield* many(200, announce(busy))
        yield* becomes(() => slow.answered() >= 200 || slow.givenUp() > 0)
        assert.strictEqual(slow.givenUp(), 0)
        const delivered = yield* Effect.repeat(Effect.delay(list(busy, "delivered"), "50 millis"), {
          until: ({ length }) => length === 100
        })
        assert.deepStrictEqual([...new Set(delivered.map(({ attempts }) => attempts))], [1])
        assert.strictEqual(slow.begun(), 200)
      }),
    timeout
  )

  it.scopedLive(
    "is never answered 429 while the verification of 1,200 requests hangs where 1,000 have a place",
    () =>
      Effect.gen(function* () {
        const hanging = yield* outsider(() => "hangs")
        const { url } = yield* neighbours("http://127.0.0.1:9/")
        const refused: Array<number> = []
        const request = (amount: number) => ({ ...Load.charge, amount })
        const ask = (amount: number) =>
          Effect.map(askCrowded(url, { ...request(amount), verification_url: hanging.url }), (status) => {
            if (status === 429) refused.push(amount)
          })
        const amounts = Array.from({ length: 1200 }, (_, index) => 10_000 + index)
        const crowd = yield* Effect.fork(Effect.forEach(amounts, ask, { concurrency: "unbounded", discard: true }))
        // Whoever is not refused waits: inside, or somewhere where it takes up no place.
        yield* becomes(() => refused.length >= 200 || hanging.begun() === 1200 || hanging.givenUp() > 0)
        const answers = yield* Effect.forEach([2001, 2002, 2003, 2004, 2005], (amount) =>
          askAs(shop.id, url, request(amount))
        )
        assert.deepStrictEqual(answers, [200, 200, 200, 200, 200])
        yield* Fiber.interrupt(crowd)
      }),
    timeout
  )
})

/** Connections to one receiver: so many hang at a time, and end at a time. */
const onePerConnection = 16

/** So many notifications of the shop are due at this moment; before that its receiver has refused each of them once. */
const sentAgain = Effect.fnUntraced(function* (count: number, then: Treatment) {
  let treatment: Treatment = { status: 500 }
  const receiver = yield* outsider(() => treatment)
  const { busy, environment, quiet } = yield* neighbours(receiver.url, { retryDelays: [] })
  yield* announce(busy)
  yield* Effect.repeat(Effect.delay(list(busy, "exhausted"), "50 millis"), { until: ({ length }) => length === 1 })
  copyExhausted(environment.store, count - 1)
  treatment = then
  yield* busy.command("/notifications/resend")
  yield* becomes(() => receiver.begun() > 1)
  return { receiver, environment, quiet }
})

describe.concurrent("what waits in thousands delays itself, and the other shop", () => {
  it.scopedLive(
    "has its notification delivered before the next of 3,000 hang to their end",
    () =>
      Effect.gen(function* () {
        const { environment, quiet, receiver } = yield* sentAgain(3000, "hangs")
        yield* announce(quiet)
        const before = receiver.givenUp()
        const told = () => environment.receiver.deliveries().length > 0
        yield* becomes(() => told() || receiver.givenUp() - before > onePerConnection)
        assert.isTrue(told(), `${receiver.givenUp() - before} have hung to their end meanwhile`)
      }),
    timeout
  )

  it.scopedLive(
    "has its notification delivered before half of 5,000 are sent again",
    () =>
      Effect.gen(function* () {
        const { environment, quiet, receiver } = yield* sentAgain(5000, { status: 200, after: 100 })
        yield* announce(quiet)
        const told = () => environment.receiver.deliveries().length > 0
        yield* becomes(() => told() || receiver.begun() > 2500)
        assert.isTrue(told(), `${receiver.begun()} of the other shop's had their turn before`)
      }),
    timeout
  )
})
