import { assert, describe, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { Entropy } from "@florin/core/ids/Entropy"
import * as Ids from "@florin/core/ids/Ids"
import { type ClaimedJob, JobStore } from "@florin/core/jobs/Job"
import * as JobQueue from "@florin/core/jobs/JobQueue"
import * as Worker from "@florin/core/jobs/Worker"
import { type NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as Notifications from "@florin/core/notifications/Notifications"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { UnitOfWork } from "@florin/core/store/UnitOfWork"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Dispatcher from "@florin/webhook-dispatcher/Dispatcher"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { Webhook } from "standardwebhooks"
import { type Answer, answering, receiver, until } from "./receivers.js"
import { makeShop, webhookSecret } from "./shops.js"

const start = DateTime.unsafeMake("2026-03-01T12:00:00Z")

/** A host's directory of shops, which a test may change. */
const makeShops = () => {
  const shops = new Map<string, Shop>([["361", makeShop()]])
  const layer = Layer.succeed(ShopDirectory, {
    find: (id) => Effect.sync(() => Option.fromNullable(shops.get(id))),
    authenticate: () => new Unauthorized()
  })
  return { shops, layer }
}

const live = (settings: Partial<WebhookSettings.Settings> = {}, directory = makeShops().layer) =>
  Layer.mergeAll(Dispatcher.layer, Notifications.layer).pipe(
    Layer.provide(Sender.layer),
    Layer.provide(JobQueue.layer),
    Layer.provide(Worker.layer),
    Layer.provideMerge(emptyStore),
    Layer.provide(directory),
    Layer.provide(WebhookSettings.layer({ allowHttp: true, allowLoopback: true, jitter: 0, ...settings }))
  )

const shop = makeShop()

/** A committed state of a transaction; only what an announcement looks at. */
const state = (uid: Ids.TransactionUid, version: number, notificationUrl: string) =>
  ({ uid, version, details: { notificationUrl } }) as Transaction

const announce = Effect.fnUntraced(function* (uid: Ids.TransactionUid, version: number, url: string) {
  const notifications = yield* Notifications.Notifications
  const unit = yield* UnitOfWork
  yield* unit.run(notifications.announce(shop, state(uid, version, url), `{"version":${version}}`))
})

const announced = Effect.fnUntraced(function* (url: string) {
  yield* TestClock.setTime(DateTime.toEpochMillis(start))
  const uid = yield* Ids.transactionUid
  yield* announce(uid, 1, url)
  return uid
})

const claim = Effect.fnUntraced(function* (owner = "one") {
  const jobs = yield* JobStore
  const unit = yield* UnitOfWork
  const now = yield* DateTime.now
  return yield* unit.run(jobs.claimDue({ now, owner, limit: 10, kinds: ["notify"] }))
})

const deliver = (job: ClaimedJob) => Effect.flatMap(Dispatcher.Dispatcher, (dispatcher) => dispatcher.deliver(job))

/** Delivers what is due now; says how many attempts that were. */
const runDue = Effect.gen(function* () {
  const claimed = yield* claim()
  yield* Effect.forEach(claimed, deliver)
  return claimed.length
})

/** In how much time the next job is due. */
const nextDue = Effect.gen(function* () {
  const now = yield* DateTime.now
  const due = yield* Effect.flatMap(JobStore, (jobs) => jobs.nextDue(now))
  return Option.map(due, (at) => Duration.format(DateTime.distanceDuration(now, at)))
})

/** Every notification in order: its sequence, where it stands, its attempts and what the last one met. */
const listed = Effect.gen(function* () {
  const store = yield* NotificationStore
  const all = yield* store.list(shop.id, { limit: 100 })
  return [...all]
    .sort((a, b) => a.sequence - b.sequence)
    .map((_) => [_.sequence, _.status, _.attempts, _.lastResult] as const)
})

type Line = readonly [sequence: number, status: NotificationStatus, attempts: number, lastResult: string | null]
const lines = (...expected: ReadonlyArray<Line>) => expected

/** Answers with one status after the other, and with the last one from then on. */
const inTurn =
  (...statuses: ReadonlyArray<number>): Answer =>
  (response, received, nth) =>
    answering(statuses[Math.min(nth, statuses.length) - 1]!)(response, received, nth)

// Source: D34.
describe("one attempt", () => {
  it.scoped.each([
    [200, ["delivered", 1, "200"], Option.none()],
    [204, ["delivered", 1, "204"], Option.none()],
    [410, ["stopped", 1, "410"], Option.none()],
    [500, ["waiting", 1, "500"], Option.some("5s")],
    [302, ["waiting", 1, "302"], Option.some("5s")],
    [401, ["waiting", 1, "401"], Option.some("5s")]
  ] as const)("answered %s leaves the notification %j", ([status, [next, attempts, result], due]) =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(status))
      yield* announced(url)
      assert.strictEqual(yield* runDue, 1)
      deepStrictEqual(yield* listed, lines([1, next, attempts, result]))
      deepStrictEqual(yield* nextDue, due)
      assert.strictEqual(received[0]?.body, `{"version":1}`)
    }).pipe(Effect.provide(live()))
  )

  it.scoped("that meets nobody, a forbidden address or no answer says so in a fixed word", () =>
    Effect.gen(function* () {
      const hanging = yield* receiver(() => undefined)
      yield* announced(hanging.url)
      yield* announced("https://10.0.0.1/hook")
      yield* announced("http://127.0.0.1:1/hook")
      assert.strictEqual(yield* runDue, 3)
      const results = (yield* listed).map(([, , , result]) => result)
      assert.sameMembers(results, ["timeout", "address-refused", "connection-failed"])
    }).pipe(Effect.provide(live({ deliveryTimeLimit: Duration.seconds(2) })))
  )

  it.scoped("honours Retry-After where it is longer than the schedule", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(answering(429, { "retry-after": "90" }))
      yield* announced(url)
      yield* runDue
      deepStrictEqual(yield* nextDue, Option.some("1m 30s"))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("for a shop that is no longer there is not sent, and counts", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* announced(url)
      yield* runDue
      deepStrictEqual(yield* listed, lines([1, "waiting", 1, "shop-unknown"]))
      assert.lengthOf(received, 0)
    }).pipe(
      Effect.provide(
        live(
          {},
          Layer.succeed(ShopDirectory, {
            find: () => Effect.succeedNone,
            authenticate: () => new Unauthorized()
          })
        )
      )
    )
  )
})

