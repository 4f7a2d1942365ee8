/**
 * What becomes of a change whose charge succeeds after it was told as failed: the money goes to the balance, and the
 * change is made again and paid from there, unless a later wish or another period has taken its place. Source: D40, D60.
 */
import * as DateTime from "effect/DateTime"
import type { TransactionUid } from "../ids/Ids.js"
import type { ChargedBill } from "../terms/ChargedBill.js"
import type { SubscriptionTransition } from "./Billing.js"
import { isFinal, type Subscription } from "./Subscription.js"

/** What a later wish, or another period, changes. */
const basis = ["plan", "nextPlan", "items", "nextItems", "wished", "activeTo"] as const satisfies ReadonlyArray<
  keyof Subscription
>

/** The next version of a subscription without a failed change whose place something else has taken. By identity. */
export const withoutSupersededChange = (before: Subscription, after: Subscription): Subscription => {
  const { failedChange } = after
  const isSame = failedChange !== before.failedChange || basis.every((member) => before[member] === after[member])
  return failedChange === undefined || (isSame && !isFinal(after)) ? after : { ...after, failedChange: undefined }
}

/** The subscription after the charge of a change has failed, and nothing has changed. */
export const failed = (subscription: Subscription, uid: TransactionUid): Subscription =>
  subscription.wished === undefined ? { ...subscription, failedChange: uid } : subscription

/**
 * The change, wished for again, to be paid from the balance that has gained what was charged. Undefined: something else
 * has taken its place, and the balance keeps it.
 */
export const requestedAgain = (
  subscription: Subscription,
  uid: TransactionUid,
  { after: { items, plan } }: Pick<ChargedBill, "after">,
  now: DateTime.Utc
): SubscriptionTransition | undefined => {
  const { activeTo, failedChange } = subscription
  const goesOn = activeTo !== null && DateTime.greaterThan(activeTo, now)
  if (failedChange !== uid || !goesOn || isFinal(subscription)) return undefined
  return {
    subscription: {
      ...subscription,
      failedChange: undefined,
      wished: {
        ...(plan === undefined ? {} : { plan }),
        ...(items === undefined ? {} : { items }),
        ...({ proration: "charge", onDecline: "keep_old", isPaidLate: true } as const),
        at: now
      },
      updatedAt: now
    },
    effects: ["schedule"],
    // Nothing has changed yet.
    trigger: null
  }
}
