/** Reads of checkouts. */
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { statement } from "./statement.js"
import { first, step } from "./values.js"

export const checkoutReads = ({ forUpdate }: Dialect) => {
  const checkout = statement(
    "load.checkout",
    `SELECT document FROM {checkouts} WHERE shop_id = [shop] AND id = [token]${forUpdate}`
  )
  return {
    Checkout: {
      claims: ({ shop, token }) => about(shop, token),
      rank: lockOrder.checkout,
      step: (read) => step(checkout, read),
      decode: first(Records.checkoutOf)
    }
  } satisfies Partial<ReadTable>
}
