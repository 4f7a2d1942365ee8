/** Products in SQL. */
import { ProductStore } from "@florin/core/products/ProductStore"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { productOf } from "./internal/records.js"
import { table } from "./SqlBillingStores.js"

export const make = Effect.map(Database, (database) => ProductStore.of(table(database, "products", productOf)))
