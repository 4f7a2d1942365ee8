/** What a transaction is found by besides its uid, its type, its status and its amount. Source: D73. */
import { ofCard, type Transaction } from "./Transaction.js"

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
}

/** An email address without differences of case. Letters other than A to Z stay: databases do not agree on those. */
export const folded = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** What the transaction is found by. The customer of a payout to a card is its recipient. */
export const of = (transaction: Transaction): Findable => {
  const byCard = ofCard(transaction)
  const { currency, details } = transaction
  const party = details.customer ?? byCard?.recipient
  return {
    currency,
    email: party?.email === undefined ? null : folded(party.email),
    last4: byCard?.card?.facts.last4 ?? null,
    customer: party?.externalId ?? null,
    subscription: byCard?.subscription?.id ?? null
  }
}