// Source: D33, D34.
describe("all attempts", () => {
  it.scoped("come at the schedule's instants, end exhausted, stay listed, and can be asked for again", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(500))
      yield* announced(url)
      const waits: Array<string> = []
      while (true) {
        assert.strictEqual(yield* runDue, 1)
        const due = yield* nextDue
        if (Option.isNone(due)) break
        waits.push(due.value)
        const now = yield* DateTime.now
        const at = Option.getOrThrow(yield* Effect.flatMap(JobStore, (jobs) => jobs.nextDue(now)))
        yield* TestClock.setTime(DateTime.toEpochMillis(at) - 1)
        assert.strictEqual(yield* runDue, 0)
        yield* TestClock.adjust("1 millis")
      }
      deepStrictEqual(waits, ["5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "1d"])
      deepStrictEqual(yield* listed, lines([1, "exhausted", 10, "500"]))
      assert.lengthOf(received, 10)

      const notifications = yield* Notifications.Notifications
      assert.strictEqual(yield* notifications.resendExhausted(shop), 1)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, "500"]))
      yield* runDue
      deepStrictEqual(yield* listed, lines([1, "waiting", 1, "500"]))
      deepStrictEqual(yield* nextDue, Option.some("5s"))
      assert.lengthOf(new Set(received.map(({ headers }) => headers["webhook-id"])), 1)
    }).pipe(Effect.provide(live()))
  )

  it.scoped("carry one id and one body, and the instant and signature of their own", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(inTurn(500, 200))
      yield* announced(url)
      yield* runDue
      yield* TestClock.adjust("5 seconds")
      yield* runDue
      const [first, second] = received.map(({ body, headers }) => ({ body, headers }))
      assert.strictEqual(second?.headers["webhook-id"], first?.headers["webhook-id"])
      assert.strictEqual(second?.body, first?.body)
      assert.strictEqual(Number(second?.headers["webhook-timestamp"]), Number(first?.headers["webhook-timestamp"]) + 5)
      assert.notStrictEqual(second?.headers["webhook-signature"], first?.headers["webhook-signature"])
      deepStrictEqual(yield* listed, lines([1, "delivered", 2, "200"]))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("count from the latest time that the merchant asked, even if that is while one is under way", () =>
    Effect.gen(function* () {
      let release = () => {}
      const { received, url } = yield* receiver((response, _, nth) => {
        release = () => response.writeHead(500).end()
        if (nth === 1) release()
      })
      yield* announced(url)
      yield* runDue
      yield* TestClock.adjust("5 seconds")
      const running = yield* Effect.fork(runDue)
      yield* until(() => received.length === 2)
      const notifications = yield* Notifications.Notifications
      const [asked] = yield* notifications.list(shop, {})
      yield* notifications.resend(shop, asked!.id)
      release()
      yield* Fiber.join(running)
      deepStrictEqual(yield* listed, lines([1, "waiting", 1, "500"]))
      deepStrictEqual(yield* nextDue, Option.some("5s"))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("are signed with the secret that the shop has then", () => {
    const { layer, shops } = makeShops()
    const renewed = "whsec_bmV3IHNlY3JldCBvZiB0aGUgc2hvcA=="
    return Effect.gen(function* () {
      const { received, url } = yield* receiver(inTurn(500, 200))
      yield* announced(url)
      yield* runDue
      shops.set("361", makeShop({ keys: { webhookSecret: renewed } }))
      yield* TestClock.adjust("5 seconds")
      yield* runDue
      // The test's instant is not the machine's, which the receivers' library compares with.
      const isSigned = (nth: number, secret: string) => {
        const { body, headers } = received[nth]!
        const at = new Date(Number(headers["webhook-timestamp"]) * 1000)
        return new Webhook(secret).sign(String(headers["webhook-id"]), at, body) === headers["webhook-signature"]
      }
      deepStrictEqual(
        [isSigned(0, webhookSecret), isSigned(1, webhookSecret), isSigned(1, renewed)],
        [true, false, true]
      )
    }).pipe(Effect.provide(live({}, layer)))
  })

  it.scoped("wait up to a tenth longer than scheduled, by chance", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(answering(500))
      yield* announced(url)
      yield* runDue
      deepStrictEqual(yield* nextDue, Option.some("5s 250ms"))
    }).pipe(
      Effect.provide(live({ jitter: 0.1 })),
      Effect.provideService(Entropy, (bytes) => new Uint8Array(bytes).fill(0).with(0, 0x80))
    )
  )
})

