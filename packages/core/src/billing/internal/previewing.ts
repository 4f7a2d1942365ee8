/** The charges that lie ahead of a subscription, of one that does not exist yet, or of a plan. Nothing is written. */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { PlanId, SubscriptionId } from "../../ids/Ids.js"
import { PlanStore } from "../../plans/PlanStore.js"
import type { Shop } from "../../shops/Shop.js"
import { existing } from "../../store/Records.js"
import * as Bills from "../../subscriptions/Bills.js"
import * as Outlook from "../../subscriptions/Outlook.js"
import * as Preview from "../../subscriptions/Preview.js"
import type { Subscription } from "../../subscriptions/Subscription.js"
import type { NewPreviewRequest } from "../../subscriptions/SubscriptionRequest.js"
import * as SubscriptionRules from "../../subscriptions/SubscriptionRules.js"
import { SubscriptionStore } from "../../subscriptions/SubscriptionStore.js"
import { finding } from "./billing.js"
import { resolving, unbilled } from "./newSubscription.js"
import * as RecurringCharge from "./recurringCharge.js"

interface Until {
  readonly until?: DateTime.Utc
}

export const make = Effect.gen(function* () {
  const store = yield* SubscriptionStore
  const plans = yield* PlanStore
  const resolve = yield* resolving
  const { zoneFor } = yield* RecurringCharge.make
  const findFacts = yield* finding

  const preview = Effect.fnUntraced(function* (shop: Shop, id: SubscriptionId, { until }: Until = {}) {
    const subscription = yield* existing(store.find(shop.id, id))
    const now = yield* DateTime.now
    const facts = yield* findFacts(subscription)
    const [ahead, end] = [
      SubscriptionRules.paidNow(subscription, now),
      until ?? SubscriptionRules.defaultPreviewEnd(now)
    ]
    return Preview.ofSubscription(ahead, end, zoneFor(shop), facts, shop.retryTimes)
  })

  /** Of one that is not stored, and is charged first at `start`. */
  const previewNew = Effect.fnUntraced(function* (shop: Shop, { start, until, ...request }: NewPreviewRequest) {
    const now = start ?? (yield* DateTime.now)
    const { value: plan } = yield* resolve.planAhead(shop, request, now)
    const { value: customer } = yield* resolve.customer(shop, request, now)
    const coupon = yield* resolve.coupon(shop, request, plan, customer, now)
    const made = SubscriptionRules.created({ id: resolve.newId(), plan, customer, coupon, now }, request)
    const facts = yield* findFacts(made)
    const zone = zoneFor(shop)
    // What could not be begun is refused as it would be.
    yield* Either.mapLeft(Bills.ofStart(made, facts, now, zone), unbilled)
    const end = until ?? SubscriptionRules.defaultPreviewEnd(now)
    return Preview.ofSubscription({ ...made, renewAt: now }, end, zone, facts, shop.retryTimes)
  })

  const previewPlan = Effect.fnUntraced(function* (
    shop: Shop,
    id: PlanId,
    { start, until }: Until & { readonly start?: DateTime.Utc } = {}
  ) {
    const plan = yield* existing(plans.find(shop.id, id))
    const from = start ?? (yield* DateTime.now)
    const end = until ?? SubscriptionRules.defaultPreviewEnd(from)
    return Preview.ofPlan(plan, from, end, zoneFor(shop), SubscriptionRules.previewOf, shop.retryTimes)
  })

  const outlook = Effect.fnUntraced(function* (shop: Shop, subscription: Subscription) {
    const facts = yield* findFacts(subscription)
    return Outlook.of(
      SubscriptionRules.paidNow(subscription, yield* DateTime.now),
      zoneFor(shop),
      facts,
      shop.retryTimes
    )
  })

  return { preview, previewNew, previewPlan, outlook }
})
