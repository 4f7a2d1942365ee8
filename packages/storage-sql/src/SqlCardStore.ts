import { CardStore } from "@florin/core/cards/CardStore"
import * as Effect from "effect/Effect"
import { Database } from "./Database.js"
import { counting, limit, tell, write } from "./internal/queries.js"
import { cardOf, sealedNumberOf } from "./internal/records.js"
import { lookup } from "./internal/sharedLookup.js"
import { all, one } from "./internal/values.js"

const replaceSealed = tell(
  "cards.replaceSealed",
  "UPDATE {cards} SET key_id = ?, sealed = ? WHERE shop_id = ? AND token = ?"
)

// Two ranges around the key, because `<>` can't use an index.
const notSealedWith = (forUpdate: string) =>
  write(
    "cards.notSealedWith",
    `SELECT shop_id, token, key_id, sealed FROM {cards} WHERE (key_id < ? OR key_id > ?)
    ORDER BY key_id, shop_id, token ${limit}${forUpdate}`
  )

export const make = Effect.map(Database, (database) => {
  const others = notSealedWith(database.dialect.forUpdate)
  // Every charge of a saved card reads it.
  const find = lookup(database)("cards.find", "SELECT shop_id, token, key_id, sealed, document FROM {cards}", [
    "shop_id",
    "token"
  ])

  return CardStore.of({
    find: (shop, token) => Effect.flatMap(find(shop, token), (row) => one("cards.find", cardOf)([row])),
    notSealedWith: (keyId, limit) =>
      Effect.flatMap(others(keyId, keyId, limit), all("cards.notSealedWith", sealedNumberOf)),
    countNotSealedWith: counting(database)("cards", "cards.countNotSealedWith"),
    replaceSealed: (shop, token, { keyId, sealed }) => replaceSealed(keyId, sealed, shop, token)
  })
})
