/**
 * Delivering notifications: at least once, under one id, in order per transaction, the newest state first.
 *
 * @since 0.1.0
 */
import { Entropy } from "@florin/core/ids/Entropy"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import type { JobHandler } from "@florin/core/jobs/JobHandlers"
import { Worker } from "@florin/core/jobs/Worker"
import * as Machine from "@florin/core/machine/Machine"
import * as Announcement from "@florin/core/notifications/Announcement"
import { type Notification, NotificationStore } from "@florin/core/notifications/Notification"
import * as NotificationMachine from "@florin/core/notifications/NotificationMachine"
import { traced } from "@florin/core/operations/Tracing"
import { ShopDirectory } from "@florin/core/shops/Shop"
import { calling } from "@florin/core/store/FaultPoints"
import { decided, type Operation } from "@florin/core/store/Operation"
import { commit, OperationStore } from "@florin/core/store/OperationStore"
import * as Reads from "@florin/core/store/Reads"
import type { Write } from "@florin/core/store/Write"
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
     * Makes one attempt at the subject's waiting notification. The job is finished when nothing waits any more;
     * otherwise it is due again, at once when another notification waits. Nothing is committed when the lease was lost.
     *
     * Source: D34.
     */
    readonly handler: JobHandler
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

/** An attempt that was made, and by what its result is decided. */
interface Made {
  readonly job: ClaimedJob
  readonly sent: Notification
  readonly made: Attempt
  readonly now: DateTime.Utc
  readonly settings: DeliverySchedule.Schedule
  readonly attemptLimit: number
  readonly random: number
}

interface Facts {
  readonly current: Notification | undefined
  readonly waiting: Notification | undefined
}

/** What an attempt makes of its notification, which may have been superseded while the attempt was under way. */
const outcomeOf = ({ attemptLimit, made, now, random, settings }: Made, current: Notification) => {
  const { id, shop, status } = current
  const attempts = current.attempts + 1
  const found = Machine.decide(NotificationMachine.machine, status, made.trigger, { attempts, attemptLimit })
  if (Either.isLeft(found)) return { writes: [], status, retryAt: undefined }
  const { effects, next } = found.right
  const update: Write = {
    _tag: "UpdateNotification",
    notification: { shop, id, status: next, attempts, lastResult: made.result, updatedAt: now }
  }
  const wait = effects.includes("retry")
    ? DeliverySchedule.waitAfter(settings, attempts, made.retryAfter, random)
    : Option.none()
  const retryAt = Option.map(wait, (duration) => DateTime.addDuration(now, duration).epochMillis)
  return { writes: [update], status: next, retryAt: Option.getOrUndefined(retryAt) }
}

/** Records an attempt: its notification, and whether its subject's work ends or comes back, and when. */
const recorded = (attempt: Made): Operation<Facts, number | undefined, never> => {
  const { job, now, sent } = attempt
  return {
    name: "delivery-result",
    load: { current: Reads.notification(sent.shop, sent.id), waiting: Reads.waiting(sent.shop, sent.subject) },
    decide: ({ current, waiting }) => {
      const outcome = current === undefined ? undefined : outcomeOf(attempt, current)
      const writes = outcome?.writes ?? []
      const isOther = waiting !== undefined && waiting.id !== sent.id
      if (!isOther && outcome?.status !== "waiting") {
        return decided([{ _tag: "FinishJob", job }, ...writes], undefined)
      }
      const runAt = isOther ? now.epochMillis : (outcome?.retryAt ?? now.epochMillis)
      return decided([{ _tag: "PostponeJob", job, runAt }, ...writes], runAt, { wakeAt: runAt })
    }
  }
}

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const entropy = yield* Entropy
  const call = yield* calling
  const write = commit(yield* OperationStore)
  const notifications = yield* NotificationStore
  const shops = yield* ShopDirectory
  const worker = yield* Worker
  const sender = yield* Sender
  const attemptLimit = DeliverySchedule.attemptLimit(settings)

  const random = () => entropy(4).reduce((sum, byte) => sum * 256 + byte, 0) / 2 ** 32

  const waitingOf = (job: ClaimedJob) => notifications.waiting(job.shop, job.subject)

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

  const record = (job: ClaimedJob, sent: Notification, made: Attempt, now: DateTime.Utc) =>
    write(recorded({ job, sent, made, now, settings, attemptLimit, random: random() }))

  const nothingWaits = (job: ClaimedJob) =>
    write({
      name: "delivery-result",
      load: {},
      decide: () => decided([{ _tag: "FinishJob", job } as const], undefined)
    } satisfies Operation<object, undefined, never>)

  const deliver = Effect.fnUntraced(function* (job: ClaimedJob) {
    const waiting = yield* waitingOf(job)
    if (Option.isNone(waiting)) return yield* nothingWaits(job)
    const made = yield* send(waiting.value)
    const again = yield* record(job, waiting.value, made, yield* DateTime.now)
    if (again !== undefined) yield* worker.wakeFor(DateTime.unsafeMake(again))
  })

  return Dispatcher.of({
    handler: {
      kind: Announcement.kind,
      lane: "deliveries",
      perResource: settings.connectionsPerReceiver,
      run: (job) => traced("Dispatcher.deliver", deliver(job))
    }
  })
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
