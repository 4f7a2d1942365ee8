/** Reads and writes of products. */
import type { Dialect } from "../Dialect.js"
import { lockOrder, type ReadTable } from "./readTable.js"
import * as Records from "./records.js"
import { about } from "./rowNames.js"
import { guarded, insert, statement } from "./statement.js"
import { first, step } from "./values.js"
import { ofId, type WriteTable } from "./writeTable.js"

export const productReads = ({ forUpdate }: Dialect) => {
  const product = statement(
    "load.product",
    `SELECT document FROM {products} WHERE shop_id = [shop] AND id = [id]${forUpdate}`
  )
  return {
    Product: {
      claims: ({ id, shop }) => about(shop, id),
      rank: lockOrder.product,
      step: (read) => step(product, read),
      decode: first(Records.productOf)
    }
  } satisfies Partial<ReadTable>
}

const insertProduct = insert("products.insert", "{products}", "shop_id, id, remaining, place, version, document")
const replaceProduct = guarded(
  "products.update",
  `UPDATE {products} SET remaining = [remaining:bigint], version = [version:bigint], document = [document]
  WHERE shop_id = [shop] AND id = [id] AND version = [replaced:bigint]`,
  ["shop", "id"]
)

export const productWrites = {
  InsertProduct: {
    touches: ({ product }) => ofId(product),
    steps: ({ product: _ }, { place }) => [
      step(insertProduct, {
        shop_id: _.shop,
        id: _.id,
        remaining: _.stock.left,
        place: place(),
        version: _.version,
        document: Records.product.write(_)
      })
    ]
  },
  ReplaceProduct: {
    touches: ({ product }) => ofId(product),
    steps: ({ product: _ }) => [
      step(replaceProduct, {
        shop: _.shop,
        id: _.id,
        remaining: _.stock.left,
        version: _.version,
        replaced: _.version - 1,
        document: Records.product.write(_)
      })
    ]
  }
} satisfies Partial<WriteTable>
