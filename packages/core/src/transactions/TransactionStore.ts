/** Where transactions, their history and what they are searched by are kept. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction, Transition } from "./Transaction.js"

/** How much of a parent is taken. Counts what succeeded and what is still pending. */
export interface ParentTotals {
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
  /** How many captures, voids and refunds there are whose outcome is not known yet. */
  readonly pending: number
}

/** Where transactions are looked up. */
export class TransactionStore extends Context.Tag("@florin/core/TransactionStore")<
  TransactionStore,
  {
    readonly find: (shop: ShopId, uid: TransactionUid) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /** Pages are reached by uid alone: the unguessable uid is the capability. Source: D2. */
    readonly findPublic: (uid: TransactionUid) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /** Newest first. */
    readonly findByTrackingId: (
      shop: ShopId,
      trackingId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Oldest first. */
    readonly history: (shop: ShopId, uid: TransactionUid) => Effect.Effect<ReadonlyArray<Transition>, StorageError>
  }
>() {}

/** The document of a transaction: the answer, the status query and the webhook are this text. The wire provides it. */
export class TransactionDocuments extends Context.Tag("@florin/core/TransactionDocuments")<
  TransactionDocuments,
  {
    readonly encode: (transaction: Transaction) => string
  }
>() {}
