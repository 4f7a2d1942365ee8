/** What is kept of cards, and for whom. Pure. Source: D51, D51a. */
import type * as DateTime from "effect/DateTime"
import { noFacts } from "../cards/CardNumber.js"
import type { Contract } from "../cards/CardRequest.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { SavedCardChange, SavedCardRequest } from "../cards/SavedCardRequest.js"
import { given } from "../request/Given.js"
import type { Shop } from "../shops/Shop.js"

/** What a new card consists of, besides its request. */
export type NewCard = Pick<SavedCard, "shop" | "token" | "stamp" | "number" | "providerToken"> & {
  readonly now: DateTime.Utc
}

/**
 * A card that is kept without a charge. The request has a number and an expiry, or a provider's token: it was checked as it
 * was read.
 */
export const created = (
  { now, ...named }: NewCard,
  { contract = [], customer, expMonth, expYear, holder, number }: SavedCardRequest
): SavedCard => ({
  ...named,
  facts: number?.facts ?? noFacts,
  holder: holder ?? null,
  expMonth: expMonth ?? null,
  expYear: expYear ?? null,
  contracts: contract,
  ...given({ customer: customer?.externalId }),
  isKept: true,
  createdAt: now
})

/** The card with its new holder, expiry and contracts: what is not sent stays. A contract that is there stays, too. */
export const changed = (card: SavedCard, { contract = [], ...sent }: SavedCardChange): SavedCard => ({
  ...card,
  holder: sent.holder ?? card.holder,
  expMonth: sent.expMonth ?? card.expMonth,
  expYear: sent.expYear ?? card.expYear,
  contracts: Array.from(new Set([...card.contracts, ...contract])),
  isKept: true
})

/** Whether somebody has asked to keep it: every charge of a typed number makes a token, too. */
const isKept = ({ contracts, isKept }: SavedCard): boolean => isKept === true || contracts.length > 0

/** The kept ones of a customer's cards: of equal numbers the newest. `cards`: newest first. */
export const kept = (cards: ReadonlyArray<SavedCard>): ReadonlyArray<SavedCard> => {
  const seen = new Set<string>()
  return cards.filter((card) => {
    if (!isKept(card) || seen.has(card.stamp)) return false
    seen.add(card.stamp)
    return true
  })
}

const byCustomers: ReadonlyArray<Contract> = ["oneclick", "card_on_file"]

/** Whether a customer may choose it on a page. A card for renewals alone was not kept for that. Source: D14, D47. */
export const isOffered = ({ contracts }: SavedCard, { strictContracts }: Pick<Shop, "strictContracts">): boolean =>
  contracts.some((one) => byCustomers.includes(one)) || (contracts.length === 0 && !strictContracts)

/** Whether it can be charged at all by a customer who is present. Source: D14. */
export const isChargeable = ({ contracts }: SavedCard, { strictContracts }: Pick<Shop, "strictContracts">): boolean =>
  !strictContracts || contracts.some((one) => one !== "credit")

/** Whether its security code has to be typed. Nobody can send one with a provider's token. Source: D14, D53. */
export const needsCode = ({ contracts, providerToken }: SavedCard): boolean =>
  providerToken === undefined &&
  contracts.includes("oneclick") &&
  !contracts.some((one) => one === "recurring" || one === "card_on_file")

/** All cards of its customer with the same number or provider's token, itself included. `cards`: of its customer. */
export const copiesOf = (card: SavedCard, cards: ReadonlyArray<SavedCard>): ReadonlyArray<SavedCard> => [
  card,
  ...cards.filter(({ stamp, token }) => stamp === card.stamp && token !== card.token)
]
