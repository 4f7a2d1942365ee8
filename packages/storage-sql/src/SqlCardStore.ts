/**
 * Saved cards in SQL.
 *
 * @since 0.1.0
 */
import { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import type { CardToken, ShopId } from "@florin/core/ids/Ids"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"
import { all, columnsOf, documentOf, first, type Read } from "./internal/rows.js"
import { limit, tell, write } from "./internal/statement.js"

// The sealed number changes on its own when keys rotate, so it stands beside the document and not in it.
const document = documentOf(SavedCard.omit("number"))
const sealedNumberOf = columnsOf(SavedCard.pick("shop", "token", "number"), (row) => ({
  shop: row.shop_id,
  token: row.token,
  number: { keyId: row.key_id, sealed: row.sealed }
}))

const cardOf: Read<SavedCard> = (operation, row) =>
  Either.zipWith(document.decode(operation, row.document), sealedNumberOf(operation, row), (card, sealed) => ({
    ...card,
    ...sealed
  }))

const insert = tell(
  "cards.insert",
  "INSERT INTO cards (shop_id, token, key_id, sealed, created_at, document) VALUES (?, ?, ?, ?, ?, ?)"
)

const replaceDocument = tell("cards.addContracts", "UPDATE cards SET document = ? WHERE shop_id = ? AND token = ?")

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

/**
 * @since 0.1.0
 * @category constructors
 */
export const make = Effect.map(Database, ({ dialect: { forUpdate } }) => {
  const select = write("cards.find", `SELECT ${columns} FROM cards WHERE shop_id = ? AND token = ?`)
  const hold = write("cards.addContracts", `SELECT document FROM cards WHERE shop_id = ? AND token = ?${forUpdate}`)
  const others = notSealedWith(forUpdate)

  const add = Effect.fnUntraced(function* (shop: ShopId, token: CardToken, contracts: SavedCard["contracts"]) {
    const row: Row | undefined = (yield* hold(shop, token))[0]
    if (row === undefined) return
    const card = yield* document.decode("cards.addContracts", row.document)
    const all = Array.from(new Set([...card.contracts, ...contracts]))
    const json = yield* document.encode("cards.addContracts", { ...card, contracts: all })
    yield* replaceDocument(json, shop, token)
  })

  return CardStore.of({
    insert: ({ number, ...card }) =>
      Effect.flatMap(document.encode("cards.insert", card), (json) =>
        insert(card.shop, card.token, number.keyId, number.sealed, DateTime.toEpochMillis(card.createdAt), json)
      ),
    find: (shop, token) => Effect.flatMap(select(shop, token), first("cards.find", cardOf)),
    addContracts: add,
    notSealedWith: (keyId, limit) =>
      Effect.flatMap(others(keyId, keyId, limit), all("cards.notSealedWith", sealedNumberOf)),
    replaceSealed: (shop, token, { keyId, sealed }) => replaceSealed(keyId, sealed, shop, token)
  })
})

/**
 * @since 0.1.0
 * @category layers
 */
export const layer: Layer.Layer<CardStore, never, Database> = Layer.effect(CardStore, make)
