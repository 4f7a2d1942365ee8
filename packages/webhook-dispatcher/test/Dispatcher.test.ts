import { assert, it } from "@effect/vitest"
import { deepStrictEqual } from "@effect/vitest/utils"
import { type Commit, CommitStore, commit, decided, type Stale } from "@florin/core/commits/Commit"
import * as Reads from "@florin/core/commits/Reads"
import type { HeldJob, Write } from "@florin/core/commits/Write"
import { type JobEnded, JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import * as Worker from "@florin/core/due-work/Worker"
import * as Ids from "@florin/core/ids/Ids"
import { Entropy } from "@florin/core/ids/Ids"
import { type ClaimedJob, JobStore } from "@florin/core/jobs/Job"
import { type NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as OutboxMessage from "@florin/core/operations/OutboxMessage"
import * as Notifications from "@florin/core/queries/Notifications"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Dispatcher from "@florin/webhook-dispatcher/Dispatcher"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/TestClock"
import { Webhook } from "standardwebhooks"
import { type Answer, answering, receiver, until } from "./receivers.js"
import { makeShop, webhookSecret } from "./shops.js"

const start = DateTime.unsafeMake("2026-03-01T12:00:00Z")

/** A host's shop directory, which a test may change. */
const makeShops = () => {
  const shops = new Map<string, Shop>([["361", makeShop()]])
  const layer = Layer.succeed(ShopDirectory, {
    find: (id) => Effect.sync(() => Option.fromNullable(shops.get(id))),
    authenticate: () => new Unauthorized()
  })
  return { shops, layer }
}

/** A lease that is sure of every owner except those declared dead; or a real one. */
const leaseWithout = (dead: Dead) =>
  Layer.scoped(
    Lease.Lease,
    Effect.map(Lease.make(), (lease) => {
      if (dead !== "until a heartbeat") return { ...lease, isSure: (owner: string) => !dead.has(owner) }
      let isFresh = false
      const renewal = () => {
        isFresh = true
        return lease.renewal("now")
      }
      return { ...lease, renewal, isSure: (owner: string) => isFresh && lease.isSure(owner) }
    })
  )

const handlers = Layer.effect(
  JobHandlers,
  Effect.map(Dispatcher.make, (handler) => [handler])
)

type Dead = ReadonlySet<string> | "until a heartbeat"

const live = (
  settings: Partial<WebhookSettings.Settings> = {},
  directory = makeShops().layer,
  dead: Dead = new Set()
) =>
  Layer.mergeAll(handlers, Notifications.layer).pipe(
    Layer.provideMerge(Layer.orDie(leaseWithout(dead))),
    Layer.provideMerge(Layer.scoped(Sender.Sender, Sender.make)),
    Layer.provideMerge(Worker.layer),
    Layer.provideMerge(emptyStore),
    Layer.provideMerge(directory),
    Layer.provide(WebhookSettings.layer({ allowHttp: true, allowLoopback: true, jitter: 0, ...settings }))
  )

const shop = makeShop()

const written = (...writes: ReadonlyArray<Write>) =>
  Effect.flatMap(CommitStore, (store) =>
    commit(store)({ name: "record", load: {}, decide: () => decided(writes, undefined) } satisfies Commit<
      object,
      undefined,
      never
    >)
  )

const announce = Effect.fnUntraced(function* (subject: string, sequence: number, url: string, of: Shop = shop) {
  const id = yield* Ids.newNotificationId
  const now = yield* DateTime.now
  const body = `{"version":${sequence}}`
  yield* written(...OutboxMessage.writes({ shop: of.id, id, subject, sequence, url, body, now }))
})

const announced = Effect.fnUntraced(function* (url: string, of: Shop = shop) {
  yield* TestClock.setTime(DateTime.toEpochMillis(start))
  const uid = yield* Ids.newTransactionUid
  yield* announce(uid, 1, url, of)
  return uid
})

/** Claims the due jobs, including released ones. */
const claim = Effect.fnUntraced(function* (owner = "one", ...freed: ReadonlyArray<HeldJob>) {
  const now = DateTime.toEpochMillis(yield* DateTime.now)
  yield* written(...freed.map((job): Write => ({ _tag: "ReleaseJob", job })))
  const operation: Commit<{ readonly due: ReadonlyArray<Reads.JobRecord> }, ReadonlyArray<ClaimedJob>, never> = {
    name: "jobs-claim",
    load: { due: Reads.dueJobs({ now, kinds: [OutboxMessage.kind], limit: 10, perShare: 0 }) },
    decide: ({ due }) =>
      decided(
        due.map((job): Write => ({ _tag: "ClaimJob", job, owner })),
        due.map((job) => ({ ...job, fence: job.fence + 1, owner }))
      )
  }
  return yield* Effect.flatMap(CommitStore, (store) => commit(store)(operation))
})

const handler = Effect.map(JobHandlers, ([handler]) => handler!)

const deliver = (job: ClaimedJob) => Effect.flatMap(handler, ({ run }) => run(job))

/** Delivers jobs in one batch; fails with the first failure. */
const deliverAll = Effect.fnUntraced(function* (jobs: ReadonlyArray<ClaimedJob>) {
  const { runAll } = yield* handler
  const exits = new Map<ClaimedJob, Exit.Exit<void, Stale | StorageError>>()
  yield* runAll!(jobs, (job, exit) => void exits.set(job, exit))
  assert.sameMembers([...exits.keys()], [...jobs])
  for (const exit of exits.values()) yield* exit
})

/** Delivers the due jobs and returns the number of attempts. */
const runDue = Effect.gen(function* () {
  const claimed = yield* claim()
  yield* deliverAll(claimed)
  return claimed.length
})

/** Like `runDue`, one by one. */
const runDueOneByOne = Effect.gen(function* () {
  const claimed = yield* claim()
  yield* Effect.forEach(claimed, deliver)
  return claimed.length
})

/** The time until the next job is due. */
const nextDue = Effect.gen(function* () {
  const now = yield* DateTime.now
  const due = yield* Effect.flatMap(JobStore, (jobs) => jobs.nextDue)
  return Option.map(due, (at) => Duration.format(DateTime.distanceDuration(now, at)))
})

/** Written by the client of HTTP. */
const ofTheConnection = new Set(["host", "connection", "content-length"])

const ours = [
  ...["Authorization", "Content-Signature", "Content-Type", "Florin-Sequence", "User-Agent"],
  ...["Webhook-Id", "Webhook-Signature", "Webhook-Timestamp"]
]

/** All notifications in order: sequence, status, attempts and last result. */
const listed = Effect.gen(function* () {
  const store = yield* NotificationStore
  const all = yield* store.list(shop.id, { limit: 100 })
  return [...all]
    .sort((a, b) => a.sequence - b.sequence)
    .map((_) => [_.sequence, _.status, _.attempts, _.lastResult] as const)
})

/** What is kept of the attempts at each. */
const kept = Effect.gen(function* () {
  const all = yield* (yield* NotificationStore).list(shop.id, { limit: 100 })
  return [...all].sort((a, b) => a.sequence - b.sequence).map(({ tries }) => tries.map(({ result }) => result))
})

type Line = readonly [sequence: number, status: NotificationStatus, attempts: number, lastResult: string | null]
const lines = (...expected: ReadonlyArray<Line>) => expected

/** Answers with the statuses in turn, then keeps repeating the last one. */
const inTurn =
  (...statuses: ReadonlyArray<number>): Answer =>
  (response, received, nth) =>
    answering(statuses[Math.min(nth, statuses.length) - 1]!)(response, received, nth)

// Source: D34. A shop may be called what objects have a member of their own for.
describeOnStores("a shop whose name means something to JavaScript", () => {
  const names = ["__proto__", "constructor", "361"]
  const { layer, shops } = makeShops()
  for (const id of names) shops.set(id, makeShop({ id }))

  it.scoped("has its notifications delivered, in one batch with another's", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(204))
      for (const id of names) yield* announced(url, shops.get(id)!)
      assert.strictEqual(yield* runDue, names.length)
      assert.lengthOf(received, names.length)
    }).pipe(Effect.provide(live({}, layer)))
  )
})

