/** Delivery of notifications: at least once, under one id, in order per transaction, superseded states skipped. */

import { CommitStore } from "@florin/core/commits/Commit"
import { type JobHandler, runningEach } from "@florin/core/due-work/JobHandlers"
import * as Lease from "@florin/core/due-work/Lease"
import type { ClaimedJob } from "@florin/core/jobs/Job"
import { type Notification, NotificationStore } from "@florin/core/notifications/Notification"
import * as OutboxMessage from "@florin/core/operations/OutboxMessage"
import { calling } from "@florin/core/store/FaultPoints"
import * as Tracing from "@florin/core/tracing/Tracing"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { deliveringTogether, signing } from "./internal/deliveries.js"
import { attemptOf, awaiting, recording, shopUnknown, watching } from "./internal/deliveryRecord.js"
import { Sender } from "./Sender.js"
import * as Signature from "./Signature.js"
import { WebhookSettings } from "./WebhookSettings.js"

/** One attempt as an effect, with fault points around its call and its commit. */
const delivering = Effect.gen(function* () {
  const call = yield* calling
  const notifications = yield* NotificationStore
  const sender = yield* Sender
  const { shopOf, sign, timestamp } = yield* signing
  const { nothing, record } = yield* recording
  const whileSure = Lease.callIfHeld(yield* Lease.Lease, yield* CommitStore)
  const watch = yield* watching

  const send = Effect.fnUntraced(function* (job: ClaimedJob, notification: Notification) {
    // Read at every attempt: the shop's secrets may have changed.
    const shop = yield* shopOf(notification.shop)
    const end = watch(notification)
    yield* Tracing.described({ "florin.notification.id": notification.id })
    if (Option.isNone(shop)) return end(shopUnknown)
    const { post, unusable } = sign(shop.value, notification, yield* timestamp)
    yield* Signature.reportUnusable(shop.value, unusable)
    return end(attemptOf(yield* call("webhook.send")(whileSure(job, sender.post(post)))))
  })

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    const waiting = yield* notifications.waiting(job.shop, job.subject)
    if (Option.isNone(waiting)) {
      const now = yield* DateTime.now
      return yield* awaiting((done) => nothing(job, now, done))
    }
    const made = yield* send(job, waiting.value)
    const now = yield* DateTime.now
    return yield* awaiting((done) => record(job, waiting.value, made, now, done))
  })
})

/**
 * Runs the jobs of kind `notify`: one attempt to deliver the subject's waiting notification. Finishes the job when no
 * notification is waiting; otherwise reschedules it, for now if another notification is waiting. Commits nothing after
 * losing the lease.
 *
 * Source: D34.
 */
export const make = Effect.gen(function* () {
  const settings = yield* WebhookSettings
  const { unsafePost } = yield* Sender
  const deliver = yield* delivering

  const handler: JobHandler = {
    kind: OutboxMessage.kind,
    pool: "deliveries",
    perResource: settings.connectionsPerReceiver,
    run: deliver,
    runAll: unsafePost === undefined ? runningEach(deliver) : yield* deliveringTogether(unsafePost)
  }
  return handler
})
