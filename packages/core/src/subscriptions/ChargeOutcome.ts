/** What the outcome of a charge means to the subscription that it was made for. Source: D25, D40, D60. */
import * as DateTime from "effect/DateTime"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type { InvalidRequest } from "../request/InvalidRequest.js"
import type { RetryTable } from "../time/RetryTimes.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import * as Billing from "./Billing.js"
import * as Bills from "./Bills.js"
import * as Ending from "./Ending.js"
import { isFinal, type Subscription } from "./Subscription.js"

/** As the calendar counts it: of a charge with a final status. */
export const outcomeOf = ({ card, reason, status }: CardTransaction): Billing.Outcome => {
  if (status === "successful") return { _tag: "Charged" }
  // A customer who never came back has paid nothing, and no issuer has declined.
  const failure: Billing.Failure =
    status === "expired" ? { _tag: "Declined", isForbidden: false } : Billing.failedFor(reason)
  return card === undefined ? failure : { ...failure, card: card.stamp }
}

/** The card was erased. Another one may be charged: what is declined is retried. Source: D51a. */
const isMissingCard = ({ errors }: InvalidRequest): boolean =>
  errors.some(({ path, sentence }) => path.join(".") === "credit_card.token" && sentence === "does not exist")

/** What the gateway itself refuses to charge counts as declined; by this card for ever, unless it is erased. */
export const ofRefusal = (error: InvalidRequest): Billing.Failure => ({
  _tag: "Declined",
  isForbidden: !isMissingCard(error)
})

/** The subscription once this charge is known. Another one may be under way: a retry, when this one succeeds late. */
export const withOutcome = (subscription: Subscription, transaction: CardTransaction): Subscription => {
  const { createdAt, status, type, uid, updatedAt } = transaction
  return {
    ...subscription,
    charging: subscription.charging === uid ? null : subscription.charging,
    gatewayId: lastCharge(transaction).gatewayId,
    lastTransaction: { uid, type, status, createdAt },
    updatedAt
  }
}

/**
 * Whether a charge is an attempt of the cycle that is unpaid now. The number of the cycle does not say: a trial has that
 * of the first one, and another plan counts anew.
 */
const isOfCycle = ({ activeTo, cycle }: Subscription, { createdAt, subscription: about }: CardTransaction): boolean =>
  about?.cycle === cycle && activeTo !== null && DateTime.greaterThanOrEqualTo(createdAt, activeTo)

/**
 * Whether a late success of a charge that was told as failed pays the cycle: no retry has paid it yet. Otherwise the
 * merchant has been told by the transaction's own webhook.
 */
export const paysLate = (subscription: Subscription, transaction: CardTransaction): boolean =>
  transaction.status === "successful" &&
  subscription.attempts > 0 &&
  !isFinal(subscription) &&
  isOfCycle(subscription, transaction)

/** With what the provider has said of the card behind its token, whichever charge it said it of. Source: D53. */
export const withCard = (subscription: Subscription, { card }: CardTransaction): Subscription =>
  card?.provider !== undefined && subscription.card?.token === card.token ? { ...subscription, card } : subscription

/**
 * What follows from a charge that begins a period, or of what is owed at the end of the last one. Undefined: the
 * subscription does not wait for it.
 */
export const settledBy = (
  subscription: Subscription,
  transaction: CardTransaction,
  zone: DateTime.TimeZone,
  retryTimes?: RetryTable
): Billing.SubscriptionTransition | undefined => {
  const { bill, purpose } = transaction.subscription!
  const outcome = outcomeOf(transaction)
  const { updatedAt } = transaction
  if (purpose === "end" && outcome._tag === "Charged") return Ending.ended(subscription, bill, updatedAt)
  if (purpose === "end" || Ending.stillOwes(subscription, outcome)) {
    return Ending.settleUnpaid(subscription, outcome, updatedAt, zone, retryTimes)
  }
  return bill !== undefined && transaction.status === "successful"
    ? isFinal(subscription)
      ? undefined
      : Bills.settled(subscription, bill, updatedAt, zone)
    : Billing.settle(subscription, outcome, updatedAt, zone, retryTimes)
}
