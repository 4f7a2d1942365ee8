import type { ServerResponse } from "node:http"
import { isDeepStrictEqual } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { type Commit, CommitStore, commit, decided } from "@florin/core/commits/Commit"
import type { Write } from "@florin/core/commits/Write"
import { JobHandlers } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import * as Worker from "@florin/core/due-work/Worker"
import * as Ids from "@florin/core/ids/Ids"
import { type Notification, type NotificationStatus, NotificationStore } from "@florin/core/notifications/Notification"
import * as OutboxMessage from "@florin/core/operations/OutboxMessage"
import * as Notifications from "@florin/core/queries/Notifications"
import { type Shop, ShopDirectory, Unauthorized } from "@florin/core/shops/Shop"
import * as Scheduler from "@florin/scheduler/Scheduler"
import { SchedulerSettings } from "@florin/scheduler/SchedulerSettings"
import { describeOnStores, emptyStore } from "@florin/storage-postgres/testing/eitherStore"
import * as Dispatcher from "@florin/webhook-dispatcher/Dispatcher"
import * as Sender from "@florin/webhook-dispatcher/Sender"
import * as WebhookSettings from "@florin/webhook-dispatcher/WebhookSettings"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type Answer, answering, receiver, until } from "./receivers.js"
import { makeShop } from "./shops.js"

const shops = new Map<string, Shop>(["busy", "quiet", "third"].map((id) => [id, makeShop({ id, keys: {} })]))
const busy = shops.get("busy")!
const quiet = shops.get("quiet")!
const third = shops.get("third")!

const directory = Layer.succeed(ShopDirectory, {
  find: (id) => Effect.sync(() => Option.fromNullable(shops.get(id))),
  authenticate: () => new Unauthorized()
})

const handlers = Layer.effect(
  JobHandlers,
  Effect.map(Dispatcher.make, (handler) => [handler])
)

interface Options extends Partial<WebhookSettings.Settings> {
  readonly deliveries?: number
  readonly guaranteed?: number
}

const live = ({ deliveries = 1024, guaranteed = 8, ...settings }: Options = {}) =>
  Layer.merge(Scheduler.layer, Notifications.layer).pipe(
    Layer.provide(handlers),
    Layer.provide(
      Layer.mergeAll(Layer.scoped(Sender.Sender, Sender.make), Layer.scoped(Lease.Lease, Lease.make()), directory)
    ),
    Layer.provideMerge(Worker.layer),
    Layer.provideMerge(emptyStore),
    Layer.provide(
      WebhookSettings.layer({
        allowHttp: true,
        allowLoopback: true,
        jitter: 0,
        deliveryTimeLimit: Duration.seconds(120),
        ...settings
      })
    ),
    Layer.provide(
      Layer.succeed(SchedulerSettings, { places: { commits: 8, calls: 8, deliveries, mails: 8 }, guaranteed })
    ),
    Layer.orDie
  )

const announce = Effect.fnUntraced(function* (
  shop: Shop,
  url: string,
  count: number,
  status: NotificationStatus = "waiting"
) {
  const now = yield* DateTime.now
  const id = yield* Ids.newNotificationId
  const announcement = (index: number) => ({
    shop: shop.id,
    id: Ids.NotificationId.make(`${id.slice(0, -8)}${String(index).padStart(8, "0")}`),
    subject: `${id} ${index}`,
    sequence: 1,
    url,
    body: `{"shop":"${shop.id}"}`,
    now
  })
  const writes = Array.from({ length: count }, (_, index) => OutboxMessage.writes(announcement(index))).flatMap(
    (all) => (status === "waiting" ? all : all.flatMap((write): ReadonlyArray<Write> => inserted(write, status)))
  )
  const operation: Commit<object, undefined, never> = {
    name: "record",
    load: {},
    decide: () => decided(writes, undefined)
  }
  const store = yield* CommitStore
  yield* commit(store)(operation)
  yield* Effect.flatMap(Worker.Worker, ({ wake }) => wake)
})

const inserted = (write: Write, status: NotificationStatus): ReadonlyArray<Write> =>
  write._tag === "InsertNotification" ? [{ ...write, notification: { ...write.notification, status } }] : []

const listed = Effect.fnUntraced(function* (shop: Shop) {
  const { list } = yield* NotificationStore
  return yield* list(shop.id, { limit: 10_000 })
})

const outcomes = (all: ReadonlyArray<Notification>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { attempts, status } of all) counts[`${status} ${attempts}`] = (counts[`${status} ${attempts}`] ?? 0) + 1
  return counts
}

const untilListed = (shop: Shop, expected: Readonly<Record<string, number>>) =>
  Effect.repeat(Effect.delay(Effect.map(listed(shop), outcomes), "100 millis"), {
    until: (found) => isDeepStrictEqual(found, expected)
  })

/** Receivers that answer on command. */
const makeHanging = () => {
  const held: Array<ServerResponse> = []
  const answer: Answer = (response) => void held.push(response)
  return {
    receiver: receiver(answer),
    release: () => {
      for (const response of held.splice(0)) response.end()
    }
  }
}

/** Runs a test with the loop, then answers hanging requests so that the loop can stop. */
const whileRunning = <A, E, R>(test: Effect.Effect<A, E, R>, release: () => void = () => undefined) =>
  Effect.gen(function* () {
    const loop = yield* Effect.flatMap(Scheduler.Scheduler, ({ live }) => Effect.fork(live))
    const ended = Effect.gen(function* () {
      yield* Fiber.interruptFork(loop)
      const releasing = Effect.forever(Effect.delay(Effect.sync(release), "10 millis"))
      yield* Effect.fork(Effect.interruptible(Effect.raceFirst(Fiber.await(loop), releasing)))
      yield* Fiber.await(loop)
    })
    return yield* Effect.ensuring(test, ended)
  })