// Source: D34, "in order per transaction, and a newer state replaces an undelivered older one".
describe("newer states", () => {
  it.scoped("replace what was not delivered, at once", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(inTurn(500, 200))
      const uid = yield* announced(url)
      yield* runDue
      yield* TestClock.adjust("1 seconds")
      yield* announce(uid, 2, url)
      assert.strictEqual(yield* runDue, 1)
      deepStrictEqual(yield* listed, lines([1, "superseded", 1, "500"], [2, "delivered", 1, "200"]))
      deepStrictEqual(
        received.map(({ headers }) => headers["florin-sequence"]),
        ["1", "2"]
      )
      deepStrictEqual(yield* nextDue, Option.none())
    }).pipe(Effect.provide(live()))
  )

  it.scoped.each([
    [200, "delivered", 1, "200"],
    [500, "superseded", 1, "500"],
    [410, "superseded", 1, "410"]
  ] as const)(
    "committed while the older one is under way are sent next, whatever became of that one: %s",
    ([status, first, attempts, result]) =>
      Effect.gen(function* () {
        let release = () => {}
        const { received, url } = yield* receiver((response, _, nth) => {
          if (nth > 1) response.end()
          else release = () => response.writeHead(status).end()
        })
        const uid = yield* announced(url)
        const running = yield* Effect.fork(runDue)
        yield* until(() => received.length === 1)
        yield* announce(uid, 2, url)
        release()
        yield* Fiber.join(running)
        deepStrictEqual(yield* listed, lines([1, first, attempts, result], [2, "waiting", 0, null]))
        deepStrictEqual(yield* nextDue, Option.some("0"))
        assert.strictEqual(yield* runDue, 1)
        deepStrictEqual(yield* listed, lines([1, first, attempts, result], [2, "delivered", 1, "200"]))
        deepStrictEqual(yield* nextDue, Option.none())
      }).pipe(Effect.provide(live()))
  )

  it.scoped("are delivered in order when an older one is asked for again", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(inTurn(200, 500, 200))
      const uid = yield* announced(url)
      yield* runDue
      yield* TestClock.adjust("1 seconds")
      yield* announce(uid, 2, url)
      yield* runDue
      const notifications = yield* Notifications.Notifications
      const [newer, older] = yield* notifications.list(shop, {})
      yield* notifications.resend(shop, older!.id)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, "200"], [2, "waiting", 1, "500"]))
      assert.strictEqual(yield* runDue, 1)
      assert.strictEqual(yield* runDue, 1)
      deepStrictEqual(
        received.map(({ headers }) => headers["webhook-id"]),
        [older!.id, newer!.id, older!.id, newer!.id]
      )
      deepStrictEqual(yield* listed, lines([1, "delivered", 1, "200"], [2, "delivered", 2, "200"]))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("of one transaction do not wait for another's receiver", () =>
    Effect.gen(function* () {
      const hanging = yield* receiver(() => undefined)
      const good = yield* receiver(answering(200))
      yield* announced(hanging.url)
      yield* announced(good.url)
      const running = yield* Effect.fork(Effect.flatMap(claim(), Effect.forEach(deliver, { concurrency: "unbounded" })))
      yield* until(() => good.received.length === 1)
      yield* Fiber.interrupt(running)
    }).pipe(Effect.provide(live()))
  )
})

