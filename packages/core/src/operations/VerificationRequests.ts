/** The verification request to the merchant, before the acquirer or the provider is called. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"

/**
 * Posts the transaction's document to the request's `verification_url`, signed as a webhook, for at most 10 s. A `2xx`
 * with `code` 0, no `code` or an empty body proceeds; anything else refuses. Never fails: no answer refuses.
 *
 * Source: interface, "Events | Verification request"; D20.
 */
export class VerificationRequests extends Context.Tag("@florin/core/VerificationRequests")<
  VerificationRequests,
  {
    readonly ask: (shop: Shop, transaction: Transaction, url: string) => Effect.Effect<"go-on" | "refused">
  }
>() {}
