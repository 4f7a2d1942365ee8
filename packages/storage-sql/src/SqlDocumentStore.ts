import type { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Row } from "@florin/core/store/UnitOfWork"
import { type DocumentKey, DocumentStore, type StoredDocument } from "@florin/core/transfers/DocumentStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { counting, limit, read, tell, write } from "./internal/queries.js"
import { instant, number, text } from "./internal/values.js"

const replaceSealed = tell(
  "documents.replaceSealed",
  "UPDATE {documents} SET key_id = ?, wrapped = ? WHERE shop_id = ? AND proof_uid = ?"
)

// Two ranges around the key, because `<>` can't use an index.
const notSealedWith = (forUpdate: string) =>
  write(
    "documents.notSealedWith",
    `SELECT shop_id, proof_uid, key_id, wrapped FROM {documents} WHERE (key_id < ? OR key_id > ?)
    ORDER BY key_id, shop_id, proof_uid ${limit}${forUpdate}`
  )

const keyOf = (row: Row): DocumentKey => ({
  shop: text(row, "shop_id") as ShopId,
  proof: text(row, "proof_uid") as TransactionUid,
  sealed: { keyId: text(row, "key_id"), wrapped: text(row, "wrapped") }
})

/** A document from the rows of its pieces. */
const documentOf = (pieces: ReadonlyArray<Row>): Option.Option<StoredDocument> =>
  Option.map(Option.fromNullable(pieces[0]), (row) => {
    const { sealed, ...names } = keyOf(row)
    return {
      ...names,
      fileName: text(row, "file_name"),
      size: number(row, "size"),
      sealed: { ...sealed, content: Buffer.concat(pieces.map(({ content }) => content as Uint8Array)) },
      createdAt: instant(row, "created_at")
    }
  })

export const make = Effect.map(Database, (database) => {
  const others = notSealedWith(database.dialect.forUpdate)
  const find = read(database)(
    "documents.find",
    `SELECT d.*, c.content FROM {documents} d
    JOIN {document_contents} c ON c.shop_id = d.shop_id AND c.proof_uid = d.proof_uid
    WHERE d.shop_id = ? AND d.proof_uid = ? ORDER BY c.place`
  )

  return DocumentStore.of({
    find: (shop, proof) => Effect.map(find(shop, proof), documentOf),
    notSealedWith: (keyId, limit) => Effect.map(others(keyId, keyId, limit), (rows) => rows.map(keyOf)),
    countNotSealedWith: counting(database)("documents", "documents.countNotSealedWith"),
    replaceSealed: (shop, proof, { keyId, wrapped }) => replaceSealed(keyId, wrapped, shop, proof)
  })
})
