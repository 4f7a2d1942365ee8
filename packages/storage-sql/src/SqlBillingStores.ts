/** Plans, customers and subscriptions in SQL. */
import { CustomerStore } from "@florin/core/customers/CustomerStore"
import { PlanStore } from "@florin/core/plans/PlanStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { pageLimit, read } from "./internal/queries.js"
import { customerOf, planOf } from "./internal/records.js"
import { lookup } from "./internal/sharedLookup.js"
import { subscriptionOf } from "./internal/subscriptionRow.js"
import { all, one } from "./internal/values.js"

type DatabaseService = Context.Tag.Service<Database>

/** A table of records with an id, listed by their place. */
const table = <A>(database: DatabaseService, name: string, rowOf: (row: Row) => A, columns = "document") => {
  const query = read(database)
  const byId = lookup(database)(`${name}.find`, `SELECT shop_id, id, ${columns} FROM {${name}}`, ["shop_id", "id"])
  const anywhere = lookup(database)(`${name}.findPublic`, `SELECT id, ${columns} FROM {${name}}`, ["id"])
  const newest = query(
    `${name}.list`,
    `SELECT ${columns} FROM {${name}} WHERE shop_id = ? ORDER BY place DESC, id DESC ${pageLimit}`
  )
  const older = query(
    `${name}.list`,
    `SELECT ${columns} FROM {${name}}
    WHERE shop_id = ? AND (place, id) < (SELECT place, id FROM {${name}} WHERE shop_id = ? AND id = ?)
    ORDER BY place DESC, id DESC ${pageLimit}`
  )

  return {
    find: (shop: string, id: string) => Effect.flatMap(byId(shop, id), (row) => one(`${name}.find`, rowOf)([row])),
    findPublic: (id: string) => Effect.flatMap(anywhere(id), (row) => one(`${name}.findPublic`, rowOf)([row])),
    list: (shop: string, { after, limit: most }: { readonly after?: string; readonly limit: number }) =>
      Effect.flatMap(
        after === undefined ? newest(shop, most) : older(shop, shop, after, most),
        all(`${name}.list`, rowOf)
      )
  }
}

export const make = Effect.map(Database, (database) => ({
  plans: PlanStore.of(table(database, "plans", planOf)),
  customers: CustomerStore.of(table(database, "customers", customerOf)),
  subscriptions: SubscriptionStore.of(table(database, "subscriptions", subscriptionOf, "agreement, document"))
}))
