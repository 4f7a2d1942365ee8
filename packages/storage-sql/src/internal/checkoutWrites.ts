/** Writes of checkouts. */
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { guarded, insert } from "./statement.js"
import { step } from "./values.js"
import type { WriteTable } from "./writeTable.js"

const insertCheckout = insert(
  "checkouts.insert",
  "{checkouts}",
  "shop_id, id, reference, state, place, version, document"
)
const replaceCheckout = guarded(
  "checkouts.update",
  `UPDATE {checkouts} SET state = [state], version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND id = [id] AND version = [replaced:bigint]`,
  ["shop", "id"]
)

export const checkoutWrites = {
  InsertCheckout: {
    touches: ({ checkout }) => [about(checkout.shop, checkout.token)],
    steps: ({ checkout: _, reference }, { place }) => [
      step(insertCheckout, {
        shop_id: _.shop,
        id: _.token,
        reference,
        state: _.state,
        place: place(),
        version: _.version,
        document: Records.checkout.write(_)
      })
    ]
  },
  ReplaceCheckout: {
    touches: ({ checkout }) => [about(checkout.shop, checkout.token)],
    steps: ({ checkout: _ }) => [
      step(replaceCheckout, {
        shop: _.shop,
        id: _.token,
        state: _.state,
        version: _.version,
        replaced: _.version - 1,
        document: Records.checkout.write(_)
      })
    ]
  }
} satisfies Partial<WriteTable>
