import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import { cardToken } from "../../ids/Ids.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import type { ShownCard } from "../../transactions/Transaction.js"
import type { AcquirerCard } from "../Acquirer.js"
import { BinDirectory } from "../BinDirectory.js"
import type { CardDataInput, CardInput, CardTokenInput, Contract } from "../CardRequest.js"
import { CardStore, type SavedCard } from "../CardStore.js"
import { CardVault } from "../CardVault.js"

/** A card at hand for one operation: as it is stored, and how to get what the acquirer needs. */
export interface HeldCard {
  readonly saved: SavedCard
  readonly isNew: boolean
  readonly number: Redacted.Redacted<string>
  readonly securityCode: Redacted.Redacted<string> | undefined
}

/** Seals card data under a new token; the row is written by the unit of work that accepts the request. */
const holdData = Effect.fnUntraced(function* (shop: Shop, card: CardDataInput, contracts: ReadonlyArray<Contract>) {
  const vault = yield* CardVault
  const token = yield* cardToken
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
    createdAt: yield* DateTime.now
  }
  return { saved, isNew: true, number: card.number.digits, securityCode: card.securityCode } satisfies HeldCard
})

const holdToken = Effect.fnUntraced(function* (shop: Shop, card: CardTokenInput, path: string) {
  const store = yield* CardStore
  const vault = yield* CardVault
  const found = yield* store.find(shop.id, card.token)
  if (Option.isNone(found)) return yield* invalid([path, "token"], "does not exist")
  const saved = found.value
  const number = yield* vault.open(shop.id, saved.token, saved.number)
  return { saved, isNew: false, number, securityCode: card.securityCode } satisfies HeldCard
})

/** The card of a request, new or saved. A token of another shop does not exist. */
export const hold = (shop: Shop, card: CardInput, contracts: ReadonlyArray<Contract>, path = "credit_card") => {
  switch (card._tag) {
    case "CardData":
      return holdData(shop, card, contracts)
    case "CardToken":
      return holdToken(shop, card, path)
  }
}

/** Writes what the acceptance changes about the card. */
export const keep = Effect.fnUntraced(function* (card: HeldCard, contracts: ReadonlyArray<Contract>) {
  const store = yield* CardStore
  if (card.isNew) return yield* store.insert(card.saved)
  if (contracts.length > 0) yield* store.addContracts(card.saved.shop, card.saved.token, contracts)
})

export const shown = Effect.fnUntraced(function* (card: HeldCard) {
  const { expMonth, expYear, facts, holder, stamp, token } = card.saved
  const bins = yield* BinDirectory
  return { facts, holder, expMonth, expYear, stamp, token, ...bins.find(facts) } satisfies ShownCard
})

export const forAcquirer = ({ number, saved, securityCode }: HeldCard): AcquirerCard => ({
  number,
  expMonth: saved.expMonth,
  expYear: saved.expYear,
  ...(saved.holder === null ? {} : { holder: saved.holder }),
  ...(securityCode === undefined ? {} : { securityCode })
})
