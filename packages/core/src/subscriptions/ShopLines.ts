/** The rules of a shop's own lines, and of a coupon for a subscription that is there already. Source: D61, D62. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { type Amount, zero } from "../money/Amount.js"
import { type InvalidRequest, invalid } from "../request/InvalidRequest.js"
import { withBalance } from "../terms/Charging.js"
import type { AppliedCoupon } from "../terms/Coupon.js"
import { type LineRequest, mostWaiting } from "../terms/LineRequest.js"
import type { AmountTooLarge } from "../terms/Lines.js"
import { draftOf, oneOff, type WaitingLine } from "../terms/OneOff.js"
import type { SubscriptionTransition } from "./Billing.js"
import * as Bills from "./Bills.js"
import { isFinal, type Subscription } from "./Subscription.js"
import { periodOverRefusal } from "./SubscriptionRules.js"

const refusal = ({ state }: Subscription): InvalidRequest => invalid([], `Subscription is ${state.replace("_", " ")}`)

const tooMany = invalid([], `Subscription can't have more than ${mostWaiting} lines that wait`)

const unchanged = ["schedule"] as const

/** What a line comes to: with the next charge, at once, or below 0 at once to the balance. */
export interface AddedLine extends SubscriptionTransition {
  /** Unit: minor units. */
  readonly gained: Amount
  readonly isCharged: boolean
}

/** A line that is charged now is, as soon as no charge is under way. */
export const withLine = (
  subscription: Subscription,
  { amount, description, when = "next" }: LineRequest,
  now: DateTime.Utc
): Either.Either<AddedLine, InvalidRequest> => {
  const { charging, linesNow = [], waiting = [] } = subscription
  if (isFinal(subscription)) return Either.left(refusal(subscription))
  if (subscription.ending?.isDue === true) return Either.left(periodOverRefusal)
  if (waiting.length + linesNow.length >= mostWaiting) return Either.left(tooMany)
  const line = oneOff(description, amount)
  const same = { ...subscription, updatedAt: now }
  // Without a customer no other charge could use a balance.
  if (when === "next" || (amount < 0 && subscription.customerId === null)) {
    const after = { ...same, waiting: [...waiting, line] }
    return Either.right({ subscription: after, effects: unchanged, trigger: null, gained: zero, isCharged: false })
  }
  if (subscription.state === "redirecting") return Either.left(refusal(subscription))
  if (amount > 0 && subscription.pausedAt !== null) return Either.left(invalid([], "Subscription is paused"))
  if (amount < 0) {
    return Either.right({
      subscription: same,
      effects: unchanged,
      trigger: null,
      gained: -amount as Amount,
      isCharged: false
    })
  }
  const after = { ...same, linesNow: [...linesNow, line] }
  return Either.right({
    subscription: after,
    effects: unchanged,
    trigger: null,
    gained: zero,
    isCharged: charging === null
  })
}

/** The bill of lines that are charged at once. The balance pays first; coupons are not for them. */
export const billOf = (
  subscription: Subscription,
  lines: ReadonlyArray<WaitingLine>,
  facts: Bills.BillFacts
): Either.Either<Bills.SubscriptionBill, AmountTooLarge> =>
  Either.map(withBalance(lines.map(draftOf), facts.balance), (bill) => ({
    bill: {
      lines: bill.lines,
      total: bill.total,
      taken: Bills.takenOf(subscription, facts, bill, { coupon: null }, false),
      // What a charge of lines leaves is as it was.
      after: { paid: subscription.paid ?? null, linesTaken: 0, linesAdded: [] }
    },
    gained: zero
  }))

/** With another coupon from its next charge on, or without one. The first charge counts it. */
export const withCoupon = (
  subscription: Subscription,
  coupon: AppliedCoupon | null,
  now: DateTime.Utc
): Either.Either<SubscriptionTransition, InvalidRequest> => {
  if (isFinal(subscription)) return Either.left(refusal(subscription))
  if (subscription.charging !== null) return Either.left(invalid([], "A charge is under way"))
  const next = coupon === null ? undefined : { ...coupon, isNew: true as const }
  return Either.right({
    subscription: { ...subscription, coupon: next, updatedAt: now },
    effects: unchanged,
    trigger: null
  })
}
