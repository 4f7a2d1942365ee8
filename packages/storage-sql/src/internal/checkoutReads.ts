/** Reads of checkouts. */
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { statement } from "./statement.js"
import { first, step } from "./values.js"

export const checkoutReads = ({ forUpdate }: Dialect) => {
  const named = `FROM {checkouts} WHERE shop_id = [shop] AND id = [token]${forUpdate}` as const
  const checkout = statement("load.checkout", `SELECT document ${named}`)
  const checkoutUnless = statement(
    "load.checkout",
    `SELECT CASE WHEN version = [version] THEN NULL ELSE document END AS document ${named}`
  )
  return {
    Checkout: {
      claims: ({ shop, token }) => about(shop, token),
      rank: lockOrder.checkout,
      step: ({ known, shop, token }) =>
        known === undefined
          ? step(checkout, { shop, token })
          : step(checkoutUnless, { shop, token, version: known.version }),
      decode: (rows, { known }) => first((row) => (row.document === null ? known : Records.checkoutOf(row)))(rows)
    }
  } satisfies Partial<ReadTable>
}
