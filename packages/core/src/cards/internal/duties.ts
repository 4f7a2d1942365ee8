import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { Agenda } from "../../jobs/Agenda.js"
import { JobStore } from "../../jobs/Job.js"
import { Notifications } from "../../notifications/Notifications.js"
import type { Shop } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import type { Writing } from "../../store/UnitOfWork.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type * as ChargeMachine from "../ChargeMachine.js"

/** Does what a row of the charge machine demands besides the new state. */
export const dutiesOf = Effect.gen(function* () {
  const agenda = yield* Agenda
  const jobs = yield* JobStore
  const notifications = yield* Notifications

  return (
    duty: ChargeMachine.Duty,
    shop: Shop,
    transaction: Transaction,
    document: string
  ): Effect.Effect<void, StorageError, Writing> => {
    const job = { shop: transaction.shop, subject: transaction.uid }
    switch (duty) {
      case "notify":
        return notifications.announce(shop, transaction, document)
      case "watch-hold": {
        // Only an authorization holds an amount.
        if (transaction.type !== "authorization") return Effect.void
        const lapsesAt = DateTime.addDuration(transaction.updatedAt, shop.holdPeriod)
        return agenda.add({ ...job, kind: "release-hold" }, lapsesAt)
      }
      case "watch-expiry":
        return transaction.expiredAt === null
          ? Effect.void
          : agenda.add({ ...job, kind: "expire" }, transaction.expiredAt)
      case "reverse":
        return agenda.add({ ...job, kind: "reverse" }, transaction.updatedAt)
      case "close":
        return jobs.cancel({ ...job, kind: "release-hold" })
      case "ask-acquirer":
        // Acceptance adds the work that asks, and holds it.
        return Effect.void
    }
  }
})
