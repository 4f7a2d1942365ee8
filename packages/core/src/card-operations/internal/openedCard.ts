import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { AcquirerCard } from "../../cards/Acquirer.js"
import { CardStore } from "../../cards/CardStore.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { CardVault } from "../../cards/CardVault.js"
import { forAcquirer } from "./cardAcceptance.js"

/** Opens the saved card of a transaction again; none while it can't be opened. The security code is never stored. */
export const make = Effect.gen(function* () {
  const cards = yield* CardStore
  const vault = yield* CardVault

  const opened = Effect.fnUntraced(function* ({ card, shop }: CardTransaction) {
    if (card === undefined) return Option.none()
    const saved = yield* cards.find(shop, card.token)
    if (Option.isNone(saved)) return Option.none()
    const { number: sealed, token } = saved.value
    const number = yield* vault.open(shop, token, sealed)
    return Option.some(forAcquirer({ saved: saved.value, isNew: false, number, securityCode: undefined }))
  })

  return (transaction: CardTransaction): Effect.Effect<Option.Option<AcquirerCard>> =>
    Effect.catchAllCause(opened(transaction), () => Effect.succeedNone)
})
