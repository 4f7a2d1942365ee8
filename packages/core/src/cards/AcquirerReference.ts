/** What an acquirer calls an operation: by it transactions are found that it tells about. Source: D53. */
import { lastCharge } from "../transaction-base/TransactionBase.js"
import { referenceOf } from "./AtProvider.js"
import type { CardTransaction } from "./CardTransaction.js"

export interface AcquirerReference {
  readonly gatewayId: number
  readonly reference: string
}

/** The longest reference by which a transaction is found. Unit: characters. */
export const longestReference = 255

/** Of its outcome, and of its attempts to take it back, which the acquirer decides later. */
const referencesOf = (transaction: CardTransaction): ReadonlyArray<readonly [string | undefined, number | null]> => [
  [referenceOf(transaction), lastCharge(transaction).gatewayId],
  ...(transaction.attempts ?? []).map(({ gatewayId, reference }) => [reference, gatewayId] as const)
]

/** The reference that a change brings; undefined where it was known before, or none is. */
export const broughtBy = (before: CardTransaction, after: CardTransaction): AcquirerReference | undefined => {
  const known = referencesOf(before).map(([reference]) => reference)
  for (const [reference, gatewayId] of referencesOf(after)) {
    const isNew = reference !== undefined && reference !== "" && !known.includes(reference)
    if (isNew && gatewayId !== null && reference.length <= longestReference) return { gatewayId, reference }
  }
  return undefined
}
