/** Plans, customers and subscriptions in SQL. */
import { CustomerStore } from "@florin/core/customers/CustomerStore"
import { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import { PlanStore } from "@florin/core/plans/PlanStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import { BillStore } from "@florin/core/subscriptions/BillStore"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Database, type DatabaseService } from "./Database.js"
import { hasPaid } from "./internal/accountReads.js"
import { accountOf, couponOf, usageOf } from "./internal/accountRows.js"
import { finding, listing, pageLimit, read } from "./internal/queries.js"
import { customerOf, entitlementsOf, planOf } from "./internal/records.js"
import { lookup, lookupAll } from "./internal/sharedLookup.js"
import { subscriptionOf } from "./internal/subscriptionRow.js"
import { decoded } from "./internal/values.js"

/** A table of records with an id, listed by their place. */
export const table = <A>(database: DatabaseService, name: string, rowOf: (row: Row) => A, columns = "document") => {
  const [list, find] = [listing(database), lookup(database)]
  const byShop = `SELECT ${columns} FROM {${name}} WHERE shop_id = ?`
  const inOrder = `ORDER BY place DESC, id DESC ${pageLimit}`
  const before = `(place, id) < (SELECT place, id FROM {${name}} WHERE shop_id = ? AND id = ?)`
  const newest = list(`${name}.list`, `${byShop} ${inOrder}`, rowOf)
  const older = list(`${name}.list`, `${byShop} AND ${before} ${inOrder}`, rowOf)

  return {
    find: find(`${name}.find`, `SELECT shop_id, id, ${columns} FROM {${name}}`, ["shop_id", "id"], rowOf),
    findPublic: find(`${name}.findPublic`, `SELECT id, ${columns} FROM {${name}}`, ["id"], rowOf),
    list: (shop: string, { after, limit: most }: { readonly after?: string; readonly limit: number }) =>
      after === undefined ? newest(shop, most) : older(shop, shop, after, most)
  }
}

/** What bills go by besides the subscription. */
const bills = (database: DatabaseService) => {
  const find = lookupAll(database)
  const account = find(
    "accounts.find",
    `SELECT * FROM (
      SELECT shop_id, owner, currency, amount, NULL AS document FROM {balances} WHERE amount > 0
      UNION ALL SELECT shop_id, customer, NULL, cycles_left, document FROM {customer_coupons}
    ) account`,
    ["shop_id", "owner"],
    decoded("accounts.find", accountOf)
  )
  const usage = find(
    "usage.find",
    "SELECT shop_id, subscription, cycle, item, total, largest, latest, latest_at FROM {usage_totals}",
    ["shop_id", "subscription", "cycle"],
    decoded("usage.find", usageOf)
  )
  const paid = read(database)("subscriptions.hasPaid", hasPaid.text)
  const coupons = table(database, "coupons", couponOf, "redemptions, document")
  return BillStore.of({
    account,
    coupon: coupons.find,
    coupons: coupons.list,
    usage,
    hasPaid: (shop, customer, besides) => Effect.map(paid(shop, customer, besides ?? ""), (rows) => rows.length > 0)
  })
}

export const make = Effect.map(Database, (database) => {
  // Ordered by expressions: SQLite would go through all subscriptions of the shop in the order of one of their indexes.
  const byCard = listing(database)(
    "subscriptions.byCard",
    "SELECT agreement, document FROM {subscriptions} WHERE shop_id = ? AND card_token = ? ORDER BY (id || '')",
    subscriptionOf
  )
  const entitlements = finding(database)(
    "customers.entitlements",
    "SELECT entitlements FROM {customers} WHERE shop_id = ? AND id = ?",
    entitlementsOf
  )
  const byCustomer = listing(database)(
    "subscriptions.byCustomer",
    `SELECT agreement, document FROM {subscriptions} WHERE shop_id = ? AND customer_id = ?
      ORDER BY (place + 0) DESC, id DESC`,
    subscriptionOf
  )
  const subscriptions = {
    ...table(database, "subscriptions", subscriptionOf, "agreement, document"),
    byCard,
    byCustomer
  }
  return Context.make(PlanStore, table(database, "plans", planOf)).pipe(
    Context.add(CustomerStore, table(database, "customers", customerOf)),
    Context.add(EntitlementStore, { find: entitlements }),
    Context.add(SubscriptionStore, subscriptions),
    Context.add(BillStore, bills(database))
  )
})
