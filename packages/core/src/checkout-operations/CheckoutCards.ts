/** The saved cards by which a customer can pay an order. Source: D47. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { isExpired } from "../cards/CardInput.js"
import { CardStore, type SavedCard } from "../cards/CardStore.js"
import type { Checkout } from "../checkouts/Checkout.js"
import * as SavedCardRules from "../saved-cards/SavedCardRules.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"

/** What the shop knows of its customer: the card that it offers by its token, and all cards of the customer. */
export interface KnownCards {
  readonly named: SavedCard | undefined
  /** Newest first. */
  readonly own: ReadonlyArray<SavedCard>
}

const isTaken = ({ details: { paymentMethod } }: Checkout, { facts }: SavedCard): boolean =>
  paymentMethod?.excludedBrands?.some((one) => one === facts.brand) !== true

/** A card that is checked and kept is typed; a guest who has only the shop's public key may name any customer. */
const takesSaved = ({ details: { order, transactionType }, isByGuest }: Checkout): boolean =>
  isByGuest !== true && transactionType !== "tokenization" && order.amount > 0

/** Those that are offered: the card that the shop named first, then the customer's, each number once. Pure. */
export const offered = (
  checkout: Checkout,
  shop: Pick<Shop, "strictContracts">,
  { named, own }: KnownCards,
  now: DateTime.Utc
): ReadonlyArray<SavedCard> => {
  if (!takesSaved(checkout)) return []
  const first = named !== undefined && SavedCardRules.isChargeable(named, shop) ? [named] : []
  const others = SavedCardRules.kept(own).filter(
    (card) => card.stamp !== first[0]?.stamp && SavedCardRules.isOffered(card, shop)
  )
  return [...first, ...others].filter((card) => isTaken(checkout, card) && !isExpired(card, now))
}

/** Whether the customer may ask to keep a card: a shop that forgets guests' cards keeps none of them. Source: D47, D51a. */
export const mayKeep = (
  { customer, details: { settings }, isByGuest }: Checkout,
  { forgetGuestCards }: Pick<Shop, "forgetGuestCards">
): boolean =>
  settings?.saveCardToggle?.display === true &&
  isByGuest !== true &&
  !(forgetGuestCards === true && customer.externalId === undefined)

export type FindOfferedCards = (shop: Shop, checkout: Checkout) => Effect.Effect<ReadonlyArray<SavedCard>, StorageError>

export const make: Effect.Effect<FindOfferedCards, never, CardStore> = Effect.map(CardStore, (store) =>
  Effect.fnUntraced(function* (shop: Shop, checkout: Checkout) {
    if (!takesSaved(checkout)) return []
    const { externalId } = checkout.customer
    const token = checkout.details.paymentMethod?.creditCard?.token
    const named = token === undefined ? undefined : Option.getOrUndefined(yield* store.find(shop.id, token))
    const own = externalId === undefined ? [] : yield* store.ofCustomer(shop.id, externalId)
    return offered(checkout, shop, { named, own }, yield* DateTime.now)
  })
)
