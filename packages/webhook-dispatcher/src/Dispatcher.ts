/**
 * Delivering notifications: at least once, under one id, in order per transaction, the newest state first.
 *
 * @since 0.1.0
 */
import { Entropy } from "@florin/core/ids/Entropy"
import { TransactionUid } from "@florin/core/ids/Ids"
import { type ClaimedJob, JobStore, type LeaseLost } from "@florin/core/jobs/Job"
import * as Machine from "@florin/core/machine/Machine"
import { type Notification, NotificationStore } from "@florin/core/notifications/Notification"
import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { calling, committing } from "@florin/core/store/FaultPoints"
import type { StorageError } from "@florin/core/store/StorageError"
import type { UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as DeliverySchedule from "./DeliverySchedule.js"
import { dated } from "./internal/dated.js"
import { reportUnusable } from "./internal/unusableKeys.js"
import { type Outcome, Sender } from "./Sender.js"
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
     * Makes one attempt at the transaction's waiting notification. The job is finished when nothing waits any more;
     * otherwise it is due again, at once when another notification waits. Nothing is committed when the lease was lost.
     *
     * Source: D34.
     */
    readonly deliver: (job: ClaimedJob) => Effect.Effect<void, LeaseLost | StorageError>
  }
>() {}

/** What an attempt came to, in the words of the table and of the notification's row. */
interface Attempt {
  readonly trigger: NotificationMachine.Trigger
  readonly result: string
  readonly retryAfter: Option.Option<Duration.Duration>
}

const attempt = (
  trigger: NotificationMachine.Trigger,
  result: string,
  retryAfter: Option.Option<Duration.Duration> = Option.none()
): Attempt => ({ trigger, result, retryAfter })

const attemptOf = (outcome: Outcome): Attempt => {
  switch (outcome._tag) {
    case "Acknowledged":
      return attempt("Acknowledged", String(outcome.status))
    case "Gone":
      return attempt("Gone", "410")
    case "Rejected":
      return attempt("AttemptFailed", String(outcome.status), outcome.retryAfter)
    case "Unanswered":
      return attempt("AttemptFailed", outcome.reason)
  }
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const entropy = yield* Entropy
  const commit = yield* committing
  const call = yield* calling
  const jobs = yield* JobStore
  const notifications = yield* NotificationStore
  const shops = yield* ShopDirectory
  const sender = yield* Sender
  const attemptLimit = DeliverySchedule.attemptLimit(settings)

  const random = () => entropy(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32

  const waitingOf = (job: ClaimedJob) => notifications.waiting(job.shop, TransactionUid.make(job.subject))

  const send = Effect.fnUntraced(function* (notification: Notification) {
    // Read at every attempt: a secret may have been changed since the last one.
    const shop = yield* shops.find(notification.shop)
    if (Option.isNone(shop)) return attempt("AttemptFailed", "shop-unknown")
    const signed = Signature.sign(shop.value, { ...notification, timestamp: yield* dated(settings) })
    yield* reportUnusable(shop.value, signed.unusable)
    const { body, url } = notification
    const post = sender.post({ url, headers: signed.headers, body, timeLimit: settings.deliveryTimeLimit })
    return attemptOf(yield* call("webhook.send")(post))
  })

  /** Writes what came of the attempt; the state may have changed while it was under way. */
  const record = Effect.fnUntraced(function* (current: Notification, made: Attempt, now: DateTime.Utc) {
    const { id, shop, status } = current
    const attempts = current.attempts + 1
    const decided = Machine.decide(NotificationMachine.machine, status, made.trigger, { attempts, attemptLimit })
    if (Either.isLeft(decided)) return Option.none<DateTime.Utc>()
    const { effects, next } = decided.right
    yield* notifications.update({ shop, id, status: next, attempts, lastResult: made.result, updatedAt: now })
    if (!effects.includes("retry")) return Option.none<DateTime.Utc>()
    const wait = DeliverySchedule.waitAfter(settings, attempts, made.retryAfter, random())
    return Option.map(wait, (duration) => DateTime.addDuration(now, duration))
  })

  const settle = Effect.fnUntraced(function* (job: ClaimedJob, sent: Notification, made: Attempt) {
    // In the order in which an announcement takes the two, or each would wait for the other.
    const current = yield* notifications.lock(sent.shop, sent.id)
    yield* jobs.hold(job)
    const now = yield* DateTime.now
    const retryAt = Option.isNone(current) ? Option.none() : yield* record(current.value, made, now)
    const waiting = yield* waitingOf(job)
    if (Option.isNone(waiting)) return yield* jobs.finish(job)
    const isSame = waiting.value.id === sent.id
    yield* jobs.postpone(job, isSame ? Option.getOrElse(retryAt, () => now) : now)
  }, commit("delivery-result"))

  const deliver = Effect.fn("Dispatcher.deliver")(function* (job: ClaimedJob) {
    const waiting = yield* waitingOf(job)
    if (Option.isNone(waiting)) return yield* commit("delivery-result")(jobs.finish(job))
    const made = yield* send(waiting.value)
    yield* settle(job, waiting.value, made)
  })

  return Dispatcher.of({ deliver })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<Dispatcher, never, Sender | UnitOfWork | JobStore | NotificationStore | ShopDirectory> =
  Layer.effect(Dispatcher, make)
