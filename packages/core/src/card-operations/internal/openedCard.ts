import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { CardStore } from "../../cards/CardStore.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { CardVault } from "../../cards/CardVault.js"
import type { CallSource } from "./acquirerCalls.js"
import { forAcquirer } from "./resolvedCard.js"

/**
 * Opens the saved card of a transaction again, or finds its provider's token; none while that can't be done. The security
 * code is never stored.
 */
export const make = Effect.gen(function* () {
  const cards = yield* CardStore
  const vault = yield* CardVault

  const opened = Effect.fnUntraced(function* ({ card, shop }: CardTransaction) {
    if (card === undefined) return Option.none()
    const found = yield* cards.find(shop, card.token)
    if (Option.isNone(found)) return Option.none()
    const saved = found.value
    const number = saved.number && (yield* vault.open(shop, saved.token, saved.number))
    return Option.some(forAcquirer({ saved, isNew: false, number, securityCode: undefined }))
  })

  return (transaction: CardTransaction): Effect.Effect<Option.Option<CallSource>> =>
    Effect.catchAllCause(opened(transaction), () => Effect.succeedNone)
})
