import type * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { CardEvent } from "../../cards/CardEvent.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { VerificationRequests } from "../../operations/VerificationRequests.js"
import type { Shop } from "../../shops/Shop.js"

/** Whether its `expired_at` is reached. */
export const isOver = ({ expiredAt }: CardTransaction, now: number): boolean =>
  expiredAt !== null && now >= expiredAt.epochMillis

/** Sends the verification request to the merchant before the acquirer is called. */
export const make = Effect.map(
  VerificationRequests,
  (merchant) =>
    (shop: Shop, transaction: CardTransaction, url: string, clock: Clock.Clock): Effect.Effect<CardEvent | undefined> =>
      Effect.map(merchant.ask(shop, transaction, url), (verdict) => {
        if (verdict === "refused") return CardEvent.VerificationRefused({})
        // The transaction may have expired while the merchant answered; the acquirer was not called yet.
        return isOver(transaction, clock.unsafeCurrentTimeMillis()) ? CardEvent.NotDone({}) : undefined
      })
)
