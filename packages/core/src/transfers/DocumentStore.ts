/** The sealed documents of proofs. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { SealedDocument, SealedKey } from "./DocumentVault.js"

/** The document of a proof as stored. */
export interface StoredDocument {
  readonly shop: ShopId
  readonly proof: TransactionUid
  readonly fileName: string
  /** The size of the document before it was sealed, in bytes. */
  readonly size: number
  readonly sealed: SealedDocument
  readonly createdAt: DateTime.Utc
}

/** The part of a document that rotation needs. */
export interface DocumentKey extends Pick<StoredDocument, "shop" | "proof"> {
  readonly sealed: SealedKey
}

/** Documents are written by `InsertDocument`. */
export class DocumentStore extends Context.Tag("@florin/core/DocumentStore")<
  DocumentStore,
  {
    readonly find: (shop: ShopId, proof: TransactionUid) => Effect.Effect<Option.Option<StoredDocument>, StorageError>
    /** Up to `limit` keys of documents of any shop, wrapped under a key other than `keyId`. For rotation. */
    readonly notSealedWith: (
      keyId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DocumentKey>, StorageError, UnitOfWorkContext>
    /** How many of them there are. */
    readonly countNotSealedWith: (keyId: string) => Effect.Effect<number, StorageError>
    readonly replaceSealed: (
      shop: ShopId,
      proof: TransactionUid,
      sealed: SealedKey
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}
