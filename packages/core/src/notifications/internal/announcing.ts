import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { notificationId } from "../../ids/Ids.js"
import { JobQueue } from "../../jobs/JobQueue.js"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { NotificationStore } from "../Notification.js"

/** Writes the notification of a state in the unit that commits the state, and the work that delivers it. */
export const announcing = Effect.gen(function* () {
  const store = yield* NotificationStore
  const jobQueue = yield* JobQueue

  return Effect.fnUntraced(function* (shop: Shop, transaction: Transaction, document: string) {
    const url = transaction.details.notificationUrl ?? shop.notificationUrl
    if (url === undefined) return
    const now = yield* DateTime.now
    yield* store.insert({
      shop: shop.id,
      id: yield* notificationId,
      uid: transaction.uid,
      sequence: transaction.version,
      url,
      body: document,
      status: "waiting",
      attempts: 0,
      lastResult: null,
      createdAt: now,
      updatedAt: now
    })
    yield* jobQueue.enqueue({ shop: shop.id, kind: "notify", subject: transaction.uid }, now)
  })
})
