/** Plans, customers and subscriptions in SQL. */
import { CustomerStore } from "@florin/core/customers/CustomerStore"
import { StoredCustomer } from "@florin/core/customers/StoredCustomer"
import { PlanStore } from "@florin/core/plans/PlanStore"
import type { Row } from "@florin/core/store/UnitOfWork"
import { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { lookup } from "./internal/lookup.js"
import { all, documentOf, planRowOf, type Read } from "./internal/records.js"
import { pageLimit, read } from "./internal/statement.js"
import { subscriptionOf } from "./internal/subscriptionRows.js"

type DatabaseService = Context.Tag.Service<Database>

/** A table of records with an id, listed by their place. */
const table = <A>(database: DatabaseService, name: string, rowOf: Read<A>, columns = "document") => {
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
  const option = (operation: string) => (row: Row | undefined) =>
    row === undefined ? Either.right(Option.none<A>()) : Either.map(rowOf(operation, row), Option.some)

  return {
    find: (shop: string, id: string) => Effect.flatMap(byId(shop, id), option(`${name}.find`)),
    findPublic: (id: string) => Effect.flatMap(anywhere(id), option(`${name}.findPublic`)),
    list: (shop: string, { after, limit: most }: { readonly after?: string; readonly limit: number }) =>
      Effect.flatMap(
        after === undefined ? newest(shop, most) : older(shop, shop, after, most),
        all(`${name}.list`, rowOf)
      )
  }
}

const customer = documentOf(StoredCustomer)

const customerOf: Read<StoredCustomer> = (operation, row) => customer.decode(operation, row.document)

export const make = Effect.map(Database, (database) => ({
  plans: PlanStore.of(table(database, "plans", planRowOf)),
  customers: CustomerStore.of(table(database, "customers", customerOf)),
  subscriptions: SubscriptionStore.of(table(database, "subscriptions", subscriptionOf, "agreement, document"))
}))

export const layer: Layer.Layer<PlanStore | CustomerStore | SubscriptionStore, never, Database> = Layer.effectContext(
  Effect.map(make, ({ customers, plans, subscriptions }) =>
    Context.make(PlanStore, plans).pipe(
      Context.add(CustomerStore, customers),
      Context.add(SubscriptionStore, subscriptions)
    )
  )
)
