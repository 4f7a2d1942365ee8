/**
 * Where transactions, their history and what they are searched by are kept.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { ShopId, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { Transaction, Transition } from "./Transaction.js"

/**
 * What a new transaction is found by, besides its uid.
 *
 * @since 0.1.0
 * @category models
 */
export interface SearchTerms {
  /** Equal for requests that count as duplicates of each other. Source: D12. */
  readonly fingerprint: string
  /** The single values of `tracking_id`. */
  readonly trackingIds: ReadonlyArray<string>
}

/**
 * How much of a parent is taken. Counts what succeeded and what is still pending.
 *
 * @since 0.1.0
 * @category models
 */
export interface ParentTotals {
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
  /** A capture, void or refund whose outcome is not known yet. */
  readonly pending: boolean
}

/**
 * The store of transactions.
 *
 * @since 0.1.0
 * @category ports
 */
export class TransactionStore extends Context.Tag("@florin/core/TransactionStore")<
  TransactionStore,
  {
    readonly insert: (
      transaction: Transaction,
      terms: SearchTerms,
      transition: Transition
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
    /**
     * Replaces the row whose version is one less than `transaction.version`; `false`, and nothing written, when the
     * stored version is another.
     */
    readonly update: (
      transaction: Transaction,
      transition: Transition
    ) => Effect.Effect<boolean, StorageError, UnitOfWorkContext>
    /** Reads and holds the row until the unit ends. */
    readonly lock: (
      shop: ShopId,
      uid: TransactionUid
    ) => Effect.Effect<Option.Option<Transaction>, StorageError, UnitOfWorkContext>
    /** The newest transaction with this fingerprint made after `after` (exclusive). */
    readonly duplicateOf: (
      shop: ShopId,
      fingerprint: string,
      after: DateTime.Utc
    ) => Effect.Effect<Option.Option<TransactionUid>, StorageError, UnitOfWorkContext>
    readonly parentTotals: (
      shop: ShopId,
      parent: TransactionUid
    ) => Effect.Effect<ParentTotals, StorageError, UnitOfWorkContext>
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

/**
 * The document of a transaction: the answer, the status query and the webhook are this text. The wire provides it.
 *
 * @since 0.1.0
 * @category ports
 */
export class TransactionDocuments extends Context.Tag("@florin/core/TransactionDocuments")<
  TransactionDocuments,
  {
    readonly encode: (transaction: Transaction) => string
  }
>() {}
