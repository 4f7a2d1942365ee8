/** Saved cards in SQL. */
import { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, documentOf, first, type Read, sealedNumberOf } from "./internal/records.js"
import { limit, read, tell, write } from "./internal/statement.js"

const document = documentOf(SavedCard.omit("number"))
const cardOf: Read<SavedCard> = (operation, row) =>
  Either.zipWith(document.decode(operation, row.document), sealedNumberOf(operation, row), (card, sealed) => ({
    ...card,
    ...sealed
  }))

const replaceSealed = tell(
  "cards.replaceSealed",
  "UPDATE cards SET key_id = ?, sealed = ? WHERE shop_id = ? AND token = ?"
)

// Two ranges around the key, because an index does not serve `<>`.
const notSealedWith = (forUpdate: string) =>
  write(
    "cards.notSealedWith",
    `SELECT shop_id, token, key_id, sealed FROM cards WHERE (key_id < ? OR key_id > ?)
    ORDER BY key_id, shop_id, token ${limit}${forUpdate}`
  )

const columns = "shop_id, token, key_id, sealed, document"

export const make = Effect.map(Database, (database) => {
  const { forUpdate } = database.dialect
  const select = read(database)("cards.find", `SELECT ${columns} FROM cards WHERE shop_id = ? AND token = ?`)
  const others = notSealedWith(forUpdate)

  return CardStore.of({
    find: (shop, token) => Effect.flatMap(select(shop, token), first("cards.find", cardOf)),
    notSealedWith: (keyId, limit) =>
      Effect.flatMap(others(keyId, keyId, limit), all("cards.notSealedWith", sealedNumberOf)),
    replaceSealed: (shop, token, { keyId, sealed }) => replaceSealed(keyId, sealed, shop, token)
  })
})

export const layer: Layer.Layer<CardStore, never, Database> = Layer.effect(CardStore, make)
