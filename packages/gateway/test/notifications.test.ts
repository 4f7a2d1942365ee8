import { assert, it } from "@effect/vitest"
import { CommitStore, commit, decided } from "@florin/core/commits/Commit"
import { newNotificationId, newTransactionUid, ShopId } from "@florin/core/ids/Ids"
import type { Notification } from "@florin/core/notifications/Notification"
import { Notifications } from "@florin/core/queries/Notifications"
import { Transactions } from "@florin/core/queries/Transactions"
import { TransactionDocuments } from "@florin/core/transactions/TransactionStore"
import * as SandboxThreeDSecure from "@florin/sandbox/SandboxThreeDSecure"
import { describeOnContract } from "@florin/storage-postgres/testing/eitherStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Webhook } from "standardwebhooks"
import { type Delivery, receiver } from "./internal/receiver.js"
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
  pay,
  shop,
  verdict,
  world
} from "./internal/world.js"

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`
const shops = [{ ...listed[0], webhook_secret: secret, notification_basic: true }, ...listed.slice(1)]
const statuses = (deliveries: ReadonlyArray<Delivery>) =>
  deliveries.map(({ document: { transaction } }) => `${transaction.type} ${transaction.status}`)

describeOnContract("webhooks", () => {
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
        // The test clock is far from real time, so the library's tolerance is checked against the test clock.
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

  it.scoped.each([
    { name: "approved", sent: {}, reported: ["payment successful"] },
    { name: "declined", sent: { credit_card: { ...card, holder: "DECLINE" } }, reported: ["payment failed"] },
    { name: "not answered yet", sent: { credit_card: { ...card, holder: "LATE" } }, reported: [] }
  ])("Events | Transaction webhook: of a payment $name: $reported", ({ sent, reported }) =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      yield* pay(charge({ notification_url: url, ...sent }))
      yield* pass("1999 millis")
      assert.deepStrictEqual(statuses(deliveries), reported)
    }).pipe(Effect.provide(world({ shops })))
  )

  it.scoped("Events | Transaction webhook: tells of an expiry at its instant", () =>
    Effect.gen(function* () {
      yield* morning
      const { deliveries, url } = yield* receiver
      const credit_card = { ...card, number: "4012000000001097" }
      const expiring = charge({ credit_card, notification_url: url, expired_at: "2026-03-02T09:10:00+00:00" })
      yield* authorize(expiring, { shop: "flags" })
      yield* pass("599999 millis")
      assert.deepStrictEqual(statuses(deliveries), [])
      yield* pass("1 millis")
      assert.deepStrictEqual(statuses(deliveries), ["authorization expired"])
    }).pipe(Effect.provide(world({ shops, servers: SandboxThreeDSecure.layerOnly })))
  )

  it.scoped("Events | Transaction webhook: goes to the request's URL before the shop's, and nowhere without one", () =>
    Effect.gen(function* () {
      const [ofRequest, ofShop] = [yield* receiver, yield* receiver]
      const charged = Effect.gen(function* () {
        yield* authorize(charge({ notification_url: ofRequest.url }))
        yield* authorize(charge({ amount: 2, notification_url: ofRequest.url }), { shop: "flags" })
        yield* authorize(charge(), { shop: "flags" })
        yield* pass("1 second")
        const listed = yield* Effect.forEach(["plain", "flags"], (id) =>
          Effect.flatMap(shop(id), (merchant) => Effect.flatMap(Notifications, (_) => _.list(merchant, {})))
        )
        return listed.map(({ length }) => length)
      })
      const shops = [{ ...listed[0], notification_url: ofShop.url }, listed[1] ?? {}]
      assert.deepStrictEqual(yield* Effect.provide(charged, world({ shops })), [1, 1])
      assert.deepStrictEqual([ofRequest.deliveries.length, ofShop.deliveries.length], [2, 0])
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

  it.effect("D2: a notification of another shop is neither listed nor sent again", () =>
    Effect.gen(function* () {
      yield* morning
      const notifications = yield* Notifications
      const [own, other] = [yield* shop(), yield* shop("flags")]
      yield* authorize(charge({ notification_url: "https://shop.example/hook" }))
      const [found] = yield* notifications.list(own, {})
      assert(found !== undefined)
      assert.deepStrictEqual(yield* notifications.list(other, {}), [])
      assert.strictEqual(yield* verdict(notifications.resend(other, found.id)), "NotFound")
      assert.strictEqual(yield* verdict(notifications.resend(own, found.id)), "accepted")
    }).pipe(Effect.provide(world()))
  )

  it.effect("D1: all exhausted ones are sent again, one more than are taken at a time too", () =>
    Effect.gen(function* () {
      yield* morning
      const now = yield* DateTime.now
      const exhausted = Effect.gen(function* () {
        const notification: Notification = {
          shop: ShopId.make("plain"),
          id: yield* newNotificationId,
          subject: yield* newTransactionUid,
          sequence: 1,
          url: "https://shop.example/hook",
          body: "{}",
          status: "exhausted",
          attempts: 10,
          lastResult: "500",
          tries: [],
          createdAt: now,
          updatedAt: now
        }
        return { _tag: "InsertNotification", notification } as const
      })
      const writes = yield* Effect.replicateEffect(exhausted, 1001)
      yield* commit(yield* CommitStore)({ name: "renotify", load: {}, decide: () => decided(writes, undefined) })
      const { resendExhausted } = yield* Notifications
      const merchant = yield* shop()
      assert.deepStrictEqual([yield* resendExhausted(merchant), yield* resendExhausted(merchant)], [1001, 0])
    }).pipe(Effect.provide(world()))
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

describeOnContract("the verification request", () => {
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

describeOnContract("looking transactions up", () => {
  // Source: Authorization request, tracking_id; Limits, "Tracking query with non-unique tracking_id".
  it.effect("Limits | Tracking query with non-unique tracking_id: answers the ten newest, newest first", () =>
    Effect.gen(function* () {
      yield* morning
      const uids: Array<string> = []
      const charged = (amount: number) =>
        Effect.map(authorize(charge({ amount, tracking_id: "same" })), ({ uid }) => uids.unshift(uid))
      const found = Effect.gen(function* () {
        const transactions = yield* (yield* Transactions).findByTrackingId(yield* shop(), "same")
        return transactions.map(({ uid }): string => uid)
      })
      for (let amount = 1; amount <= 10; amount++) yield* Effect.zipRight(charged(amount), pass("1 second"))
      assert.deepStrictEqual(yield* found, uids)
      yield* charged(11)
      assert.deepStrictEqual(yield* found, uids.slice(0, 10))
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

  it.effect("Authorization request | tracking_id: each of the most values that fit into 255 characters finds it", () =>
    Effect.gen(function* () {
      yield* morning
      const values = Array.from({ length: 128 }, (_, index) => String.fromCodePoint(0x100 + index))
      const { uid } = yield* authorize(charge({ tracking_id: values.join(";") }))
      const { findByTrackingId } = yield* Transactions
      const merchant = yield* shop()
      const found = yield* Effect.forEach(values, (value) => findByTrackingId(merchant, value))
      assert.deepStrictEqual(new Set(found.flat().map((transaction) => transaction.uid)), new Set([uid]))
      assert.strictEqual(found.flat().length, 128)
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
