/** The vault operations that proofs need: seal a document before it is stored, open it for an operator. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { VaultError } from "../store/VaultError.js"

/** A document's data key as stored. */
export interface SealedKey {
  /** The id of the key that wraps it. */
  readonly keyId: string
  /** The wrapped key, as unpadded base64url. */
  readonly wrapped: string
}

/** A sealed document as stored: rotation changes its key and leaves the content as it is. */
export interface SealedDocument extends SealedKey {
  /** Nonce 12, ciphertext, tag 16: 28 bytes more than the document. */
  readonly content: Uint8Array
}

export class DocumentVault extends Context.Tag("@florin/core/DocumentVault")<
  DocumentVault,
  {
    /** Bound to this shop and proof; opening it for any other fails. Works in short steps, in turns of the loop. */
    readonly seal: (
      shop: ShopId,
      proof: TransactionUid,
      content: Uint8Array
    ) => Effect.Effect<SealedDocument, VaultError>
    readonly open: (
      shop: ShopId,
      proof: TransactionUid,
      sealed: SealedDocument
    ) => Effect.Effect<Uint8Array, VaultError>
    /** Wraps under the ring's current key; returns the same value if it already is. Doesn't need the content. */
    readonly rewrap: (shop: ShopId, proof: TransactionUid, sealed: SealedKey) => Effect.Effect<SealedKey, VaultError>
  }
>() {}
