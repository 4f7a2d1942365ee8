/** Writes of plans, customers and subscriptions. */
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import { applied } from "./accountRows.js"
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { guarded, insert, statement } from "./statement.js"
import * as SubscriptionRow from "./subscriptionRow.js"
import { step } from "./values.js"
import { ofId, type WriteTable } from "./writeTable.js"

const insertPlan = insert("plans.insert", "{plans}", "shop_id, id, place, document")
const insertCustomer = insert("customers.insert", "{customers}", "shop_id, id, place, document")
const insertSubscription = insert(
  "subscriptions.insert",
  "{subscriptions}",
  "shop_id, id, state, place, version, card_token, customer_id, agreement, document"
)
const replaceSubscription = guarded(
  "subscriptions.update",
  `UPDATE {subscriptions} SET state = [state], version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND id = [id] AND version = [replaces:bigint]`,
  ["shop", "id"]
)
const replaceAgreement = guarded(
  "subscriptions.update",
  `UPDATE {subscriptions}
  SET agreement = [agreement], card_token = [card_token], customer_id = [customer_id], state = [state],
    version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND id = [id] AND version = [replaces:bigint]`,
  ["shop", "id"]
)

const replaceEntitlements = guarded(
  "customers.entitle",
  `UPDATE {customers} SET entitlements = [entitlements], entitlements_version = [version:bigint]
  WHERE shop_id = [shop] AND id = [customer] AND entitlements_version = [replaced:bigint]`,
  ["shop", "customer"]
)
const insertCoupon = insert("coupons.insert", "{coupons}", "shop_id, id, redemptions, max_redemptions, place, document")
const countRedemption = guarded(
  "coupons.count",
  `UPDATE {coupons} SET redemptions = redemptions + [by:bigint]
  WHERE shop_id = [shop] AND id = [code] AND (max_redemptions IS NULL OR redemptions + [by:bigint] <= max_redemptions)`,
  ["shop", "code"]
)
const addToBalance = insert("balances.add", "{balances} AS kept", "shop_id, owner, currency, amount", {
  key: ["shop_id", "owner", "currency"],
  conflict: " ON CONFLICT (shop_id, owner, currency) DO UPDATE SET amount = kept.amount + excluded.amount"
})
const takeFromBalance = guarded(
  "balances.take",
  `UPDATE {balances} SET amount = amount - [amount:bigint]
  WHERE shop_id = [shop] AND owner = [owner] AND currency = [currency] AND amount >= [amount:bigint]`,
  ["shop", "owner", "currency"]
)
const useCoupon = guarded(
  "coupons.use",
  `UPDATE {customer_coupons} SET cycles_left = cycles_left - 1
  WHERE shop_id = [shop] AND customer = [customer] AND code = [code] AND cycles_left > 0`,
  ["shop", "customer"]
)
const giveCouponBack = statement(
  "coupons.use",
  `UPDATE {customer_coupons} SET cycles_left = cycles_left + 1
  WHERE shop_id = [shop] AND customer = [customer] AND code = [code]`
)

const giveCoupon = insert("coupons.give", "{customer_coupons}", "shop_id, customer, code, cycles_left, document", {
  key: ["shop_id", "customer"],
  conflict:
    " ON CONFLICT (shop_id, customer) DO UPDATE SET code = excluded.code, cycles_left = excluded.cycles_left, document = excluded.document"
})
const takeCoupon = statement(
  "coupons.take",
  "DELETE FROM {customer_coupons} WHERE shop_id = [shop] AND customer = [customer]"
)
const insertUsageEvent = insert(
  "usage.insert",
  "{usage_events}",
  "shop_id, subscription, event_key, item, quantity, happened_at, cycle"
)
const setUsage = insert(
  "usage.set",
  "{usage_totals}",
  "shop_id, subscription, cycle, item, total, largest, latest, latest_at",
  {
    key: ["shop_id", "subscription", "cycle", "item"],
    conflict: ` ON CONFLICT (shop_id, subscription, cycle, item) DO UPDATE SET total = excluded.total,
      largest = excluded.largest, latest = excluded.latest, latest_at = excluded.latest_at`
  }
)
const forgetUsage = statement(
  "usage.forget",
  `DELETE FROM {usage_totals}
  WHERE shop_id = [shop] AND subscription = [subscription] AND cycle = [cycle] AND item = [item]`
)

const forgetUsageEvent = statement(
  "usage.forget",
  "DELETE FROM {usage_events} WHERE shop_id = [shop] AND subscription = [subscription] AND event_key = [key]"
)

const replacement = (_: Subscription, replaces: number) => ({
  shop: _.shop,
  id: _.id,
  state: _.state,
  version: _.version,
  replaces,
  document: SubscriptionRow.documentOf(_)
})