const patience = 120_000

// Source: D34, D42.
describeOnStores("a receiver that hangs", () => {
  it.scopedLive(
    "with 3,000 waiting delays no other shop's notification",
    () => {
      const hanging = makeHanging()
      return Effect.gen(function* () {
        const { received, url } = yield* hanging.receiver
        const good = yield* receiver(answering(200))
        yield* announce(busy, url, 3000)
        yield* whileRunning(
          Effect.gen(function* () {
            yield* until(() => received.length === WebhookSettings.defaults.connectionsPerReceiver)
            yield* announce(quiet, good.url, 1)
            yield* untilListed(quiet, { "delivered 1": 1 })
            assert.deepStrictEqual(outcomes(yield* listed(busy)), { "waiting 0": 3000 })
            assert.lengthOf(received, WebhookSettings.defaults.connectionsPerReceiver)
          }),
          hanging.release
        )
      }).pipe(Effect.provide(live()))
    },
    patience
  )

  it.scopedLive(
    "with 3,000 waiting delays no other receiver of its own shop",
    () => {
      const hanging = makeHanging()
      return Effect.gen(function* () {
        const { url } = yield* hanging.receiver
        const good = yield* receiver(answering(200))
        yield* announce(busy, url, 3000)
        // Behind all of them, at the same instant.
        yield* announce(busy, good.url, 20)
        yield* whileRunning(
          Effect.gen(function* () {
            yield* until(() => good.received.length === 20)
            yield* untilListed(busy, { "waiting 0": 3000, "delivered 1": 20 })
          }).pipe(Effect.catchAll(Effect.die)),
          hanging.release
        )
      }).pipe(Effect.provide(live()))
    },
    patience
  )

  // The bench `fairness` sends 100,000 again.
  it.scopedLive(
    "and gets 5,000 again delays no other shop's new notification",
    () => {
      const hanging = makeHanging()
      return Effect.gen(function* () {
        const { url } = yield* hanging.receiver
        const good = yield* receiver(answering(200))
        yield* announce(busy, url, 5000, "exhausted")
        yield* whileRunning(
          Effect.gen(function* () {
            const { resendExhausted } = yield* Notifications.Notifications
            const resending = yield* Effect.fork(resendExhausted(busy))
            yield* announce(quiet, good.url, 1)
            yield* untilListed(quiet, { "delivered 1": 1 })
            assert.strictEqual(yield* Fiber.join(resending), 5000)
            yield* announce(quiet, good.url, 1)
            yield* untilListed(quiet, { "delivered 1": 2 })
            assert.deepStrictEqual(outcomes(yield* listed(busy)), { "waiting 0": 5000 })
          }),
          hanging.release
        )
      }).pipe(Effect.provide(live()))
    },
    patience
  )
})

describeOnStores("places", () => {
  it.scopedLive(
    "are held by no shop beyond half, however many receivers it has",
    () => {
      const hanging = makeHanging()
      return Effect.gen(function* () {
        // With its two guaranteed places each, they would take 24.
        const receivers = yield* Effect.replicateEffect(hanging.receiver, 12)
        const theirs = yield* hanging.receiver
        const good = yield* receiver(answering(200))
        const ofBusy = () => receivers.reduce((sum, { received }) => sum + received.length, 0)
        yield* Effect.forEach(receivers, ({ url }) => announce(busy, url, 30))
        yield* whileRunning(
          Effect.gen(function* () {
            // 32 places: half, then half of the rest, of which one receiver has half.
            yield* until(() => ofBusy() >= 16)
            yield* announce(quiet, theirs.url, 30)
            yield* until(() => theirs.received.length >= 4)
            yield* announce(third, good.url, 30)
            yield* untilListed(third, { "delivered 1": 30 })
            assert.deepStrictEqual([ofBusy(), theirs.received.length], [16, 4])
          }),
          hanging.release
        )
      }).pipe(Effect.provide(live({ deliveries: 32, guaranteed: 2 })))
    },
    patience
  )

  it.scopedLive(
    "are waited for without losing an attempt, longer than an attempt may take",
    () => {
      let most = 0
      let open = 0
      const slow: Answer = (response) => {
        open += 1
        most = Math.max(most, open)
        setTimeout(() => {
          open -= 1
          response.end()
        }, 40)
      }
      return Effect.gen(function* () {
        const { received, url } = yield* receiver(slow)
        // 100 requests, two at a time, take twice the time limit of an attempt.
        yield* announce(busy, url, 100)
        yield* whileRunning(untilListed(busy, { "delivered 1": 100 }))
        assert.deepStrictEqual([received.length, most], [100, 2])
      }).pipe(Effect.provide(live({ connectionsPerReceiver: 2, deliveryTimeLimit: Duration.seconds(1) })))
    },
    patience
  )
})

describe("a connection", () => {
  it.scopedLive("that is waited for longer than a request may take counts for nothing", () =>
    Effect.gen(function* () {
      const { received, url } = yield* receiver((response) => setTimeout(() => response.end(), 400))
      const sender = yield* Sender.Sender
      const post = sender.post({ url, headers: {}, body: "{}", timeLimit: Duration.seconds(1) })
      const outcomes = yield* Effect.all(
        Array.from({ length: 5 }, () => post),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(
        outcomes.map(({ _tag }) => _tag),
        Array.from({ length: 5 }, () => "Acknowledged" as const)
      )
      assert.lengthOf(received, 5)
    }).pipe(
      Effect.provide(
        Layer.scoped(Sender.Sender, Sender.make).pipe(
          Layer.provide(WebhookSettings.layer({ allowHttp: true, allowLoopback: true, connectionsPerReceiver: 1 }))
        )
      )
    )
  )
})
