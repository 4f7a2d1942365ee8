/** Reads of subscriptions. */
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
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
    }
  } satisfies Partial<ReadTable>
}
