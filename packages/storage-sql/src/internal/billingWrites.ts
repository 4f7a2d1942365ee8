/** Writes of plans, customers and subscriptions. */
import type { Subscription } from "@florin/core/subscriptions/Subscription"
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
  SET agreement = [agreement], card_token = [card_token], state = [state], version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND id = [id] AND version = [replaces:bigint]`,
  ["shop", "id"]
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
      const agreement = SubscriptionRow.agreementOf(subscription)
      return [step(replaceAgreement, { ...values, card_token: subscription.card?.token ?? null, agreement })]
    }
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
  UseCustomerCoupon: {
    touches: ({ customer, shop }) => [about(shop, customer)],
    steps: ({ by, code, customer, shop }) => [step(by > 0 ? useCoupon : giveCouponBack, { shop, customer, code })]
  }
} satisfies Partial<WriteTable>
