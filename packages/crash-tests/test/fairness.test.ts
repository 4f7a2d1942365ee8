import { assert, describe, it } from "@effect/vitest"
import { via } from "@florin/crash-tests/Environment"
import { credentialsOf, shop } from "@florin/crash-tests/Host"
import type { Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { becomes } from "./internal/gateway.js"
import {
  announce,
  copyExhausted,
  crowded,
  many,
  neighbours,
  outsider,
  pay,
  type Treatment
} from "./internal/neighbours.js"

const timeout = 240_000

/** The first hundred notifications of the shop that are in a state. */
const list = ({ read }: Merchant, status: string) =>
  Effect.map(read(`/notifications?limit=100&status=${status}`), (found) => {
    const { notifications } = found as { readonly notifications: ReadonlyArray<{ readonly attempts: number }> }
    return notifications
  })

const untilListed = (merchant: Merchant, status: string, count: number) =>
  Effect.repeat(Effect.delay(list(merchant, status), "50 millis"), { until: ({ length }) => length === count })

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
        const acquirers = [hanging.url, healthy.url]
        const { busy, environment, quiet } = yield* neighbours("http://127.0.0.1:9/", { acquirers })
        yield* many(400, pay(busy))
        yield* becomes(() => hanging.counts.begun > 400)
        const before = hanging.counts.givenUp
        const order = yield* pay(quiet, { additional_data: { excluded_gateways: [1] } })
        assert.strictEqual(order.acknowledged?.status, "pending")
        const isTold = () => environment.receiver.deliveries().some(({ status }) => status === "successful")
        const enough = 16
        yield* becomes(() => isTold() || hanging.counts.givenUp - before >= enough)
        const hung = hanging.counts.givenUp - before
        assert.isTrue(isTold(), `${hung} questions have hung to their end, and it has not been asked`)
      }),
    timeout
  )

  it.scopedLive(
    "loses no attempt at a receiver that takes a second for each of 200",
    () =>
      Effect.gen(function* () {
        const { counts, url } = yield* outsider(() => ({ status: 200, after: 1000 }))
        const { busy } = yield* neighbours(url)
        yield* many(200, announce(busy))
        yield* becomes(() => counts.answered >= 200 || counts.givenUp > 0)
        assert.strictEqual(counts.givenUp, 0)
        const delivered = yield* untilListed(busy, "delivered", 100)
        assert.deepStrictEqual([...new Set(delivered.map(({ attempts }) => attempts))], [1])
        assert.strictEqual(counts.begun, 200)
      }),
    timeout
  )

  it.scopedLive(
    "is never answered 429 while the verification of 1,200 requests hangs where 1,000 have a place",
    () =>
      Effect.gen(function* () {
        const { counts, url } = yield* outsider(() => "hangs")
        const { host } = yield* neighbours("http://127.0.0.1:9/")
        // With nothing between a request and its answer.
        const ask = (id: string, amount: number, more: object = {}) => {
          const authorization = `Basic ${Buffer.from(credentialsOf(id)).toString("base64")}`
          const headers = { authorization, "content-type": "application/json" }
          const body = JSON.stringify({ request: Orders.charge(amount, more) })
          const reply = via(host)({ method: "POST", path: "/transactions/payments", headers, body })
          return Effect.map(Effect.orDie(reply), ({ status }) => status)
        }
        let refused = 0
        const amounts = Array.from({ length: 1200 }, (_, index) => 10_000 + index)
        const crowd = yield* Effect.fork(
          Effect.forEach(
            amounts,
            (amount) =>
              Effect.map(ask(crowded, amount, { verification_url: url }), (status) => {
                if (status === 429) refused += 1
              }),
            { concurrency: "unbounded", discard: true }
          )
        )
        // What is not refused waits: inside, or somewhere where it takes up no place.
        yield* becomes(() => refused >= 200 || counts.begun === 1200 || counts.givenUp > 0)
        const answers = yield* Effect.forEach([2001, 2002, 2003, 2004, 2005], (amount) => ask(shop.id, amount))
        assert.deepStrictEqual(answers, [200, 200, 200, 200, 200])
        yield* Fiber.interrupt(crowd)
      }),
    timeout
  )
})

/** So many notifications of the shop are due at this moment; before that its receiver has refused each of them once. */
const sentAgain = Effect.fnUntraced(function* (count: number, then: Treatment) {
  let treatment: Treatment = { status: 500 }
  const { counts, url } = yield* outsider(() => treatment)
  const { busy, environment, quiet } = yield* neighbours(url, { retryDelays: [] })
  yield* announce(busy)
  yield* untilListed(busy, "exhausted", 1)
  copyExhausted(environment.store, count - 1)
  treatment = then
  yield* busy.command("/notifications/resend")
  yield* becomes(() => counts.begun > 1)
  yield* announce(quiet)
  return { counts, isTold: () => environment.receiver.deliveries().length > 0 }
})

/** Connections to one receiver: so many hang at a time, and end at a time. */
const onePerConnection = 16

describe.concurrent("what waits in thousands delays itself, and the other shop", () => {
  it.scopedLive(
    "has its notification delivered before the next of 3,000 hang to their end",
    () =>
      Effect.gen(function* () {
        const { counts, isTold } = yield* sentAgain(3000, "hangs")
        const before = counts.givenUp
        yield* becomes(() => isTold() || counts.givenUp - before > onePerConnection)
        assert.isTrue(isTold(), `${counts.givenUp - before} have hung to their end meanwhile`)
      }),
    timeout
  )

  it.scopedLive(
    "has its notification delivered before half of 5,000 are sent again",
    () =>
      Effect.gen(function* () {
        const { counts, isTold } = yield* sentAgain(5000, { status: 200, after: 100 })
        yield* becomes(() => isTold() || counts.begun > 2500)
        assert.isTrue(isTold(), `${counts.begun} of the other shop's had their turn before`)
      }),
    timeout
  )
})
