/** Checkouts in SQL. */
import { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { read } from "./internal/queries.js"
import { checkoutOf } from "./internal/records.js"
import { one } from "./internal/values.js"
import { table } from "./SqlBillingStores.js"

export const make = Effect.map(Database, (database) => {
  const name = "checkouts.findByReference"
  const byReference = read(database)(name, "SELECT document FROM {checkouts} WHERE shop_id = ? AND reference = ?")
  return CheckoutStore.of({
    ...table(database, "checkouts", checkoutOf),
    findByReference: (shop, reference) => Effect.flatMap(byReference(shop, reference), one(name, checkoutOf))
  })
})

/** `make` as a layer. */
export const layer = Layer.effect(CheckoutStore, make)
