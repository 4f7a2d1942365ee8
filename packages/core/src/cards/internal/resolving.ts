import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { Entropy } from "../../ids/Entropy.js"
import { makeCardToken } from "../../ids/Ids.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { ShownCard } from "../../transactions/Transaction.js"
import type { AcquirerCard } from "../Acquirer.js"
import { BinDirectory } from "../BinDirectory.js"
import type { CardDataInput, CardInput, CardTokenInput, Contract } from "../CardRequest.js"
import { CardStore, type SavedCard } from "../CardStore.js"
import { CardVault } from "../CardVault.js"

/** A card at hand for one operation: as it is stored, and what the acquirer needs of it. */
export interface ResolvedCard {
  readonly saved: SavedCard
  readonly isNew: boolean
  readonly number: Redacted.Redacted<string>
  readonly securityCode: Redacted.Redacted<string> | undefined
}

/** Resolving the cards of requests. */
export const make = Effect.gen(function* () {
  const store = yield* CardStore
  const vault = yield* CardVault
  const bins = yield* BinDirectory
  const entropy = yield* Entropy

  /** Seals card data under a new token; the row is written by the commit that accepts the request. */
  const resolveData = Effect.fnUntraced(function* (
    shop: Shop,
    card: CardDataInput,
    contracts: ReadonlyArray<Contract>,
    now: DateTime.Utc
  ) {
    const token = makeCardToken(entropy)
    const saved: SavedCard = {
      shop: shop.id,
      token,
      stamp: yield* vault.stamp(card.number),
      number: yield* vault.seal(shop.id, token, card.number),
      facts: card.number.facts,
      holder: card.holder ?? null,
      expMonth: card.expMonth,
      expYear: card.expYear,
      contracts,
      createdAt: now
    }
    return { saved, isNew: true, number: card.number.digits, securityCode: card.securityCode } satisfies ResolvedCard
  })

  const resolveToken = Effect.fnUntraced(function* (shop: Shop, card: CardTokenInput, path: string) {
    const found = yield* store.find(shop.id, card.token)
    if (Option.isNone(found)) return invalid([path, "token"], "does not exist")
    const saved = found.value
    const number = yield* vault.open(shop.id, saved.token, saved.number)
    return { saved, isNew: false, number, securityCode: card.securityCode } satisfies ResolvedCard
  })

  return {
    /**
     * The card of a request, new or saved, or why there is none; a token of another shop does not exist. A saved card's
     * stamp and number never change, so it may be read before the unit of work.
     */
    resolve: (
      shop: Shop,
      card: CardInput,
      contracts: ReadonlyArray<Contract>,
      now: DateTime.Utc,
      path = "credit_card"
    ) => (card._tag === "CardData" ? resolveData(shop, card, contracts, now) : resolveToken(shop, card, path)),
    shown: ({ saved: { expMonth, expYear, facts, holder, stamp, token } }: ResolvedCard): ShownCard => ({
      facts,
      holder,
      expMonth,
      expYear,
      stamp,
      token,
      ...bins.find(facts)
    })
  }
})

export const forAcquirer = ({ number, saved, securityCode }: ResolvedCard): AcquirerCard => ({
  number,
  expMonth: saved.expMonth,
  expYear: saved.expYear,
  ...(saved.holder === null ? {} : { holder: saved.holder }),
  ...(securityCode === undefined ? {} : { securityCode })
})