// Source: reliability, promises 5 and 6.
describe("several processes", () => {
  it.scoped("commit an attempt only while they hold the job", () =>
    Effect.gen(function* () {
      let release = () => {}
      const { received, url } = yield* receiver((response, _, nth) => {
        if (nth > 1) response.writeHead(500).end()
        else release = () => response.end()
      })
      yield* announced(url)
      const [job] = yield* claim("one")
      const slow = yield* Effect.fork(Effect.flip(deliver(job!)))
      yield* until(() => received.length === 1)
      // The first process has not shown that it is alive: another takes the job over.
      const [again] = yield* claim("two")
      yield* deliver(again!)
      release()
      assert.strictEqual((yield* Fiber.join(slow))._tag, "LeaseLost")
      deepStrictEqual(yield* listed, lines([1, "waiting", 1, "500"]))
      deepStrictEqual(yield* nextDue, Option.some("5s"))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("send again, under the same id, what one of them was sending when it died", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response, _, nth) => {
        if (nth > 1) response.end()
      })
      yield* announced(url)
      const dying = yield* Effect.fork(Effect.flatMap(claim("one"), Effect.forEach(deliver)))
      yield* until(() => received.length === 1)
      yield* Fiber.interrupt(dying)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, null]))
      const [job] = yield* claim("two")
      yield* deliver(job!)
      deepStrictEqual(yield* listed, lines([1, "delivered", 1, "200"]))
      assert.strictEqual(received[0]?.headers["webhook-id"], received[1]?.headers["webhook-id"])
    }).pipe(Effect.provide(live()))
  )

  it.scoped("finish a job that has nothing left to send, and send nothing", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      const uid = yield* announced(url)
      yield* runDue
      const unit = yield* UnitOfWork
      const jobs = yield* JobStore
      yield* unit.run(jobs.add({ shop: shop.id, kind: "notify", subject: uid }, yield* DateTime.now))
      assert.strictEqual(yield* runDue, 1)
      deepStrictEqual(yield* nextDue, Option.none())
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(live()))
  )
})
