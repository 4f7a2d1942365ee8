/** Reads of subscriptions, and of what customers are entitled to by them. */
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import { entitlementsOf } from "./records.js"
import { about } from "./rowNames.js"
import { statement } from "./statement.js"
import { subscriptionOf } from "./subscriptionRow.js"
import { first, number, step } from "./values.js"

export const billingReads = ({ forUpdate }: Dialect) => {
  const named = `FROM {subscriptions} WHERE shop_id = [shop] AND id = [id]${forUpdate}` as const
  const subscription = statement("load.subscription", `SELECT agreement, document ${named}`)
  const subscriptionUnless = statement(
    "load.subscription",
    `SELECT CASE WHEN version = [version] THEN NULL ELSE agreement END AS agreement,
      CASE WHEN version = [version] THEN NULL ELSE document END AS document ${named}`
  )
  const subscriptionVersion = statement("load.subscription", `SELECT version ${named}`)
  const entitlements = statement(
    "load.entitlements",
    `SELECT entitlements FROM {customers} WHERE shop_id = [shop] AND id = [customer]${forUpdate}`
  )
  return {
    Subscription: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.subscription,
      step: ({ id, known, shop }) =>
        known === undefined
          ? step(subscription, { shop, id })
          : step(subscriptionUnless, { shop, id, version: known.version }),
      decode: (rows, { known }) => first((row) => (row.agreement === null ? known : subscriptionOf(row)))(rows)
    },
    SubscriptionVersion: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.subscription,
      step: (read) => step(subscriptionVersion, read),
      decode: first((row) => number(row, "version"))
    },
    Entitlements: {
      claims: ({ customer, shop }) => about(shop, customer),
      rank: lockOrder.customer,
      step: (read) => step(entitlements, read),
      decode: first(entitlementsOf)
    }
  } satisfies Partial<ReadTable>
}
