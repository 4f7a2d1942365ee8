/**
 * Delivering notifications: at least once, under one id, in order per transaction, the newest state first.
 *
 * @since 0.1.0
 */

import type { ShopId } from "@florin/core/ids/Ids"
import { Entropy } from "@florin/core/ids/Ids"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import type { JobEnded, JobHandler } from "@florin/core/jobs/JobHandlers"
import { Worker } from "@florin/core/jobs/Worker"
import * as Announcement from "@florin/core/notifications/Announcement"
import { type Notification, NotificationStore } from "@florin/core/notifications/Notification"
import { traced } from "@florin/core/operations/Operations"
import { type Shop, ShopDirectory } from "@florin/core/shops/Shop"
import { calling, FaultPoints } from "@florin/core/store/FaultPoints"
import { type Outcome as Committed, commit, OperationStore, type Stale } from "@florin/core/store/Operation"
import type { StorageError } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as DefaultServices from "effect/DefaultServices"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import * as DeliverySchedule from "./DeliverySchedule.js"
import * as Attempts from "./internal/attempts.js"
import { dated } from "./internal/dated.js"
import { type Post, Sender } from "./Sender.js"
import * as Signature from "./Signature.js"
import { WebhookSettings } from "./WebhookSettings.js"

/**
 * Delivers what the jobs of kind `notify` are about.
 *
 * @since 0.1.0
 * @category services
 */
export class Dispatcher extends Context.Tag("@florin/webhook-dispatcher/Dispatcher")<
  Dispatcher,
  {
    /**
     * Makes one attempt at the subject's waiting notification. The job is finished when nothing waits any more;
     * otherwise it is due again, at once when another notification waits. Nothing is committed when the lease was lost.
     *
     * Source: D34.
     */
    readonly handler: JobHandler
  }
>() {}

type Recorded = Committed<number | undefined, never>

/** Recording attempts: the result, and the loop that is woken for the next. */
const recording = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const entropy = yield* Entropy
  const store = yield* OperationStore
  const worker = yield* Worker
  const attemptLimit = DeliverySchedule.attemptLimit(settings)
  const random = () => entropy(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32

  const woken =
    (now: DateTime.Utc, done: (outcome: Recorded) => void) =>
    (outcome: Recorded): void => {
      done(outcome)
      const again = outcome._tag === "Committed" ? outcome.answer : undefined
      if (again !== undefined) worker.unsafeWakeFor(again, now.epochMillis)
    }

  const nothing = (job: ClaimedJob, now: DateTime.Utc, done: (outcome: Recorded) => void): void =>
    store.submit(Attempts.nothingWaited(job, now), woken(now, done))

  const record = (
    job: ClaimedJob,
    sent: Notification,
    made: Attempts.Attempt,
    now: DateTime.Utc,
    done: (outcome: Recorded) => void
  ): void => {
    const chance = made.trigger === "AttemptFailed" ? random() : 0
    const attempt: Attempts.Made = { job, sent, made, now, settings, attemptLimit, random: chance }
    const told = woken(now, done)
    store.submit(Attempts.recordedAsSent(attempt), (outcome) => {
      if (outcome._tag !== "Failed") return told(outcome)
      const { error } = outcome
      if (error === "another waits") store.submit(Attempts.recorded(attempt), told)
      else told({ _tag: "Failed", error })
    })
  }

  return { nothing, record }
})

const exitOf = (outcome: Recorded): Exit.Exit<void, Stale | StorageError> => {
  switch (outcome._tag) {
    case "Committed":
      return Exit.void
    case "Failed":
      return Exit.fail(outcome.error)
    case "Died":
      return Exit.die(outcome.defect)
  }
}

// What was submitted is committed, whoever waits for it.
const awaiting = (submit: (done: (outcome: Recorded) => void) => void): Effect.Effect<void, Stale | StorageError> =>
  Effect.uninterruptible(Effect.async((resume) => submit((outcome) => resume(exitOf(outcome)))))

const signing = Effect.map(WebhookSettings, (settings) => ({
  timestamp: dated(settings),
  sign: (shop: Shop, notification: Notification, timestamp: DateTime.Utc) => {
    const { body, url } = notification
    const { headers, unusable } = Signature.sign(shop, { ...notification, timestamp })
    const post: Post = { url, headers, body, timeLimit: settings.deliveryTimeLimit }
    return { post, unusable }
  }
}))

const shopUnknown = Attempts.attempt("AttemptFailed", "shop-unknown")

/** One attempt as an effect, whose call and commit can be observed. */
const delivering = Effect.gen(function* () {
  const call = yield* calling
  const notifications = yield* NotificationStore
  const shops = yield* ShopDirectory
  const sender = yield* Sender
  const { sign, timestamp } = yield* signing
  const { nothing, record } = yield* recording

  const send = Effect.fnUntraced(function* (notification: Notification) {
    // Read at every attempt: a secret may have been changed since the last one.
    const shop = yield* shops.find(notification.shop)
    if (Option.isNone(shop)) return shopUnknown
    const { post, unusable } = sign(shop.value, notification, yield* timestamp)
    yield* Signature.reportUnusable(shop.value, unusable)
    return Attempts.attemptOf(yield* call("webhook.send")(sender.post(post)))
  })

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    const waiting = yield* notifications.waiting(job.shop, job.subject)
    if (Option.isNone(waiting)) {
      const now = yield* DateTime.now
      return yield* awaiting((done) => nothing(job, now, done))
    }
    const made = yield* send(waiting.value)
    const now = yield* DateTime.now
    return yield* awaiting((done) => record(job, waiting.value, made, now, done))
  })
})

