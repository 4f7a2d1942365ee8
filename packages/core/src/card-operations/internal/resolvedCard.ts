import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { BinDirectory, unknownBin } from "../../cards/BinDirectory.js"
import type { CardDataInput, CardInput, CardTokenInput, ProviderTokenInput } from "../../cards/CardInput.js"
import { noFacts } from "../../cards/CardNumber.js"
import { CardStore, type SavedCard } from "../../cards/CardStore.js"
import type { ShownCard } from "../../cards/CardTransaction.js"
import { CardVault } from "../../cards/CardVault.js"
import { Entropy, makeCardToken } from "../../ids/Ids.js"
import { given } from "../../request/Given.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { CallSource } from "./acquirerCalls.js"
import * as Directories from "./directories.js"

/** The card of one operation: the stored row, and what the acquirer needs. */
export interface ResolvedCard {
  readonly saved: SavedCard
  readonly isNew: boolean
  /** Absent: a provider's token stands for the card. */
  readonly number: Redacted.Redacted<string> | undefined
  readonly securityCode: Redacted.Redacted<string> | undefined
}

/** `path`: the section of the card. `owner`: the customer's id in the merchant's system. */
interface Resolving {
  readonly path?: string
  readonly owner?: string | undefined
}

/** A number that is sealed, or the token in its place; each under a token of our own. */
const making = Effect.gen(function* () {
  const vault = yield* CardVault
  const entropy = yield* Entropy

  /** Seals card data under a new token; the accepting commit writes the row. */
  const ofData = Effect.fnUntraced(function* (shop: Shop, card: CardDataInput, now: DateTime.Utc, owner?: string) {
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
      contracts: [],
      ...given({ customer: owner }),
      createdAt: now
    }
    return { saved, isNew: true, number: card.number.digits, securityCode: card.securityCode } satisfies ResolvedCard
  })

  const ofProvider = Effect.fnUntraced(function* (
    shop: Shop,
    { holder, providerToken }: ProviderTokenInput,
    now: DateTime.Utc,
    owner?: string
  ) {
    const saved: SavedCard = {
      shop: shop.id,
      token: makeCardToken(entropy),
      stamp: yield* vault.stampOfToken(providerToken),
      providerToken,
      facts: noFacts,
      holder: holder ?? null,
      expMonth: null,
      expYear: null,
      contracts: [],
      ...given({ customer: owner }),
      createdAt: now
    }
    return { saved, isNew: true, number: undefined, securityCode: undefined } satisfies ResolvedCard
  })

  return { ofData, ofProvider }
})

/** Resolves the cards of requests. */
export const resolving = Effect.gen(function* () {
  const store = yield* CardStore
  const vault = yield* CardVault
  const bins = yield* BinDirectory
  const { ofData, ofProvider } = yield* making

  const ofToken = Effect.fnUntraced(function* (shop: Shop, { securityCode, token }: CardTokenInput, path: string) {
    const found = yield* store.find(shop.id, token)
    if (Option.isNone(found)) return invalid([path, "token"], "does not exist")
    const saved = found.value
    const number = saved.number && (yield* vault.open(shop.id, saved.token, saved.number))
    return { saved, isNew: false, number, securityCode } satisfies ResolvedCard
  })

  return {
    /**
     * The card of a request, new or saved, or the refusal; a token of another shop counts as missing. A saved card's
     * stamp and number never change, and a provider's one-time token that another replaces meanwhile is worth nothing
     * any more, so it is safe to read before the unit of work. `owner`: whose card a new one is.
     */
    resolve: (shop: Shop, card: CardInput, now: DateTime.Utc, { owner, path = "credit_card" }: Resolving = {}) => {
      switch (card._tag) {
        case "CardData":
          return ofData(shop, card, now, owner)
        case "CardToken":
          return ofToken(shop, card, path)
        case "ProviderToken":
          return ofProvider(shop, card, now, owner)
      }
    },
    shown: ({ expMonth, expYear, facts, holder, providerToken, stamp, token }: SavedCard): ShownCard => {
      const record = bins === undefined ? unknownBin : Directories.recordOf(bins, facts)
      const card = { facts, holder, expMonth, expYear, stamp, token, ...record }
      if (providerToken === undefined) return card
      const { provider } = providerToken
      return { ...card, provider, tokenProvider: provider }
    }
  }
})

/**
 * What a call is made with. A card is charged by its provider's token, or by its number, whose expiry is known then. The
 * code of a card that is charged by a token is nobody's to send.
 */
export const forAcquirer = ({ isNew, number, saved, securityCode }: ResolvedCard): CallSource => {
  const { expMonth, expYear, holder, networkTransactionId, providerToken } = saved
  const first = isNew ? {} : given({ networkTransactionId })
  if (number === undefined) return { source: "token", token: providerToken!, ...first }
  const card = {
    number,
    expMonth: expMonth!,
    expYear: expYear!,
    ...given({ holder: holder ?? undefined, securityCode })
  }
  return { source: "card", card, ...first }
}
