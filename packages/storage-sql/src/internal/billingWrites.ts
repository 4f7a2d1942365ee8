/** Writes of plans, customers and subscriptions. */
import type { Subscription } from "@florin/core/subscriptions/Subscription"
import * as Records from "./records.js"
import { guarded, insert } from "./statement.js"
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
  }
} satisfies Partial<WriteTable>