// Source: D34.
describeOnStores("one attempt", () => {
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
      for (const run of [runDue, runDueOneByOne]) {
        yield* announced(url)
        assert.strictEqual(yield* run, 1)
        deepStrictEqual(yield* nextDue, due)
        yield* TestClock.setTime(0)
      }
      deepStrictEqual(yield* listed, lines([1, next, attempts, result], [1, next, attempts, result]))
      assert.strictEqual(received[0]?.body, `{"version":1}`)
    }).pipe(Effect.provide(live()))
  )

  it.scoped("is kept with when it ended, how long it took and its result, and no other is forgotten for it", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(inTurn(500, 302, 204))
      yield* announced(url)
      const ends: Array<number> = []
      for (const run of [runDue, runDueOneByOne, runDue]) {
        ends.push(yield* Clock.currentTimeMillis)
        yield* run
        yield* TestClock.adjust("1 hour")
      }
      const [one] = yield* Effect.flatMap(NotificationStore, (store) => store.list(shop.id, { limit: 1 }))
      deepStrictEqual(
        one!.tries.map(({ at, result }) => [at.epochMillis, result]),
        [500, 302, 204].map((status, nth) => [ends[nth], String(status)])
      )
      for (const { milliseconds } of one!.tries) assert.isTrue(Number.isInteger(milliseconds) && milliseconds >= 0)
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
describeOnStores("all attempts", () => {
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
        const at = Option.getOrThrow(yield* Effect.flatMap(JobStore, (jobs) => jobs.nextDue))
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

  it.scoped("D33a: write header names in their usual capitals, one by one and in a batch", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(204))
      yield* announced(url)
      yield* runDue
      yield* announced(url)
      yield* runDueOneByOne
      const names = received.map(({ names }) => names.filter((name) => !ofTheConnection.has(name)).sort())
      deepStrictEqual(names, [ours, ours])
    }).pipe(Effect.provide(live()))
  )

  it.scoped("D33a: sign the sequence as a part of the id, which is the same at every attempt", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(inTurn(500, 204))
      yield* announced(url)
      yield* runDue
      yield* TestClock.adjust("5 seconds")
      yield* runDue
      const ids = received.map(({ headers }) => String(headers["webhook-id"]))
      assert.match(ids[0]!, /^msg_[\da-f-]{36}_1$/)
      assert.strictEqual(ids[1], ids[0])
      const [listed] = yield* Effect.flatMap(NotificationStore, (store) => store.list(shop.id, { limit: 1 }))
      assert.strictEqual(listed?.id, ids[0])
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
      const [requested] = yield* notifications.list(shop, {})
      yield* notifications.resend(shop, requested!.id)
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
      // The test's instant differs from real time, with which the receivers' library compares.
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
describeOnStores("newer states", () => {
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
        deepStrictEqual(yield* kept, [[result], ["200"]])
        deepStrictEqual(yield* nextDue, Option.none())
      }).pipe(Effect.provide(live()))
  )

  it.scoped("keep an older one from being sent after them, even where it is asked for again", () =>
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
      deepStrictEqual(yield* listed, lines([1, "delivered", 0, "200"], [2, "waiting", 1, "500"]))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* runDue, 1)
      deepStrictEqual(
        received.map(({ headers }) => headers["webhook-id"]),
        [older!.id, newer!.id, newer!.id]
      )
      deepStrictEqual(yield* listed, lines([1, "delivered", 0, "200"], [2, "delivered", 2, "200"]))
    }).pipe(Effect.provide(live()))
  )

  it.scoped("of one transaction do not wait for another's receiver", () =>
    Effect.gen(function* () {
      const hanging = yield* receiver(() => undefined)
      const good = yield* receiver(answering(200))
      yield* announced(hanging.url)
      yield* announced(good.url)
      const running = yield* Effect.fork(Effect.flatMap(claim(), deliverAll))
      yield* until(() => good.received.length === 1)
      yield* Fiber.interrupt(running)
    }).pipe(Effect.provide(live()))
  )
})

