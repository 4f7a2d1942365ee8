/** Saved cards of the adapter's tests: they are kept in memory, without their numbers. */
import type { SavedCard } from "@florin/core/cards/CardStore"
import { CardStamp, CardToken } from "@florin/core/ids/Ids"
import { NotFound } from "@florin/core/request/InvalidRequest"
import * as SavedCardRules from "@florin/core/saved-cards/SavedCardRules"
import { SavedCards } from "@florin/core/saved-cards/SavedCards"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const cardsOf = (kept: Map<CardToken, SavedCard>): SavedCards["Type"] => {
  const find = (shop: string, token: CardToken) => {
    const found = kept.get(token)
    return found?.shop === shop ? Effect.succeed(found) : Effect.fail(new NotFound())
  }
  const keep = (card: SavedCard) => {
    kept.set(card.token, card)
    return card
  }
  return {
    create: (shop, request, reference = String(kept.size)) =>
      Effect.map(DateTime.now, (now) => {
        const token = CardToken.make(reference.padEnd(64, "0"))
        const number = { keyId: "", sealed: "" }
        return keep(
          SavedCardRules.created({ shop: shop.id, token, stamp: CardStamp.make(token), number, now }, request)
        )
      }),
    find: (shop, token) => find(shop.id, token),
    list: () => Effect.sync(() => SavedCardRules.kept(Array.from(kept.values()))),
    update: (shop, token, change) =>
      Effect.map(find(shop.id, token), (card) => keep(SavedCardRules.changed(card, change))),
    delete: (shop, token) => Effect.map(find(shop.id, token), () => void kept.delete(token)),
    shown: (card) => ({ ...card, product: null, issuerCountry: null, issuerName: null, tokenProvider: null })
  }
}

export const layer = () => Layer.succeed(SavedCards, cardsOf(new Map()))
