/** The store of transactions, their history and their search terms. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { CustomerId, ShopId, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Period } from "../money/Movement.js"
import type { StorageError } from "../store/StorageError.js"
import type { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { Transition } from "../transaction-base/TransactionBase.js"
import type { Transaction } from "./Transaction.js"
import type { TransactionFilter } from "./TransactionFilter.js"

/** How much of a parent is taken. Counts successful and pending children. */
export interface ParentTotals {
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
  /** The number of captures, voids and refunds whose outcome is still unknown. */
  readonly pending: number
}

/**
 * A page of the transactions that are wanted, newest first: those before `after`, which is absent for the first page.
 * `order`: `oldest` turns it round, and they are those behind `after`.
 */
export interface NewestPageRequest extends PageRequest, TransactionFilter {
  readonly order?: ListOrder | undefined
}

/** In which order of their uids transactions are listed: by when they were created. */
export const ListOrder = Schema.Literal("newest", "oldest")

export type ListOrder = typeof ListOrder.Type

/** Sorts as a list of that order is sorted. */
export const byUid = (order: ListOrder = "newest") => {
  const sign = order === "newest" ? 1 : -1
  return (one: Transaction, other: Transaction): number => (one.uid < other.uid ? sign : -sign)
}

/** A page of transactions, in the order of their uids: those behind `after`, which is absent for the first page. */
export interface PageRequest {
  readonly after?: TransactionUid | undefined
  readonly limit: number
}

export class TransactionStore extends Context.Tag("@florin/core/TransactionStore")<
  TransactionStore,
  {
    readonly find: (shop: ShopId, uid: TransactionUid) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /** Hosted pages need only the uid: an unguessable uid is the capability. Source: D2. */
    readonly findPublic: (uid: TransactionUid) => Effect.Effect<Option.Option<Transaction>, StorageError>
    /** Newest first. */
    readonly findByTrackingId: (
      shop: ShopId,
      trackingId: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Those that an acquirer knows by its own reference, of whatever shop. Newest first. Source: D53. */
    readonly findByReference: (
      gatewayId: number,
      reference: string,
      limit: number
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** The payments for a customer's subscriptions, whatever became of them. Newest first. */
    readonly ofCustomer: (
      shop: ShopId,
      customer: CustomerId,
      page: PageRequest
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Of a shop, or of all: null. In the order of uids, newest first unless the page says otherwise. */
    readonly newest: (
      shop: ShopId | null,
      page: NewestPageRequest
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** The transactions of all shops that were created in a period, as their uids say. */
    readonly created: (period: Period, page: PageRequest) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** The same, of one shop: those that have moved money, which are successful and neither a tokenization nor a proof. */
    readonly moved: (
      shop: ShopId,
      period: Period,
      page: PageRequest
    ) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** The transactions of these uids, of whatever shop, in any order. A uid of none is left out. */
    readonly findAll: (uids: ReadonlyArray<TransactionUid>) => Effect.Effect<ReadonlyArray<Transaction>, StorageError>
    /** Oldest first. */
    readonly history: (shop: ShopId, uid: TransactionUid) => Effect.Effect<ReadonlyArray<Transition>, StorageError>
    /** The merchant's private note. It is no part of the transaction, so that no document has it. */
    readonly note: (shop: ShopId, uid: TransactionUid) => Effect.Effect<string | null, StorageError>
    /** Replaces the note; an empty one is none. The transaction must exist. */
    readonly keepNote: (
      shop: ShopId,
      uid: TransactionUid,
      note: string
    ) => Effect.Effect<void, StorageError, UnitOfWorkContext>
  }
>() {}

/** The document of a transaction: the text of the answer, the status query and the webhook. Provided by `wire`. */
export class TransactionDocuments extends Context.Tag("@florin/core/TransactionDocuments")<
  TransactionDocuments,
  {
    readonly encode: (transaction: Transaction) => string
    /** Where issuers' pages send the customer back. */
    readonly returnUrl: (uid: TransactionUid) => string
  }
>() {}