// Source: reliability, promises 5 and 6.
describeOnStores("several processes", () => {
  it.scoped("commit an attempt only while they hold the job", () =>
    Effect.gen(function* () {
      let release = () => {}
      const { received, url } = yield* receiver((response, _, nth) => {
        if (nth > 1) response.writeHead(500).end()
        else release = () => response.end()
      })
      yield* announced(url)
      const [job] = yield* claim("one")
      const slow = yield* Effect.fork(Effect.flip(deliverAll([job!])))
      yield* until(() => received.length === 1)
      // The first process has sent no heartbeat, so another one takes the job over.
      const [again] = yield* claim("two", job!)
      yield* deliver(again!)
      release()
      assert.strictEqual((yield* Fiber.join(slow))._tag, "Stale")
      deepStrictEqual(yield* listed, lines([1, "waiting", 1, "500"]))
      deepStrictEqual(yield* nextDue, Option.some("5s"))
    }).pipe(Effect.provide(live()))
  )

  // Source: D40.
  it.scoped.each([
    ["together", deliverAll],
    ["one by one", (jobs: ReadonlyArray<ClaimedJob>) => Effect.forEach(jobs, deliver)]
  ] as const)("post nothing of what was taken over meanwhile, %s", ([, deliverThem]) =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* announced(url)
      const [job] = yield* claim("dead")
      yield* claim("two", job!)
      assert.strictEqual((yield* Effect.flip(deliverThem([job!])))._tag, "Stale")
      assert.lengthOf(received, 0)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, null]))
    }).pipe(Effect.provide(live({}, undefined, new Set(["dead"]))))
  )

  it.scoped("post nothing of what may have been taken over while they connected", () => {
    let isRequested = false
    // Sure when the lease is proved, and not any more when a connection is there.
    const suspended = Object.assign(new Set<string>(), {
      has: () => {
        const before = isRequested
        isRequested = true
        return before
      }
    })
    return Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* announced(url)
      const [job] = yield* claim("one")
      assert.strictEqual((yield* Effect.flip(deliverAll([job!])))._tag, "Stale")
      assert.lengthOf(received, 0)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, null]))
    }).pipe(Effect.provide(live({}, undefined, suspended)))
  })

  it.scoped("post what they hold still, once their lease is fresh again", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* announced(url)
      const { owner } = yield* Lease.Lease
      yield* Effect.flatMap(claim(owner()), deliverAll)
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(live({}, undefined, "until a heartbeat")))
  )

  it.scoped("send again, under the same id, what one of them was sending when it died", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response, _, nth) => {
        if (nth > 1) response.end()
      })
      yield* announced(url)
      const [held] = yield* claim("one")
      const dying = yield* Effect.fork(deliverAll([held!]))
      yield* until(() => received.length === 1)
      yield* Fiber.interrupt(dying)
      deepStrictEqual(yield* listed, lines([1, "waiting", 0, null]))
      const [job] = yield* claim("two", held!)
      yield* deliver(job!)
      deepStrictEqual(yield* listed, lines([1, "delivered", 1, "200"]))
      assert.strictEqual(received[0]?.headers["webhook-id"], received[1]?.headers["webhook-id"])
    }).pipe(Effect.provide(live()))
  )

  it.scoped("finish a job that has nothing left to send, and send nothing", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      const subject = yield* announced(url)
      yield* runDue
      for (const run of [runDue, runDueOneByOne]) {
        yield* written(OutboxMessage.delivery(shop.id, subject, url, yield* DateTime.now))
        assert.strictEqual(yield* run, 1)
        deepStrictEqual(yield* nextDue, Option.none())
      }
      assert.lengthOf(received, 1)
    }).pipe(Effect.provide(live()))
  )

  it.scoped("go on with a job for which something was announced since nothing waited for it", () =>
    Effect.gen(function* () {
      const { url } = yield* receiver(answering(200))
      const subject = yield* announced(url)
      yield* runDue
      yield* written(OutboxMessage.delivery(shop.id, subject, url, yield* DateTime.now))
      const [job] = yield* claim()
      const seen = yield* NotificationStore
      // This process read no waiting notification a moment ago.
      const blind = { ...seen, waiting: () => Effect.succeedNone }
      yield* announce(subject, 2, url)
      const handler = yield* Dispatcher.make.pipe(Effect.provideService(NotificationStore, blind))
      yield* handler.run(job!)
      deepStrictEqual(yield* listed, lines([1, "delivered", 1, "200"], [2, "waiting", 0, null]))
      deepStrictEqual(yield* nextDue, Option.some("0"))
    }).pipe(Effect.provide(live()))
  )
})

