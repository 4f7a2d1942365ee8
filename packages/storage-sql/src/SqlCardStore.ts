import { CardStore } from "@florin/core/cards/CardStore"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { finding, listing } from "./internal/queries.js"
import { cardColumns, cardOf, sealedNumberOf } from "./internal/records.js"
import { sealedRows } from "./internal/sealedRows.js"
import { lookup } from "./internal/sharedLookup.js"

export const make = Effect.map(Database, (database) => {
  const rows = sealedRows(database, { table: "cards", id: "token", sealed: "sealed", rowOf: sealedNumberOf })
  // Every charge of a saved card reads it.
  const select = `SELECT ${cardColumns} FROM {cards}`
  const begun = finding(database)(
    "cards.findByReference",
    `${select} WHERE shop_id = ? AND token >= ? AND token < ?`,
    cardOf
  )
  const ofCustomer = listing(database)(
    "cards.ofCustomer",
    `${select} WHERE shop_id = ? AND customer = ? ORDER BY created_at DESC, token DESC`,
    cardOf
  )

  return CardStore.of({
    ...rows,
    find: lookup(database)("cards.find", select, ["shop_id", "token"], cardOf),
    // `g` sorts after every hex digit.
    findByReference: (shop, reference) => begun(shop, reference, `${reference}g`),
    ofCustomer,
    replaceSealed: (shop, token, { keyId, sealed }) => rows.replaceSealed(keyId, sealed, shop, token)
  })
})
