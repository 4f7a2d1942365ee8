import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Notifications } from "@florin/core/notifications/Notifications"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import { Transactions } from "@florin/core/transactions/Transactions"
import * as Effect from "effect/Effect"
import { Webhook } from "standardwebhooks"
import {
  authorize,
  capture,
  card,
  charge,
  child,
  find,
  listed,
  morning,
  movements,
  pass,
  shop,
  world
} from "./internal/world.js"

interface Delivery {
  readonly headers: Record<string, string>
  readonly body: string
  readonly document: { readonly transaction: { readonly uid: string; readonly status: string; readonly type: string } }
}

/** A receiver on this machine; `status` is what it answers. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const deliveries: Array<Delivery> = []
    const answers = { status: 204, body: "" }
    const server = createServer(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      const headers = request.headers as Record<string, string>
      deliveries.push({ headers, body, document: JSON.parse(body) })
      response.writeHead(answers.status).end(answers.body)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const { port } = server.address() as AddressInfo
    return { server, deliveries, answers, url: `http://127.0.0.1:${port}/hook` }
  }),
  ({ server }) =>
    Effect.sync(() => {
      server.close()
      server.closeAllConnections()
    })
)

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const shops = [{ ...listed[0], webhook_secret: secret, notification_basic: true }, ...listed.slice(1)]
const statuses = (deliveries: ReadonlyArray<Delivery>) =>
  deliveries.map(({ document: { transaction } }) => `${transaction.type} ${transaction.status}`)

describe("webhooks", () => {
  it.scoped("Events | Transaction webhook: carries the document of the status query", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const { uid } = yield* authorize(charge({ notification_url: url }))
      yield* pass("1 second")
      assert.deepStrictEqual(statuses(deliveries), ["authorization successful"])
      const { encode } = yield* TransactionDocuments
      assert.strictEqual(deliveries[0]?.body, encode(yield* find(uid)))
    }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped(
    "Authentication | webhook requests: are signed, numbered, and carry Basic where the shop asks for it (D33)",
    () =>
      Effect.gen(function* () {
        yield* morning
        const { deliveries, url } = yield* receiver
        yield* authorize(charge({ notification_url: url }))
        yield* pass("1 second")
        const { body = "", headers = {} } = deliveries[0] ?? {}
        assert.strictEqual(headers.authorization, `Basic ${Buffer.from("plain:plain-secret-0001").toString("base64")}`)
        assert.strictEqual(headers["florin-sequence"], "2")
        // The test clock is far from the real one: the library's tolerance is measured against ours.
        const sent = new Webhook(secret).sign(
          headers["webhook-id"] ?? "",
          new Date(Number(headers["webhook-timestamp"]) * 1000),
          body
        )
        assert.strictEqual(headers["webhook-signature"], sent)
      }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("D33: the shop's URL is used where the request names none", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      yield* Effect.provide(
        Effect.gen(function* () {
          yield* authorize(charge())
          yield* pass("1 second")
        }),
        world({ shops: [{ ...listed[0], notification_url: url }] })
      )
      assert.deepStrictEqual(statuses(deliveries), ["authorization successful"])
    })
  )

  // Source: D34. Attempts at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
  it.scoped(
    "D34: a receiver that fails gets ten attempts in about three days, with one id; then it waits to be asked",
    () =>
      Effect.gen(function* () {
        yield* morning
        const { answers, deliveries, url } = yield* receiver
        answers.status = 500
        yield* authorize(charge({ notification_url: url }))
        yield* pass("5 days")
        assert.strictEqual(deliveries.length, 10)
        assert.strictEqual(new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size, 1)
        const notifications = yield* Notifications
        const merchant = yield* shop()
        const [exhausted] = yield* notifications.list(merchant, { status: "exhausted" })
        assert.strictEqual(exhausted?.attempts, 10)
        answers.status = 200
        assert.strictEqual(yield* notifications.resendExhausted(merchant), 1)
        yield* pass("1 second")
        assert.deepStrictEqual(
          (yield* notifications.list(merchant, {})).map(({ status }) => status),
          ["delivered"]
        )
      }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("D34: 410 stops, and a resend of that one is sent all the same", () =>
    Effect.gen(function* () {
      yield* morning
      const { answers, deliveries, url } = yield* receiver
      answers.status = 410
      yield* authorize(charge({ notification_url: url }))
      yield* pass("1 day")
      assert.strictEqual(deliveries.length, 1)
      const notifications = yield* Notifications
      const merchant = yield* shop()
      const [stopped] = yield* notifications.list(merchant, {})
      assert.strictEqual(stopped?.status, "stopped")
      answers.status = 200
      if (stopped !== undefined) yield* notifications.resend(merchant, stopped.id)
      yield* pass("1 second")
      assert.strictEqual(deliveries.length, 2)
    }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("D34: each transaction has its own order; a pending outcome is announced once it is known", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const late = { ...card, holder: "LATE" }
      const parent = yield* authorize(charge({ notification_url: url, credit_card: late }))
      yield* pass("3 seconds")
      yield* capture(child(parent, 1000))
      yield* pass("1 second")
      assert.deepStrictEqual(statuses(deliveries), ["authorization successful", "capture successful"])
    }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("D1: renotify sends the present state again, under a new id", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const { uid } = yield* authorize(charge({ notification_url: url }))
      yield* pass("1 second")
      yield* (yield* Transactions).renotify(yield* shop(), uid)
      yield* pass("1 second")
      assert.strictEqual(deliveries.length, 2)
      assert.strictEqual(new Set(deliveries.map(({ headers }) => headers["webhook-id"])).size, 2)
      assert.strictEqual(deliveries[0]?.body, deliveries[1]?.body)
    }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("D34: a newer state replaces an older one that was not delivered", () =>
    Effect.gen(function* () {
      yield* morning
      const { answers, deliveries, url } = yield* receiver
      answers.status = 500
      const { uid } = yield* authorize(charge({ notification_url: url }))
      yield* pass("1 second")
      yield* (yield* Transactions).renotify(yield* shop(), uid)
      answers.status = 200
      yield* pass("1 day")
      assert.strictEqual(deliveries.length, 2)
      const found = yield* (yield* Notifications).list(yield* shop(), {})
      assert.deepStrictEqual(
        found.map(({ status }) => status),
        ["delivered", "superseded"]
      )
    }).pipe(Effect.provide(world({ shops })))
  )
})

describe("the verification request", () => {
  // Source: Events 2; D20.
  it.scoped.each([
    { status: 200, body: "", expected: "successful" },
    { status: 200, body: '{"code":0}', expected: "successful" },
    { status: 200, body: '{"note":"no code"}', expected: "successful" },
    { status: 200, body: '{"code":1}', expected: "failed" },
    { status: 404, body: "", expected: "failed" }
  ])(
    "Events | Verification request: an answer $status $body ends the charge $expected (D20)",
    ({ body, expected, status }) =>
      Effect.gen(function* () {
        yield* morning
        const { answers, deliveries, url } = yield* receiver
        Object.assign(answers, { status, body })
        const transaction = yield* authorize(charge({ verification_url: url }))
        assert.strictEqual(transaction.status, expected)
        assert.strictEqual(transaction.reason, expected === "failed" ? "verification-refused" : null)
        assert.deepStrictEqual(statuses(deliveries), ["authorization pending"])
        assert.strictEqual((yield* movements).length, expected === "failed" ? 0 : 1)
      }).pipe(Effect.provide(world({ shops })))
  )
})

describe("looking transactions up", () => {
  // Source: Authorization request, tracking_id; Limits, "Tracking query with non-unique tracking_id".
  it.effect("Limits | Tracking query with non-unique tracking_id: answers the ten newest, newest first", () =>
    Effect.gen(function* () {
      yield* morning
      const uids: Array<string> = []
      for (let amount = 1; amount <= 11; amount++) {
        uids.unshift((yield* authorize(charge({ amount, tracking_id: "same" }))).uid)
        yield* pass("1 second")
      }
      const found = yield* (yield* Transactions).findByTrackingId(yield* shop(), "same")
      assert.deepStrictEqual(
        found.map(({ uid }) => uid),
        uids.slice(0, 10) as (typeof found)[number]["uid"][]
      )
    }).pipe(Effect.provide(world()))
  )

  it.effect.each([
    { query: "a1", found: 1 },
    { query: "b2", found: 1 },
    { query: "a1;b2", found: 1 },
    { query: "a", found: 0 }
  ])("Authorization request | tracking_id: of several values, $query finds $found", ({ found, query }) =>
    Effect.gen(function* () {
      yield* morning
      yield* authorize(charge({ tracking_id: "a1;b2" }))
      assert.strictEqual((yield* (yield* Transactions).findByTrackingId(yield* shop(), query)).length, found)
      assert.strictEqual((yield* (yield* Transactions).findByTrackingId(yield* shop("flags"), query)).length, 0)
    }).pipe(Effect.provide(world()))
  )

  it.effect("D2: a transaction of another shop is not found", () =>
    Effect.gen(function* () {
      yield* morning
      const { uid } = yield* authorize(charge())
      assert.strictEqual((yield* Effect.flip(find(uid, "flags")))._tag, "NotFound")
    }).pipe(Effect.provide(world()))
  )
})