type UnsafePost = NonNullable<Sender["Type"]["unsafePost"]>

/** A job with what waits for its subject. */
interface Delivery {
  readonly job: ClaimedJob
  readonly notification: Notification
}

const nameOf = ({ shop, subject }: Pick<ClaimedJob, "shop" | "subject">): string => `${shop} ${subject}`

const byShop = (deliveries: ReadonlyArray<Delivery>): ReadonlyArray<readonly [ShopId, ReadonlyArray<Delivery>]> => {
  const shops = new Map<ShopId, Array<Delivery>>()
  for (const delivery of deliveries) {
    const { shop } = delivery.job
    const known = shops.get(shop)
    if (known === undefined) shops.set(shop, [delivery])
    else known.push(delivery)
  }
  return [...shops]
}

/** Attempts at notifications of one shop. */
const deliveringOfShop = Effect.fnUntraced(function* (unsafePost: UnsafePost) {
  const shops = yield* ShopDirectory
  const { sign, timestamp } = yield* signing
  const { record } = yield* recording

  const sendAll = (posts: ReadonlyArray<Delivery & { readonly post: Post }>, now: () => number, ended: JobEnded) =>
    Effect.async<void>((resume) => {
      let left = posts.length
      const finished = (job: ClaimedJob) => (outcome: Recorded) => {
        ended(job, exitOf(outcome))
        left -= 1
        if (left === 0) resume(Effect.void)
      }
      const giveUps = posts.map(({ job, notification, post }) =>
        unsafePost(post, now, (outcome) =>
          record(job, notification, Attempts.attemptOf(outcome), DateTime.unsafeMake(now()), finished(job))
        )
      )
      return Effect.sync(() => {
        for (const giveUp of giveUps) giveUp()
      })
    })

  return Effect.fnUntraced(function* (id: ShopId, deliveries: ReadonlyArray<Delivery>, ended: JobEnded) {
    const clock = yield* Effect.clock
    const now = () => clock.unsafeCurrentTimeMillis()
    // Read at every attempt: a secret may have been changed since the last one. A directory that fails for one shop
    // delays no other's.
    const found = yield* Effect.exit(shops.find(id))
    if (Exit.isFailure(found)) {
      for (const { job } of deliveries) ended(job, Exit.failCause(found.cause))
      return
    }
    const { value: shop } = found
    if (Option.isNone(shop)) {
      const unknown = ({ job, notification }: Delivery) =>
        awaiting((done) => record(job, notification, shopUnknown, DateTime.unsafeMake(now()), done))
      return yield* Effect.forEach(
        deliveries,
        (delivery) => Effect.map(Effect.exit(unknown(delivery)), (exit) => ended(delivery.job, exit)),
        { concurrency: "unbounded", discard: true }
      )
    }
    const at = yield* timestamp
    const signed = deliveries.map((delivery) => ({ ...delivery, ...sign(shop.value, delivery.notification, at) }))
    yield* Signature.reportUnusable(shop.value, signed[0]?.unusable ?? [])
    yield* sendAll(signed, now, ended)
  })
})

/** Attempts of many jobs at once: an effect for each shop and not for each of them. */
const deliveringAll = Effect.fnUntraced(function* (unsafePost: UnsafePost) {
  const write = commit(yield* OperationStore)
  const { nothing } = yield* recording
  const ofShop = yield* deliveringOfShop(unsafePost)

  return Effect.fnUntraced(function* (jobs: ReadonlyArray<ClaimedJob>, ended: JobEnded) {
    const found = yield* write(Attempts.waitingOf(jobs))
    const waiting = new Map(found.map((notification) => [nameOf(notification), notification]))
    const now = yield* DateTime.now
    const deliveries: Array<Delivery> = []
    const idle: Array<ClaimedJob> = []
    for (const job of jobs) {
      const notification = waiting.get(nameOf(job))
      if (notification === undefined) idle.push(job)
      else deliveries.push({ job, notification })
    }
    const ends = Effect.forEach(
      idle,
      (job) => Effect.map(Effect.exit(awaiting((done) => nothing(job, now, done))), (exit) => ended(job, exit)),
      { concurrency: "unbounded", discard: true }
    )
    const sends = Effect.forEach(byShop(deliveries), ([shop, all]) => ofShop(shop, all, ended), {
      concurrency: "unbounded",
      discard: true
    })
    yield* Effect.all([ends, sends], { concurrency: "unbounded", discard: true })
  })
})

const untraced = Context.get(DefaultServices.liveServices, Tracer.Tracer)

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const { unsafePost } = yield* Sender
  const deliver = yield* delivering
  const isWatched = (yield* FaultPoints) !== undefined

  const run: JobHandler["run"] = (job) => traced("Dispatcher.deliver", deliver(job))

  const each = (jobs: ReadonlyArray<ClaimedJob>, ended: JobEnded) =>
    Effect.forEach(jobs, (job) => Effect.map(Effect.exit(run(job)), (exit) => ended(job, exit)), {
      concurrency: "unbounded",
      discard: true
    })

  const deliverAll = unsafePost === undefined || isWatched ? each : yield* deliveringAll(unsafePost)

  const handler: JobHandler = {
    kind: Announcement.kind,
    lane: "deliveries",
    perResource: settings.connectionsPerReceiver,
    run,
    runAll: (jobs, ended) => Effect.tracerWith((tracer) => (tracer === untraced ? deliverAll : each)(jobs, ended))
  }
  return Dispatcher.of({ handler })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<
  Dispatcher,
  never,
  Sender | OperationStore | NotificationStore | ShopDirectory | Worker
> = Layer.effect(Dispatcher, make)
