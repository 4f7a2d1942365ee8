/** Saved cards in SQL. */
import * as SqlSchema from "@effect/sql/SqlSchema"
import { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import { CardToken, ShopId } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Database } from "./Database.js"
import { all, sealedNumberOf } from "./internal/records.js"
import { limit, reading, tell, write } from "./internal/statement.js"

// Key rotation changes the sealed number alone, so it has its own column outside the document.
const CardRow = Schema.Struct({
  key_id: Schema.String,
  sealed: Schema.String,
  document: Schema.parseJson(SavedCard.omit("number"))
})

const cardOf = ({ document, key_id, sealed }: typeof CardRow.Type): SavedCard => ({
  ...document,
  number: { keyId: key_id, sealed }
})

const replaceSealed = tell(
  "cards.replaceSealed",
  "UPDATE cards SET key_id = ?, sealed = ? WHERE shop_id = ? AND token = ?"
)

// Two ranges around the key, because `<>` can't use an index.
const notSealedWith = (forUpdate: string) =>
  write(
    "cards.notSealedWith",
    `SELECT shop_id, token, key_id, sealed FROM cards WHERE (key_id < ? OR key_id > ?)
    ORDER BY key_id, shop_id, token ${limit}${forUpdate}`
  )

export const make = Effect.map(Database, (database) => {
  const sql = database.client
  const others = notSealedWith(database.dialect.forUpdate)
  const find = SqlSchema.findOne({
    Request: Schema.Struct({ shop: ShopId, token: CardToken }),
    Result: CardRow,
    execute: ({ shop, token }) => sql`
      SELECT key_id, sealed, document FROM cards WHERE shop_id = ${shop} AND token = ${token}`
  })

  return CardStore.of({
    find: (shop, token) =>
      Effect.map(reading(database)("cards.find")(find({ shop, token })), (found) => Option.map(found, cardOf)),
    notSealedWith: (keyId, limit) =>
      Effect.flatMap(others(keyId, keyId, limit), all("cards.notSealedWith", sealedNumberOf)),
    replaceSealed: (shop, token, { keyId, sealed }) => replaceSealed(keyId, sealed, shop, token)
  })
})

export const layer: Layer.Layer<CardStore, never, Database> = Layer.effect(CardStore, make)
