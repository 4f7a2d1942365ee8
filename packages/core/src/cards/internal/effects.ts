import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { JobStore } from "../../jobs/Job.js"
import { JobQueue } from "../../jobs/JobQueue.js"
import { Notifications } from "../../notifications/Notifications.js"
import type { Shop } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import type { UnitOfWorkContext } from "../../store/UnitOfWork.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type * as ChargeMachine from "../ChargeMachine.js"

/** Does what a row of the charge machine demands besides the new state. */
export const effectsOf = Effect.gen(function* () {
  const jobQueue = yield* JobQueue
  const jobs = yield* JobStore
  const notifications = yield* Notifications

  return (
    effect: ChargeMachine.SideEffect,
    shop: Shop,
    transaction: Transaction,
    document: string
  ): Effect.Effect<void, StorageError, UnitOfWorkContext> => {
    const job = { shop: transaction.shop, subject: transaction.uid }
    switch (effect) {
      case "notify":
        return notifications.announce(shop, transaction, document)
      case "watch-hold": {
        // Only an authorization holds an amount.
        if (transaction.type !== "authorization") return Effect.void
        const lapsesAt = DateTime.addDuration(transaction.updatedAt, shop.holdPeriod)
        return jobQueue.enqueue({ ...job, kind: "release-hold" }, lapsesAt)
      }
      case "watch-expiry":
        return transaction.expiredAt === null
          ? Effect.void
          : jobQueue.enqueue({ ...job, kind: "expire" }, transaction.expiredAt)
      case "reverse":
        return jobQueue.enqueue({ ...job, kind: "reverse" }, transaction.updatedAt)
      case "close":
        return jobs.cancel({ ...job, kind: "release-hold" })
      case "ask-acquirer":
        // Acceptance adds the work that asks, and holds it.
        return Effect.void
    }
  }
})
