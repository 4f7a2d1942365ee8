/** The commands that charge a shop's own lines and use coupons. Source: D61, D62. */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type { SubscriptionId } from "../../ids/Ids.js"
import { invalid } from "../../request/InvalidRequest.js"
import type { Shop } from "../../shops/Shop.js"
import { BillStore } from "../../subscriptions/BillStore.js"
import * as ShopLines from "../../subscriptions/ShopLines.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import * as Coupon from "../../terms/Coupon.js"
import type { CouponUseRequest } from "../../terms/CouponRequest.js"
import type { LineRequest } from "../../terms/LineRequest.js"
import { Renewals } from "../Renewals.js"
import { gains } from "./billing.js"
import * as Decided from "./decided.js"

export const make = Effect.gen(function* () {
  const bills = yield* BillStore
  const renewals = yield* Renewals
  const decided = yield* Decided.make

  const addLine = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, request: LineRequest) {
    const { after, ruled } = yield* decided.by(shop, id, (known, now) =>
      Either.map(ShopLines.withLine(known, request, now), ({ gained, isCharged, ...transition }) => ({
        transition,
        isCharged,
        besides: gains(known, { gained })
      }))
    )
    if (!ruled.isCharged) return after
    yield* renewals.now(after)
    return yield* decided.find(shop, id)
  })

  const couponOf = Effect.fnUntraced(function* (shop: Shop, code: Coupon.CouponCode) {
    const stored = yield* bills.coupon(shop.id, code)
    return Option.isSome(stored) ? stored.value : yield* invalid(["coupon"], "is not found")
  })

  const useCoupon = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, { coupon: sent }: CouponUseRequest) {
    const code = sent === undefined ? undefined : Coupon.CouponCode.make(sent, { disableValidation: true })
    const stored = code === undefined ? undefined : yield* couponOf(shop, code)
    const rule = Effect.fnUntraced(function* (known: Subscription, now: DateTime.Utc) {
      if (stored === undefined) return { transition: yield* ShopLines.withCoupon(known, null, now) }
      const { customerId } = known
      const hasPaid = known.hasPaid || (customerId !== null && (yield* bills.hasPaid(shop.id, customerId, known.id)))
      const { plan } = known
      const use = { now, hasPaid, currency: plan.currency, plan: plan.id }
      const applied = yield* Either.mapLeft(Coupon.redeem(stored, use), Coupon.asInvalid)
      return { transition: yield* ShopLines.withCoupon(known, applied, now) }
    })
    const { after } = yield* decided.by(shop, id, rule)
    return after
  })

  return { addLine, useCoupon }
})
