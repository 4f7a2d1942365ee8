/** What a transaction is found by besides its uid, its type, its status and its amount. */
import { lastCharge } from "../transaction-base/TransactionBase.js"
import { isTransfer, ofCard, type Transaction } from "./Transaction.js"

/**
 * The members of a transaction that a store keeps beside its document, to find it by them. Null: it has none. All of them
 * are in the document as well: what is taken out of it can't be found any more.
 */
export interface Findable {
  readonly currency: string
  /** Without differences of case. */
  readonly email: string | null
  readonly last4: string | null
  /** The shop's own id of the customer. */
  readonly customer: string | null
  readonly subscription: string | null
  /** The acquirer or provider whose decision is the outcome. */
  readonly gatewayId: number | null
  /** The brand of the card, or the payment method of a transfer. */
  readonly method: string | null
  /** Why it has failed or is expired, as its code says: nothing that has ended so is without one. */
  readonly reason: NonNullable<Transaction["reason"]> | null
  /** Which cycle of its subscription it renews. */
  readonly cycle: number | null
}

/** Those of the expired ones: of a charge, and of a transfer. */
export const reasonsOfExpired = ["order-expired", "unpaid"] as const

/** Why it came to nothing. One without a reason of its own has that of its code. Source: D6. */
const reasonOf = (transaction: Transaction): Findable["reason"] => {
  const byTransfer = isTransfer(transaction)
  if (transaction.status === "expired") return reasonsOfExpired[byTransfer ? 1 : 0]
  if (transaction.status !== "failed") return null
  return transaction.reason ?? (byTransfer ? "provider" : "unspecified")
}

/** An email address without differences of case. Letters other than A to Z stay: databases do not agree on those. */
export const foldedCase = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** What the transaction is found by. The customer of a payout to a card is its recipient. */
export const of = (transaction: Transaction): Findable => {
  const byCard = ofCard(transaction)
  const { currency, details } = transaction
  const party = details.customer ?? byCard?.recipient
  return {
    currency,
    email: party?.email === undefined ? null : foldedCase(party.email),
    last4: byCard?.card?.facts.last4 ?? null,
    customer: party?.externalId ?? null,
    subscription: byCard?.subscription?.id ?? null,
    gatewayId: lastCharge(transaction).gatewayId,
    method: transaction.method ?? byCard?.card?.facts.brand ?? null,
    reason: reasonOf(transaction),
    cycle: byCard?.subscription?.purpose === "renewal" ? byCard.subscription.cycle : null
  }
}
