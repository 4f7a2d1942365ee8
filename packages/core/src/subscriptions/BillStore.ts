/** The stores of what bills go by besides the subscription. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId, SubscriptionId } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { Balance } from "../terms/Balance.js"
import type { UsageByItem } from "../terms/Charging.js"
import type { AppliedCoupon, Coupon, CouponCode } from "../terms/Coupon.js"

/** What a customer has. Source: D60, D61. */
export interface CustomerAccount {
  /** At most one for each currency. */
  readonly balances: ReadonlyArray<Balance>
  /** The customer's own coupon. Null: none, or it is used up. */
  readonly coupon: AppliedCoupon | null
}

export class BillStore extends Context.Tag("@florin/core/BillStore")<
  BillStore,
  {
    /** `owner`: the id of a customer, or of a subscription that names none. */
    readonly account: (shop: ShopId, owner: string) => Effect.Effect<CustomerAccount, StorageError>
    readonly coupon: (shop: ShopId, code: CouponCode) => Effect.Effect<Option.Option<Coupon>, StorageError>
    /** The shop's coupons, the newest first. */
    readonly coupons: (
      shop: ShopId,
      page: { readonly after?: CouponCode; readonly limit: number }
    ) => Effect.Effect<ReadonlyArray<Coupon>, StorageError>
    /** What was used of each item in a cycle. */
    readonly usage: (
      shop: ShopId,
      subscription: SubscriptionId,
      cycle: number
    ) => Effect.Effect<UsageByItem, StorageError>
    /**
     * Whether a payment for any of the customer's subscriptions has succeeded, or one for another than `besides` is under
     * way and may.
     */
    readonly hasPaid: (
      shop: ShopId,
      customer: string,
      besides?: SubscriptionId | undefined
    ) => Effect.Effect<boolean, StorageError>
  }
>() {}
