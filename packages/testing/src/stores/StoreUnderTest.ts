/**
 * What the store suites share: a fresh store for every test, and rows to put into it.
 *
 * @since 0.1.0
 */
import { assert, it } from "@effect/vitest"
import type { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import type { IdempotencyStore } from "@florin/core/idempotency/IdempotencyStore"
import { AcquirerKey, CardStamp, cardToken, notificationId, ShopId, transactionUid } from "@florin/core/ids/Ids"
import type { JobStore } from "@florin/core/jobs/Job"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Notification, NotificationStore } from "@florin/core/notifications/Notification"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { Transaction, Transition } from "@florin/core/transactions/Transaction"
import { type SearchTerms, TransactionStore } from "@florin/core/transactions/TransactionStore"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/**
 * The ports that a store package provides.
 *
 * @since 0.1.0
 * @category models
 */
export type StorePorts = UnitOfWork | TransactionStore | CardStore | JobStore | IdempotencyStore | NotificationStore

/**
 * A store that is empty whenever the layer is built.
 *
 * @since 0.1.0
 * @category models
 */
export type StoreLayer = Layer.Layer<StorePorts, unknown>

/**
 * A test on a store of its own.
 *
 * @since 0.1.0
 * @category models
 */
export type StoreTest = (name: string, test: () => Effect.Effect<void, unknown, StorePorts>) => void

/**
 * @since 0.1.0
 * @category constructors
 */
export const onFreshStore =
  (layer: StoreLayer): StoreTest =>
  (name, test) =>
    it.effect(name, () => Effect.provide(test(), layer))

/**
 * @since 0.1.0
 * @category samples
 */
export const shop = ShopId.make("shop-1")

/**
 * A merchant who must see nothing of `shop`.
 *
 * @since 0.1.0
 * @category samples
 */
export const otherShop = ShopId.make("shop-2")

/**
 * An instant far from the virtual clock's beginning, in milliseconds after it.
 *
 * @since 0.1.0
 * @category samples
 */
export const at = (offset: number): DateTime.Utc => DateTime.unsafeMake(1_800_000_000_000 + offset)

/**
 * Runs a unit of work.
 *
 * @since 0.1.0
 * @category operations
 */
export const run = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, UnitOfWork | Exclude<R, UnitOfWorkContext>> =>
  Effect.flatMap(UnitOfWork, (unit) => unit.run(work))

/**
 * Runs a host's statement in the present unit of work.
 *
 * @since 0.1.0
 * @category operations
 */
export const execute = (statement: string, ...parameters: ReadonlyArray<string | number>) =>
  Effect.flatMap(UnitOfWorkContext, (writing) => writing.execute(statement, parameters))

/**
 * The error of an effect that must fail with a `StorageError` of this reason.
 *
 * @since 0.1.0
 * @category assertions
 */
export const assertStorageError = <A, E, R>(
  reason: StorageError["reason"],
  effect: Effect.Effect<A, E, R>
): Effect.Effect<StorageError, A, R> =>
  Effect.map(Effect.flip(effect), (error) => {
    if (!(error instanceof StorageError)) return assert.fail(`expected a StorageError, not ${error}`)
    assert.strictEqual(error.reason, reason)
    return error
  })

/**
 * A successful payment of 10.00 EUR, changed as a test needs it.
 *
 * @since 0.1.0
 * @category samples
 */
export const transactionWith = (changes: Partial<Transaction> = {}): Effect.Effect<Transaction> =>
  Effect.map(
    transactionUid,
    (uid): Transaction => ({
      shop,
      uid,
      type: "payment",
      status: "successful",
      reason: null,
      amount: Amount.make(1000),
      currency: Currency.make("EUR"),
      test: true,
      language: "en",
      details: {},
      recurringType: null,
      routing: "skipped",
      gatewayId: 1,
      acquirerKey: AcquirerKey.make(uid),
      report: null,
      createdAt: at(0),
      updatedAt: at(0),
      paidAt: null,
      expiredAt: null,
      closedAt: null,
      settledAt: null,
      manuallyCorrectedAt: null,
      version: 1,
      ...changes
    })
  )

/**
 * The history line of a transaction's present version.
 *
 * @since 0.1.0
 * @category samples
 */
export const transitionOf = (
  { status, updatedAt, version }: Transaction,
  detail: string | null = null
): Transition => ({
  version,
  at: updatedAt,
  trigger: `step-${version}`,
  from: "pending",
  to: status,
  detail
})

/**
 * Commits a new transaction.
 *
 * @since 0.1.0
 * @category operations
 */
export const insertTransaction = Effect.fnUntraced(function* (
  changes: Partial<Transaction> = {},
  terms: Partial<SearchTerms> = {}
) {
  const transaction = yield* transactionWith(changes)
  yield* run(addTransaction(transaction, terms))
  return transaction
})

/**
 * Adds a transaction in the present unit of work.
 *
 * @since 0.1.0
 * @category operations
 */
export const addTransaction = (
  transaction: Transaction,
  terms: Partial<SearchTerms> = {}
): Effect.Effect<void, StorageError, TransactionStore | UnitOfWorkContext> =>
  Effect.flatMap(TransactionStore, (store) =>
    store.insert(transaction, { fingerprint: "print", trackingIds: [], ...terms }, transitionOf(transaction))
  )

/**
 * Whether a reader finds the transaction.
 *
 * @since 0.1.0
 * @category operations
 */
export const isCommitted = ({ shop, uid }: Transaction): Effect.Effect<boolean, StorageError, TransactionStore> =>
  Effect.flatMap(TransactionStore, (store) => Effect.map(store.find(shop, uid), (found) => found._tag === "Some"))

/**
 * A saved card, changed as a test needs it.
 *
 * @since 0.1.0
 * @category samples
 */
export const cardWith = (changes: Partial<SavedCard> = {}): Effect.Effect<SavedCard> =>
  Effect.map(cardToken, (token) => ({
    shop,
    token,
    stamp: CardStamp.make("5".repeat(64)),
    number: { keyId: "key-1", sealed: `sealed ${token}` },
    facts: { brand: "visa", first1: "4", last4: "1111", bin: "411111", bin8: "41111111" },
    holder: "A Holder",
    expMonth: 12,
    expYear: 2031,
    contracts: [],
    createdAt: at(0),
    ...changes
  }))

/**
 * A waiting notification, changed as a test needs it.
 *
 * @since 0.1.0
 * @category samples
 */
export const notificationWith = (changes: Partial<Notification> = {}): Effect.Effect<Notification> =>
  Effect.zipWith(notificationId, transactionUid, (id, uid) => ({
    shop,
    id,
    uid,
    sequence: 1,
    url: "https://merchant.example/hook",
    body: '{"transaction":{}}',
    status: "waiting",
    attempts: 0,
    lastResult: null,
    createdAt: at(0),
    updatedAt: at(0),
    ...changes
  }))
