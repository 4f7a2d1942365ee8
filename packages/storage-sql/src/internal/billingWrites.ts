/** Writes of plans, customers and subscriptions. */
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { guarded, insert } from "./statement.js"
import * as SubscriptionRow from "./subscriptionRow.js"
import { step } from "./values.js"
import { ofId, type WriteTable } from "./writeTable.js"

const insertPlan = insert("plans.insert", "{plans}", "shop_id, id, place, document")
const insertCustomer = insert("customers.insert", "{customers}", "shop_id, id, place, document")
const insertSubscription = insert(
  "subscriptions.insert",
  "{subscriptions}",
  "shop_id, id, state, place, version, card_token, agreement, document"
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

const replaceEntitlements = guarded(
  "customers.entitle",
  `UPDATE {customers} SET entitlements = [entitlements], entitlements_version = [version:bigint]
  WHERE shop_id = [shop] AND id = [customer] AND entitlements_version = [replaced:bigint]`,
  ["shop", "customer"]
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
  }
} satisfies Partial<WriteTable>
