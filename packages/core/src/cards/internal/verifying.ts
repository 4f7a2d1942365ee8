import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { Shop } from "../../shops/Shop.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { VerificationRequests } from "../VerificationRequests.js"

const isOver = ({ expiredAt }: Transaction, now: number): boolean => expiredAt !== null && now >= expiredAt.epochMillis

/** Asking the merchant, at the address that the request names, before the acquirer is asked. */
export const make = Effect.map(
  VerificationRequests,
  (merchant) =>
    (
      shop: Shop,
      transaction: Transaction,
      url: string,
      clock: Clock.Clock
    ): Effect.Effect<TransactionEvent | undefined> =>
      Effect.map(merchant.ask(shop, transaction, url), (verdict) => {
        if (verdict === "refused") return TransactionEvent.VerificationRefused()
        // The merchant took its time, and the acquirer was not asked yet.
        return isOver(transaction, clock.unsafeCurrentTimeMillis()) ? TransactionEvent.NotDone() : undefined
      })
)
