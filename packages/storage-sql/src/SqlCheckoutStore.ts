/** Checkouts in SQL. */
import { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { finding } from "./internal/queries.js"
import { checkoutOf } from "./internal/records.js"
import { table } from "./SqlBillingStores.js"

export const make = Effect.map(Database, (database) =>
  CheckoutStore.of({
    ...table(database, "checkouts", checkoutOf),
    findByReference: finding(database)(
      "checkouts.findByReference",
      "SELECT document FROM {checkouts} WHERE shop_id = ? AND reference = ?",
      checkoutOf
    )
  })
)
