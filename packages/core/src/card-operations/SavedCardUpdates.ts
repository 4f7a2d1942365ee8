/** What an approval means for the saved card that was charged or paid. Pure. Source: D14, D53. */
import type { CardEvent } from "../cards/CardEvent.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import * as ReportedCards from "../cards/ReportedCards.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { given } from "../request/Given.js"
import * as Contracts from "./Contracts.js"

type Approval = Pick<Extract<CardEvent, { readonly _tag: "Approved" }>, "card" | "networkTransactionId" | "token">

/** The card, to read before the approval is written; none: nothing of it changes. */
export const readCard = (
  transaction: CardTransaction,
  { card: reported, networkTransactionId, token }: Approval
): Reads.ReadOf<SavedCard | undefined> | undefined => {
  const { card, shop } = transaction
  const isUpdated =
    networkTransactionId !== undefined || (card?.provider !== undefined && (reported ?? token) !== undefined)
  return isUpdated && card !== undefined ? Reads.card(shop, card.token) : Contracts.readCard(transaction)
}

/** A token of the same provider that stands for the card from now on: the one that was sent may have been for once. */
const replaced = ({ providerToken: before }: SavedCard, token: Approval["token"]): Pick<SavedCard, "providerToken"> =>
  before === undefined || token?.provider !== before.provider
    ? {}
    : { providerToken: { ...token, ...given({ customer: token.customer ?? before.customer }) } }

/**
 * The card network's id of the charge that put the card on file, or else of the first one.
 *
 * The id is needed by every later charge, so what was not kept stays unknown: a charge that is taken back has none.
 */
const namedByNetwork = (
  { networkTransactionId: before }: SavedCard,
  { onFile, status }: CardTransaction,
  id: string | undefined
): Pick<SavedCard, "networkTransactionId"> =>
  status === "successful" && (before === undefined || onFile === "first") ? given({ networkTransactionId: id }) : {}

/** The card as the approval leaves it. `transaction`: as it is then. */
export const afterApproval = (saved: SavedCard, transaction: CardTransaction, event: Approval): SavedCard => ({
  ...(saved.providerToken === undefined || event.card === undefined
    ? saved
    : ReportedCards.completed(saved, event.card)),
  ...replaced(saved, event.token),
  ...namedByNetwork(saved, transaction, event.networkTransactionId)
})

/** What is written of the card in the commit of the approval. One that is erased with its charge is left alone. */
export const written = (
  saved: SavedCard | undefined,
  transaction: CardTransaction,
  event: Approval
): ReadonlyArray<Write> => {
  if (saved === undefined || transaction.forgetsCard === true) return []
  const known = afterApproval(saved, transaction, event)
  const contracts = Array.from(new Set([...saved.contracts, ...Contracts.setUpBy(transaction)]))
  const isSame = contracts.length === saved.contracts.length && isUnchanged(saved, known)
  return isSame ? [] : [{ _tag: "ReplaceCard", card: { ...known, contracts } }]
}

const isUnchanged = (one: SavedCard, other: SavedCard): boolean =>
  one.providerToken === other.providerToken &&
  one.networkTransactionId === other.networkTransactionId &&
  one.holder === other.holder &&
  one.expMonth === other.expMonth &&
  one.expYear === other.expYear &&
  Object.keys(one.facts).every((name) => one.facts[name as "bin"] === other.facts[name as "bin"])
