/** What an acquirer calls a transaction. */
import { lastCharge } from "../transaction-base/TransactionBase.js"
import { referenceOf } from "./AtProvider.js"
import type { CardTransaction } from "./CardTransaction.js"

/** A reference of an acquirer, by which it is asked and tells. Source: D53. */
export interface AcquirerReference {
  readonly gatewayId: number
  readonly reference: string
}

/** The longest reference by which a transaction is found. Unit: characters. */
export const longestReference = 255

/** The reference that a change brings; undefined where it was known before, or none is. */
export const broughtBy = (before: CardTransaction, after: CardTransaction): AcquirerReference | undefined => {
  const reference = referenceOf(after)
  const { gatewayId } = lastCharge(after)
  if (reference === undefined || reference === "" || reference.length > longestReference) return undefined
  return gatewayId === null || reference === referenceOf(before) ? undefined : { gatewayId, reference }
}