export const billingWrites = {
  InsertPlan: {
    touches: ({ plan }) => ofId(plan),
    steps: ({ plan: _ }, { place }) => [
      step(insertPlan, { shop_id: _.shop, id: _.id, place: place(), document: Records.plan.write(_) })
    ]
  },
  InsertCustomer: {
    touches: ({ customer }) => ofId(customer),
    steps: ({ customer: _ }, { place }) => [
      step(insertCustomer, { shop_id: _.shop, id: _.id, place: place(), document: Records.customer.write(_) })
    ]
  },
  InsertSubscription: {
    touches: ({ subscription }) => ofId(subscription),
    steps: ({ subscription: _ }, { place }) => [
      step(insertSubscription, {
        shop_id: _.shop,
        id: _.id,
        state: _.state,
        place: place(),
        version: _.version,
        card_token: _.card?.token ?? null,
        customer_id: _.customerId,
        agreement: SubscriptionRow.agreementOf(_),
        document: SubscriptionRow.documentOf(_)
      })
    ]
  },
  ReplaceSubscription: {
    touches: ({ subscription }) => ofId(subscription),
    steps: ({ termsUnchanged, replaces, subscription }) => {
      const values = replacement(subscription, replaces)
      if (termsUnchanged) return [step(replaceSubscription, values)]
      const { card, customerId: customer_id } = subscription
      const agreement = SubscriptionRow.agreementOf(subscription)
      return [step(replaceAgreement, { ...values, card_token: card?.token ?? null, customer_id, agreement })]
    }
  },
  ReplaceEntitlements: {
    touches: ({ customer, shop }) => [about(shop, customer)],
    steps: ({ customer, entitlements: _, shop }) => [
      step(replaceEntitlements, {
        shop,
        customer,
        version: _.version,
        replaced: _.version - 1,
        entitlements: Records.entitlements.write(_)
      })
    ]
  },
  InsertCoupon: {
    touches: ({ coupon: { code, shop } }) => [about(shop, code)],
    steps: ({ coupon: _ }, { place }) => [
      step(insertCoupon, {
        shop_id: _.shop,
        id: _.code,
        redemptions: _.redemptions,
        max_redemptions: _.maxRedemptions,
        place: place(),
        document: Records.coupon.write(_)
      })
    ]
  },
  CountRedemption: {
    touches: ({ code, shop }) => [about(shop, code)],
    steps: ({ by, code, shop }) => [step(countRedemption, { by, code, shop })]
  },
  MoveBalance: {
    touches: ({ owner, shop }) => [about(shop, owner)],
    steps: ({ by, currency, owner, shop }) =>
      by < 0
        ? [step(takeFromBalance, { shop, owner, currency, amount: -by })]
        : [step(addToBalance, { shop_id: shop, owner, currency, amount: by })]
  },
  GiveCoupon: {
    touches: ({ customer, shop }) => [about(shop, customer)],
    steps: ({ coupon, customer, shop }) =>
      coupon === null
        ? [step(takeCoupon, { shop, customer })]
        : [
            step(giveCoupon, {
              shop_id: shop,
              customer,
              code: coupon.code,
              cycles_left: coupon.cyclesLeft,
              document: applied.write(coupon)
            })
          ]
  },
  InsertUsageEvents: {
    touches: ({ shop, subscription }) => [about(shop, subscription)],
    steps: ({ events, shop, subscription }) =>
      events.map(({ at, cycle, item, key, quantity }) =>
        step(insertUsageEvent, {
          shop_id: shop,
          subscription,
          event_key: key,
          item,
          quantity,
          cycle,
          happened_at: at.epochMillis
        })
      )
  },
  SetUsage: {
    touches: ({ shop, subscription }) => [about(shop, subscription)],
    steps: ({ cycle, item, shop, subscription, total: { last, lastAt, max, sum } }) => [
      step(setUsage, {
        shop_id: shop,
        subscription,
        cycle,
        item,
        total: sum,
        largest: max,
        latest: last,
        latest_at: lastAt.epochMillis
      })
    ]
  },
  ForgetUsage: {
    touches: ({ shop, subscription }) => [about(shop, subscription)],
    steps: ({ cycle, items, shop, subscription }) =>
      items.map((item) => step(forgetUsage, { shop, subscription, cycle, item }))
  },
  ForgetUsageEvents: {
    touches: ({ events }) => events.map(({ key, shop, subscription }) => about(shop, `${subscription} ${key}`)),
    steps: ({ events }) =>
      events.map(({ key, shop, subscription }) => step(forgetUsageEvent, { shop, subscription, key }))
  },
  UseCustomerCoupon: {
    touches: ({ customer, shop }) => [about(shop, customer)],
    steps: ({ by, code, customer, shop }) => [step(by > 0 ? useCoupon : giveCouponBack, { shop, customer, code })]
  }
} satisfies Partial<WriteTable>
