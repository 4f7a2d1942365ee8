import type { ShopId, TransactionUid } from "@florin/core/ids/Ids"
import type { Row } from "@florin/core/store/UnitOfWork"
import { type DocumentKey, DocumentStore, type StoredDocument } from "@florin/core/transfers/DocumentStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Database } from "./Database.js"
import { read } from "./internal/queries.js"
import { sealedRows } from "./internal/sealedRows.js"
import { instant, number, text } from "./internal/values.js"

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
  const rows = sealedRows(database, { table: "documents", id: "proof_uid", sealed: "wrapped", rowOf: keyOf })
  const find = read(database)(
    "documents.find",
    `SELECT d.*, c.content FROM {documents} d
    JOIN {document_contents} c ON c.shop_id = d.shop_id AND c.proof_uid = d.proof_uid
    WHERE d.shop_id = ? AND d.proof_uid = ? ORDER BY c.place`
  )

  return DocumentStore.of({
    ...rows,
    find: (shop, proof) => Effect.map(find(shop, proof), documentOf),
    replaceSealed: (shop, proof, { keyId, wrapped }) => rows.replaceSealed(keyId, wrapped, shop, proof)
  })
})
