/** Saved cards: kept without a charge, listed by customer, changed, and erased. Source: D51, D51a. */
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Encoding from "effect/Encoding"
import { Charges } from "../card-operations/Charges.js"
import { Acquirers } from "../cards/Acquirer.js"
import { expYearSentence, isExpired } from "../cards/CardInput.js"
import { CardStore, type SavedCard } from "../cards/CardStore.js"
import type { ShownCard } from "../cards/CardTransaction.js"
import { CardVault } from "../cards/CardVault.js"
import type { SavedCardChange, SavedCardRequest } from "../cards/SavedCardRequest.js"
import { claimIn } from "../commits/CommandKey.js"
import { type Commit, CommitStore, commitUnguarded, decided, refuse, writing } from "../commits/Commit.js"
import * as Reads from "../commits/Reads.js"
import { CardToken, Entropy } from "../ids/Ids.js"
import { outsideUnitOfWork } from "../operations/Operations.js"
import * as Redaction from "../redaction/Redaction.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import * as Sources from "../routing/Sources.js"
import type { Shop } from "../shops/Shop.js"
import { findOrCreate } from "../store/FindOrCreate.js"
import { existing } from "../store/Records.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { VaultError } from "../store/VaultError.js"
import * as Erasure from "./internal/erasure.js"
import * as SavedCardRules from "./SavedCardRules.js"

type Answer<A, E = never> = Effect.Effect<A, E | VaultError | NotInsideTransaction | StorageError>

export class SavedCards extends Context.Tag("@florin/core/SavedCards")<
  SavedCards,
  {
    /**
     * Keeps a card without a charge. `reference`: 16 hex digits that a repeated request has again: it is answered with
     * the card that it kept before. Default: new ones.
     */
    readonly create: (shop: Shop, request: SavedCardRequest, reference?: string) => Answer<SavedCard, InvalidRequest>
    readonly find: (shop: Shop, token: CardToken) => Effect.Effect<SavedCard, NotFound | StorageError>
    /** The cards that a customer has kept, newest first, each number once. */
    readonly list: (shop: Shop, customer: string) => Effect.Effect<ReadonlyArray<SavedCard>, StorageError>
    /** A new holder, expiry or contract; the token and the number stay. */
    readonly update: (
      shop: Shop,
      token: CardToken,
      change: SavedCardChange
    ) => Answer<SavedCard, InvalidRequest | NotFound>
    /**
     * Erases the number or the provider's token, under every token of its customer that has it. Transactions and subscriptions keep what they
     * show; subscriptions are told.
     */
    readonly delete: (shop: Shop, token: CardToken) => Answer<void, InvalidRequest | NotFound>
    /** As answers show it. */
    readonly shown: (card: SavedCard) => ShownCard
  }
>() {}

interface Facts {
  readonly card: SavedCard | undefined
}

const changing = (shop: Shop, token: CardToken, change: SavedCardChange): Commit<Facts, SavedCard, NotFound> => ({
  name: "card-change",
  load: { card: Reads.card(shop.id, token) },
  decide: ({ card }) => {
    if (card === undefined) return refuse(new NotFound())
    const changed = SavedCardRules.changed(card, change)
    return decided([{ _tag: "ReplaceCard", card: changed }], changed)
  }
})

const expired = (card: Partial<Parameters<typeof isExpired>[0]>, now: DateTime.Utc): InvalidRequest | undefined => {
  const { expMonth = 12, expYear = null } = card
  return isExpired({ expMonth, expYear }, now) ? invalid("exp_year", expYearSentence) : undefined
}

const creating = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* CardStore
  const vault = yield* CardVault
  const entropy = yield* Entropy
  const acquirers = yield* Acquirers

  const insert = Effect.fnUntraced(function* (shop: Shop, request: SavedCardRequest, reference: string) {
    const now = yield* DateTime.now
    const { number, providerToken } = request
    const idempotencyKey = claimIn(yield* Effect.context<never>())?.key
    const refused =
      expired(request, now) ??
      (number &&
        (Sources.keepingRefusal(acquirers) ??
          Redaction.refusal(request, number.digits) ??
          Redaction.refusal({ idempotencyKey }, number.digits)))
    if (refused !== undefined) return yield* refused
    const token = CardToken.make(`${reference}${Encoding.encodeHex(entropy(24))}`)
    const named = { shop: shop.id, token, now }
    const source =
      providerToken === undefined
        ? { stamp: yield* vault.stamp(number!), number: yield* vault.seal(shop.id, token, number!) }
        : { stamp: yield* vault.stampOfToken(providerToken), providerToken }
    const card = SavedCardRules.created({ ...named, ...source }, request)
    return yield* write(writing("card-create", [{ _tag: "InsertCard", card }], card))
  })

  return (shop: Shop, request: SavedCardRequest, reference?: string) =>
    reference === undefined
      ? Effect.suspend(() => insert(shop, request, Encoding.encodeHex(entropy(8))))
      : findOrCreate(store.findByReference(shop.id, reference), insert(shop, request, reference))
})

export const make = Effect.gen(function* () {
  const write = commitUnguarded(yield* CommitStore)
  const store = yield* CardStore
  const vault = yield* CardVault
  const erase = yield* Erasure.make
  const create = yield* creating
  const { shown } = yield* Charges

  const find = (shop: Shop, token: CardToken) => existing(store.find(shop.id, token))

  const update = Effect.fnUntraced(function* (shop: Shop, token: CardToken, change: SavedCardChange) {
    const card = yield* find(shop, token)
    const number = card.number && (yield* vault.open(shop.id, token, card.number))
    const refused =
      expired({ ...card, ...change }, yield* DateTime.now) ?? (number && Redaction.refusal(change, number))
    if (refused !== undefined) return yield* refused
    return yield* write(changing(shop, token, change))
  })

  return SavedCards.of({
    create: (shop, request, reference) => outsideUnitOfWork("SavedCards.create", create(shop, request, reference)),
    find,
    list: (shop, customer) => Effect.map(store.ofCustomer(shop.id, customer), SavedCardRules.kept),
    update: (shop, token, change) => outsideUnitOfWork("SavedCards.update", update(shop, token, change)),
    delete: (shop, token) => outsideUnitOfWork("SavedCards.delete", Effect.flatMap(find(shop, token), erase(shop))),
    shown
  })
})
