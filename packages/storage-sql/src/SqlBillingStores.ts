/** Plans, customers and subscriptions in SQL. */
import { CustomerStore } from "@florin/core/customers/CustomerStore"
import { PlanStore } from "@florin/core/plans/PlanStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Database, type DatabaseService } from "./Database.js"
import { listing, pageLimit } from "./internal/queries.js"
import { customerOf, planOf } from "./internal/records.js"
import { lookup } from "./internal/sharedLookup.js"
import { subscriptionOf } from "./internal/subscriptionRow.js"

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

export const make = Effect.map(Database, (database) => {
  const byCard = listing(database)(
    "subscriptions.byCard",
    "SELECT agreement, document FROM {subscriptions} WHERE shop_id = ? AND card_token = ? ORDER BY id",
    subscriptionOf
  )
  const byCustomer = listing(database)(
    "subscriptions.byCustomer",
    `SELECT agreement, document FROM {subscriptions} WHERE shop_id = ? AND customer_id = ?
      ORDER BY place DESC, id DESC`,
    subscriptionOf
  )
  const subscriptions = {
    ...table(database, "subscriptions", subscriptionOf, "agreement, document"),
    byCard,
    byCustomer
  }
  return Context.make(PlanStore, table(database, "plans", planOf)).pipe(
    Context.add(CustomerStore, table(database, "customers", customerOf)),
    Context.add(SubscriptionStore, subscriptions)
  )
})
