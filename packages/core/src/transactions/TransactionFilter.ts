/** Which transactions are wanted. */
import type * as Arr from "effect/Array"
import type * as DateTime from "effect/DateTime"
import type { TransactionUid } from "../ids/Ids.js"
import type { TransactionStatus, TransactionType } from "../transaction-base/TransactionBase.js"
import * as Findable from "./Findable.js"
import type { Transaction } from "./Transaction.js"

/** Every member that is given must fit. Texts are compared as they are, except for the email. */
export interface TransactionFilter {
  readonly uid?: TransactionUid | undefined
  readonly status?: TransactionStatus | undefined
  readonly type?: TransactionType | undefined
  readonly currency?: string | undefined
  /** Of the transaction's currency. Unit: minor units. */
  readonly amount?: number | undefined
  /** Bounds of the amount, both included. */
  readonly minAmount?: number | undefined
  readonly maxAmount?: number | undefined
  /** Of the customer, whatever its case. */
  readonly email?: string | undefined
  /** The last four digits of the card. */
  readonly last4?: string | undefined
  /** The shop's own id of the customer. */
  readonly customer?: string | undefined
  readonly subscription?: string | undefined
  /** The acquirer or provider whose decision is the outcome. */
  readonly gatewayId?: number | undefined
  /** The brand of the card, or the payment method of a transfer. */
  readonly method?: string | undefined
  /** Why they came to nothing: any of these. */
  readonly reasons?: Arr.NonEmptyReadonlyArray<NonNullable<Transaction["reason"]>> | undefined
  /** The tracking id, or one of those that it holds. */
  readonly trackingId?: string | undefined
  /** What an acquirer calls the transaction. */
  readonly reference?: string | undefined
  /** The first instant at which it may have been created, as its uid says. */
  readonly from?: DateTime.Utc | undefined
  /** The end of that period, not included. */
  readonly to?: DateTime.Utc | undefined
}

/** The least and the greatest amount that is wanted, both included. No amount is wanted if they cross. */
export const amounts = ({
  amount,
  maxAmount,
  minAmount
}: TransactionFilter): readonly [least: number, most: number] => [
  Math.max(minAmount ?? 0, amount ?? 0),
  Math.min(maxAmount ?? Number.MAX_SAFE_INTEGER, amount ?? Number.MAX_SAFE_INTEGER)
]

const isOr = <A>(wanted: A | undefined, value: A | null): boolean => wanted === undefined || wanted === value

/** Whether the transaction is wanted, by what it is itself: by neither its uid nor what others call it. */
export const isWanted = (filter: TransactionFilter, transaction: Transaction): boolean => {
  const { currency, customer, email, gatewayId, last4, method, reason, subscription } = Findable.of(transaction)
  const [least, most] = amounts(filter)
  return (
    isOr(filter.status, transaction.status) &&
    isOr(filter.type, transaction.type) &&
    isOr(filter.currency, currency) &&
    least <= transaction.amount &&
    transaction.amount <= most &&
    isOr(filter.email === undefined ? undefined : Findable.foldedCase(filter.email), email) &&
    isOr(filter.last4, last4) &&
    isOr(filter.customer, customer) &&
    isOr(filter.subscription, subscription) &&
    isOr(filter.gatewayId, gatewayId) &&
    isOr(filter.method, method) &&
    (filter.reasons === undefined || (reason !== null && filter.reasons.includes(reason)))
  )
}
