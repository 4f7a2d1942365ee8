/** Writes of the documents of proofs, and of what waits for an operator. */
import type { StoredDocument } from "@florin/core/transfers/DocumentStore"
import * as DateTime from "effect/DateTime"
import { about } from "./rowNames.js"
import { insert, statement } from "./statement.js"
import { type Step, step } from "./values.js"
import { ofUid, type WriteTable } from "./writeTable.js"

const millis = DateTime.toEpochMillis

const insertDocument = insert(
  "documents.insert",
  "{documents}",
  "shop_id, proof_uid, file_name, size, created_at, key_id, wrapped"
)
// A piece of a content is alone in its statement: several would be copied together.
const insertContent = statement(
  "documents.insert",
  "INSERT INTO {document_contents} (shop_id, proof_uid, place, content) VALUES ([shop], [proof], [place], [content])"
)
const keepEvidence = insert("evidence.keep", "{transfer_evidence} AS kept", "shop_id, uid, marked_at, settled", {
  key: ["shop_id", "uid"],
  conflict: `
  ON CONFLICT (shop_id, uid) DO UPDATE SET marked_at = excluded.marked_at, settled = 0
  WHERE kept.settled = 1`
})
const settleEvidence = statement(
  "evidence.settle",
  "UPDATE {transfer_evidence} SET settled = 1 WHERE shop_id = [shop] AND uid = [uid]"
)

/** Unit: bytes. */
const pieceLength = 262_144

const piecesOf = ({ proof, sealed: { content }, shop }: StoredDocument): ReadonlyArray<Step> =>
  Array.from({ length: Math.ceil(content.length / pieceLength) }, (_, place) =>
    step(insertContent, {
      shop,
      proof,
      place,
      content: content.subarray(place * pieceLength, (place + 1) * pieceLength)
    })
  )

export const transferWrites = {
  InsertDocument: {
    touches: ({ document }) => [about(document.shop, document.proof)],
    steps: ({ document: _ }, { large }) => {
      large?.()
      const insert = step(insertDocument, {
        shop_id: _.shop,
        proof_uid: _.proof,
        file_name: _.fileName,
        size: _.size,
        created_at: millis(_.createdAt),
        key_id: _.sealed.keyId,
        wrapped: _.sealed.wrapped
      })
      return [insert, ...piecesOf(_)]
    }
  },
  KeepEvidence: {
    touches: ofUid,
    steps: ({ at, shop, uid }) => [step(keepEvidence, { shop_id: shop, uid, marked_at: at, settled: 0 })]
  },
  SettleEvidence: { touches: ofUid, steps: (write) => [step(settleEvidence, write)] }
} satisfies Partial<WriteTable>
