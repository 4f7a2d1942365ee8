/** The contracts on a saved card: which of those that a charge asks for stand. */

import type { Stage } from "../cards/Authentication.js"
import { isCharge } from "../cards/CardChange.js"
import type { Contract } from "../cards/CardRequest.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction } from "../cards/CardTransaction.js"
import * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"

const contractsOf = ({ details, type }: CardTransaction): ReadonlyArray<Contract> =>
  isCharge(type) ? (details.additionalData?.contract ?? []) : []

/**
 * Whether 3-D Secure let the charge go on, where the shop demands it. One that succeeded before an answer of the server
 * was recorded was sent behind that answer.
 */
const isPassed = (stage: Stage | undefined): boolean => {
  switch (stage) {
    case undefined:
    case "asked":
    case "authenticated":
    case "not-enrolled":
      return true
    case "method":
    case "challenge":
    case "failed":
      return false
  }
}

/** The contracts that a charge in this state sets up. Source: D14. */
export const setUpBy = (transaction: CardTransaction): ReadonlyArray<Contract> =>
  transaction.status === "successful" && isPassed(transaction.authentication?.stage) ? contractsOf(transaction) : []

/** The card on which a charge would set up contracts, to read before its outcome is written; none: it asks for none. */
export const readCard = (transaction: Transaction): Reads.ReadOf<SavedCard | undefined> | undefined => {
  const charge = ofCard(transaction)
  return charge?.card === undefined || contractsOf(charge).length === 0
    ? undefined
    : Reads.card(charge.shop, charge.card.token)
}

/** The card with the contracts of a charge, in the commit that makes the charge `successful`. */
export const written = (saved: SavedCard | undefined, transaction: Transaction): ReadonlyArray<Write> => {
  const charge = ofCard(transaction)
  if (saved === undefined || charge === undefined) return []
  const contracts = Array.from(new Set([...saved.contracts, ...setUpBy(charge)]))
  return contracts.length === saved.contracts.length ? [] : [{ _tag: "ReplaceCard", card: { ...saved, contracts } }]
}
