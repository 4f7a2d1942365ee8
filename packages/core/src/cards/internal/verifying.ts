import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { VerificationRequests } from "../VerificationRequests.js"

const isOver = ({ expiredAt }: Transaction, now: number): boolean => expiredAt !== null && now >= expiredAt.epochMillis

/** Asking the merchant before the acquirer is asked; nothing where the request names no address for that. */
export const make = Effect.map(
  VerificationRequests,
  (merchant) =>
    (
      shop: Shop,
      transaction: Transaction,
      clock: Clock.Clock
    ): Effect.Effect<TransactionEvent | undefined> | undefined => {
      const { verificationUrl } = transaction.details
      if (verificationUrl === undefined) return undefined
      return Effect.map(merchant.ask(shop, transaction, verificationUrl), (verdict) => {
        if (verdict === "refused") return TransactionEvent.VerificationRefused()
        // The merchant took its time, and the acquirer was not asked yet.
        return isOver(transaction, clock.unsafeCurrentTimeMillis()) ? TransactionEvent.NotDone() : undefined
      })
    }
)
