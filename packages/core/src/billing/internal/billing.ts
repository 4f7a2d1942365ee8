/** What a subscription's bill goes by, and what a charge with a bill writes. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import type { ShopId } from "../../ids/Ids.js"
import { zero } from "../../money/Amount.js"
import type { StorageError } from "../../store/StorageError.js"
import { BillStore } from "../../subscriptions/BillStore.js"
import * as Bills from "../../subscriptions/Bills.js"
import { hasMetered } from "../../subscriptions/MeteredItems.js"
import { isEnding, type Subscription } from "../../subscriptions/Subscription.js"
import type { BilledState, Taken } from "../../terms/ChargedBill.js"

/** Finds what the next bill of a subscription goes by. */
export const finding = Effect.map(BillStore, (store) => {
  const paidBefore = ({ customerId, hasPaid, id, shop }: Subscription) =>
    customerId === null ? Effect.succeed(hasPaid) : store.hasPaid(shop, customerId, id)

  const couponFacts = (subscription: Subscription) =>
    subscription.coupon?.isNew === undefined
      ? Effect.succeed({ coupon: undefined, hasPaid: false })
      : Effect.all({
          coupon: Effect.map(store.coupon(subscription.shop, subscription.coupon.code), Option.getOrUndefined),
          hasPaid: paidBefore(subscription)
        })

  const usageOf = (subscription: Subscription) => {
    const { id, shop, usageCycle: cycle = 0 } = subscription
    if (!hasMetered(subscription)) return Effect.succeed(Bills.noFacts.usage)
    const present = store.usage(shop, id, cycle)
    // What came while a charge was under way has no later charge.
    return isEnding(subscription)
      ? Effect.zipWith(present, store.usage(shop, id, cycle + 1), Bills.bothCycles)
      : present
  }

  return (subscription: Subscription): Effect.Effect<Bills.BillFacts, StorageError> => {
    // Nobody else's charge leaves anything to it.
    if (subscription.customerId === null && Bills.isOnlyPlan(subscription)) return Effect.succeed(Bills.noFacts)
    const account = store.account(subscription.shop, Bills.ownerOf(subscription))
    return Effect.map(
      Effect.all([account, couponFacts(subscription), usageOf(subscription)]),
      ([{ balances, coupon: customerCoupon }, { coupon, hasPaid }, usage]) => {
        const balance = balances.find(({ currency }) => currency === subscription.plan.currency)?.amount ?? zero
        return { balance, customerCoupon, coupon, hasPaid, usage }
      }
    )
  }
})

/** What the commit of a charge reads again of its bill's facts. Read the subscription's own row, too. */
export const rechecked = (
  subscription: Subscription,
  { bill: { taken }, isFirstTime }: Bills.SubscriptionBill
): Reads.Reads<Bills.FoundFacts> => {
  const { balance, currency, customerCoupon, owner, redeemed } = taken
  const { customerId, id, shop, usageCycle = 0 } = subscription
  return {
    ...(hasMetered(subscription) && { usage: Reads.usage(shop, id, usageCycle) }),
    ...(hasMetered(subscription) && isEnding(subscription) && { late: Reads.usage(shop, id, usageCycle + 1) }),
    ...(balance > 0 && { balance: Reads.balance(shop, owner, currency) }),
    ...(redeemed !== undefined && { coupon: Reads.coupon(shop, redeemed) }),
    ...(isFirstTime === true && customerId !== null && { hasPaid: Reads.hasPaid(shop, customerId, id) }),
    ...(customerCoupon !== undefined && { customerCoupon: Reads.customerCoupon(shop, owner) })
  }
}

/** Takes what a charge uses, or gives it back. */
const moved = (shop: ShopId, { balance, currency, customerCoupon, owner, redeemed }: Taken, by: 1 | -1) => {
  const writes: Array<Write> = []
  if (balance > 0) writes.push({ _tag: "MoveBalance", shop, owner, currency, by: -by * balance })
  if (redeemed !== undefined) writes.push({ _tag: "CountRedemption", shop, code: redeemed, by })
  if (customerCoupon !== undefined) {
    writes.push({ _tag: "UseCustomerCoupon", shop, customer: owner, code: customerCoupon, by })
  }
  return writes
}

/** Of the commit that begins a charge. A stale one: the balance or a coupon was used meanwhile. */
export const takes = (shop: ShopId, taken: Taken): ReadonlyArray<Write> => moved(shop, taken, 1)

/** Of the commit that ends a charge without success. */
export const givesBack = (shop: ShopId, taken: Taken): ReadonlyArray<Write> => moved(shop, taken, -1)

/** What a bill below 0 adds to the balance. */
export const gains = (
  { plan, shop, ...subscription }: Pick<Subscription, "plan" | "shop" | "customerId" | "id">,
  { gained }: Pick<Bills.SubscriptionBill, "gained">
): ReadonlyArray<Write> =>
  gained === zero
    ? []
    : [{ _tag: "MoveBalance", shop, owner: Bills.ownerOf(subscription), currency: plan.currency, by: gained }]

/** The usage that a change has made a line of is not counted twice. */
export const forgets = (
  { id, shop, usageCycle = 0 }: Subscription,
  { usageForgotten }: BilledState
): ReadonlyArray<Write> =>
  usageForgotten === undefined
    ? []
    : [{ _tag: "ForgetUsage", shop, subscription: id, cycle: usageCycle, items: usageForgotten }]

/** What a change without a charge writes beside the subscription. */
export const changes = (subscription: Subscription, one: Bills.SubscriptionBill): ReadonlyArray<Write> => [
  ...gains(subscription, one),
  ...forgets(subscription, one.bill.after)
]