describeOnStores("a group of jobs", () => {
  it.scoped("reports each as it ends, and cancels the others when interrupted", () =>
    Effect.gen(function* () {
      const hanging = yield* receiver(() => undefined)
      const good = yield* receiver(answering(200))
      yield* announced(hanging.url)
      yield* announced(good.url)
      const ended: Array<string> = []
      const { runAll } = yield* handler
      const running = yield* Effect.fork(runAll!(yield* claim(), (_, exit) => void ended.push(exit._tag)))
      yield* until(() => ended.length === 1 && hanging.received.length === 1)
      yield* Fiber.interrupt(running)
      yield* until(() => hanging.sockets[0]?.destroyed === true)
      assert.deepStrictEqual(ended, ["Success"])
      assert.sameDeepMembers(
        [...(yield* listed)],
        [
          [1, "waiting", 0, null],
          [1, "delivered", 1, "200"]
        ]
      )
    }).pipe(Effect.provide(live()))
  )

  const broken = new StorageError({ operation: "shops", reason: "unavailable" })
  // Source: D42.
  it.scoped.each([
    ["fails to be found", Effect.fail(broken)],
    ["dies while it is looked for", Effect.die("broken")],
    ["is looked for without end", Effect.never],
    [
      "has a secret that is none",
      Effect.succeedSome({ ...makeShop(), webhookSecret: "not redacted" } as unknown as Shop)
    ]
  ] as const)("of two shops, one of which %s, delivers the other's", ([, find]) =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver(answering(200))
      yield* announced(url, makeShop({ id: "broken" }))
      yield* announced(url)
      const ended: Array<string> = []
      const { runAll } = yield* handler
      const reported: JobEnded = (job, exit) => void ended.push(`${job.shop} ${exit._tag}`)
      const running = yield* Effect.fork(Effect.flatMap(claim(), (jobs) => runAll!(jobs, reported)))
      yield* until(() => ended.includes("361 Success"))
      yield* TestClock.adjust("15 seconds")
      yield* Fiber.join(running)
      assert.sameMembers(ended, ["broken Failure", "361 Success"])
      assert.lengthOf(received, 1)
    }).pipe(
      Effect.provide(
        live(
          {},
          Layer.succeed(ShopDirectory, {
            find: (id) => (id === "broken" ? find : Effect.succeedSome(makeShop())),
            authenticate: () => new Unauthorized()
          })
        )
      )
    )
  )

  it.scoped("passes the fault point of each call while one is watched", () => {
    const points: Array<string> = []
    return Effect.gen(function* () {
      const { url } = yield* receiver(answering(200))
      yield* announced(url)
      yield* announced(url)
      yield* runDue
      assert.deepStrictEqual(points.filter((point) => point.startsWith("webhook.send")).sort(), [
        "webhook.send after",
        "webhook.send after",
        "webhook.send before",
        "webhook.send before"
      ])
    }).pipe(
      Effect.provide(live()),
      Effect.provideService(FaultPoints, (point, moment) => Effect.sync(() => void points.push(`${point} ${moment}`)))
    )
  })
})
