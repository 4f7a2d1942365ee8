/** What the store suites share: a fresh store for every test, and rows to put into it. */
import type { CardStore, SavedCard } from "@florin/core/cards/CardStore"
import type { CardTransaction } from "@florin/core/cards/CardTransaction"
import { type CheckoutListener, CheckoutListeners } from "@florin/core/checkouts/CheckoutListeners"
import type { CheckoutStore } from "@florin/core/checkouts/CheckoutStore"
import { CommitStore, commit, type Decision, decided, Stale } from "@florin/core/commits/Commit"
import type { ReadOf, Reads } from "@florin/core/commits/Reads"
import type { SearchTerms, Write } from "@florin/core/commits/Write"
import type { CustomerStore } from "@florin/core/customers/CustomerStore"
import { type EntitlementListener, EntitlementListeners } from "@florin/core/entitlements/EntitlementListeners"
import type { EntitlementStore } from "@florin/core/entitlements/EntitlementStore"
import {
  AcquirerKey,
  CardStamp,
  newCardToken,
  newNotificationId,
  newTransactionUid,
  ShopId
} from "@florin/core/ids/Ids"
import type { JobStore } from "@florin/core/jobs/Job"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import type { Notification, NotificationStore } from "@florin/core/notifications/Notification"
import type { OperatorStore } from "@florin/core/operator/OperatorStore"
import type { ApprovalStore, AuditStore, PersonStore } from "@florin/core/people/PersonStore"
import type { PlanStore } from "@florin/core/plans/PlanStore"
import type { ProductStore } from "@florin/core/products/ProductStore"
import { FaultPoints } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import { type SqlValue, UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { BillStore } from "@florin/core/subscriptions/BillStore"
import { type SubscriptionListener, SubscriptionListeners } from "@florin/core/subscriptions/SubscriptionListeners"
import type { SubscriptionStore } from "@florin/core/subscriptions/SubscriptionStore"
import type { Transition } from "@florin/core/transaction-base/TransactionBase"
import { type CommitListener, CommitListeners } from "@florin/core/transactions/CommitListeners"
import type { Transaction } from "@florin/core/transactions/Transaction"
import { TransactionStore } from "@florin/core/transactions/TransactionStore"
import type { DocumentStore, StoredDocument } from "@florin/core/transfers/DocumentStore"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestContext from "effect/TestContext"
import * as assert from "../internal/assert.js"
import { declareTest, type Runner } from "../Runner.js"

/** The ports that a store package provides. */
export type StorePorts =
  | CommitStore
  | UnitOfWork
  | TransactionStore
  | CardStore
  | JobStore
  | NotificationStore
  | DocumentStore
  | OperatorStore
  | PlanStore
  | CustomerStore
  | EntitlementStore
  | SubscriptionStore
  | BillStore
  | CheckoutStore
  | ProductStore
  | PersonStore
  | AuditStore
  | ApprovalStore

/** A store that is empty whenever the layer is built. */
export type StoreLayer = Layer.Layer<StorePorts, unknown>

/** What else a store is built with: the host's listeners, and what is told of fault points. */
export interface Surroundings {
  readonly listeners?: ReadonlyArray<CommitListener>
  readonly checkoutListeners?: ReadonlyArray<CheckoutListener>
  readonly subscriptionListeners?: ReadonlyArray<SubscriptionListener>
  readonly entitlementListeners?: ReadonlyArray<EntitlementListener>
  readonly reached?: FaultPoints["Type"]
}

/** A test on a store of its own. */
export type StoreTest = (
  name: string,
  test: () => Effect.Effect<void, unknown, StorePorts>,
  surroundings?: Surroundings
) => void

/** A store that is built with listeners and fault points. */
export const within = <A, E, R>(
  layer: Layer.Layer<A, E, R>,
  {
    checkoutListeners = [],
    entitlementListeners = [],
    listeners = [],
    reached,
    subscriptionListeners = []
  }: Surroundings
): Layer.Layer<A, E, R> =>
  Layer.provide(
    layer,
    Layer.mergeAll(
      Layer.succeed(CommitListeners, listeners),
      Layer.succeed(CheckoutListeners, checkoutListeners),
      Layer.succeed(SubscriptionListeners, subscriptionListeners),
      Layer.succeed(EntitlementListeners, entitlementListeners),
      Layer.succeed(FaultPoints, reached)
    )
  )

export const onFreshStore =
  (runner: Runner, layer: StoreLayer): StoreTest =>
  (name, test, surroundings = {}) => {
    const tested = Effect.provide(Effect.suspend(test), within(layer, surroundings))
    declareTest(runner, name, Effect.provide(tested, TestContext.TestContext))
  }

export const shop = ShopId.make("shop-1")

/** A merchant that must see nothing of `shop`. */
export const otherShop = ShopId.make("shop-2")

/** An instant far from the virtual clock's beginning, in milliseconds after it. */
export const at = (offset: number): DateTime.Utc => DateTime.unsafeMake(1_800_000_000_000 + offset)

/** As `at`, in milliseconds of the epoch. */
export const millis = (offset: number): number => DateTime.toEpochMillis(at(offset))

/** Performs an operation. */
export const perform = <Facts extends object, Answer, Refusal = never>(
  load: Reads<Facts>,
  decide: (facts: Facts) => Decision<Answer, Refusal>
): Effect.Effect<Answer, Refusal | Stale | StorageError, CommitStore> =>
  Effect.flatMap(CommitStore, (store) => commit(store)({ name: "record", load, decide }))

/** Performs an operation that reads nothing. */
export const write = (...writes: ReadonlyArray<Write>): Effect.Effect<void, Stale | StorageError, CommitStore> =>
  perform({}, () => decided(writes, undefined))

/** What an operation finds. */
export const look = <A>(read: ReadOf<A>): Effect.Effect<A, Stale | StorageError, CommitStore> =>
  perform<{ readonly found: A }, A>({ found: read }, ({ found }) => decided([], found))

/** Effects that begin in the same turn of the loop. Operations among them come to the store together. */
export const atOnce = <A, E, R>(effects: Iterable<Effect.Effect<A, E, R>>): Effect.Effect<Array<A>, E, R> =>
  Effect.all(effects, { concurrency: "unbounded" })

/** Runs a unit of work. */
export const run = <A, E, R>(
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, UnitOfWork | Exclude<R, UnitOfWorkContext>> =>
  Effect.flatMap(UnitOfWork, (unit) => unit.run(work))

/** Runs a host's statement in the present unit of work. */
export const execute = (statement: string, ...parameters: ReadonlyArray<SqlValue>) =>
  Effect.flatMap(UnitOfWorkContext, (writing) => writing.execute(statement, parameters))

/** The error of an effect that must fail with a `StorageError` of this reason. */
export const assertStorageError = <A, E, R>(
  reason: StorageError["reason"],
  effect: Effect.Effect<A, E, R>
): Effect.Effect<StorageError, A, R> =>
  Effect.map(Effect.flip(effect), (error) => {
    if (!(error instanceof StorageError)) return assert.fail(`expected a StorageError, not ${error}`)
    assert.strictEqual(error.reason, reason)
    return error
  })

/** An effect must be refused because a row was not as it expected. */
export const assertStale = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<void, A, R> =>
  Effect.map(Effect.flip(effect), (error) => assert.instanceOf(error, Stale))

/** A successful payment of 10.00 EUR, changed as a test needs it. */
export const transactionWith = (changes: Partial<CardTransaction> = {}): Effect.Effect<CardTransaction> =>
  Effect.map(
    newTransactionUid,
    (uid): CardTransaction => ({
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

/** A pending `sbp_data` payment of 1,000 roubles, changed as a test needs it. */
export const transferWith = (changes: Partial<Transfer> = {}): Effect.Effect<Transfer> =>
  Effect.map(
    newTransactionUid,
    (uid): Transfer => ({
      shop,
      uid,
      type: "payment",
      method: "sbp_data",
      status: "pending",
      reason: null,
      amount: Amount.make(100_000),
      currency: Currency.make("RUB"),
      test: true,
      language: "ru",
      details: {},
      gatewayId: 1,
      acquirerKey: AcquirerKey.make(uid),
      report: null,
      order: null,
      payBy: null,
      evidence: [],
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

/** The history line of a transaction's present version. */
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

/** The writes of a new transaction. */
export const inserting = (transaction: Transaction, terms: Partial<SearchTerms> = {}): ReadonlyArray<Write> => [
  { _tag: "InsertTransaction", transaction, terms: { fingerprint: "print", trackingIds: [], ...terms } },
  { _tag: "AppendHistory", shop: transaction.shop, uid: transaction.uid, transition: transitionOf(transaction) }
]

/** The writes of a transaction's next version. */
export const replacing = (transaction: Transaction): ReadonlyArray<Write> => [
  { _tag: "ReplaceTransaction", transaction },
  { _tag: "AppendHistory", shop: transaction.shop, uid: transaction.uid, transition: transitionOf(transaction) }
]

/** Commits a new transaction. */
export const insertTransaction = Effect.fnUntraced(function* (
  changes: Partial<CardTransaction> = {},
  terms: Partial<SearchTerms> = {}
) {
  const transaction = yield* transactionWith(changes)
  yield* write(...inserting(transaction, terms))
  return transaction
})

/** Adds a transaction's row in the present unit of work, by a statement such as a host's. */
export const addTransaction = (_: Transaction): Effect.Effect<void, StorageError, UnitOfWorkContext> =>
  Effect.asVoid(
    execute(
      `INSERT INTO florin_transactions
      (shop_id, uid, type, status, amount, parent_uid, fingerprint, created_at, version, document)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[_.shop, _.uid, _.type, _.status, _.amount, _.parentUid ?? null, "print"],
      ...[DateTime.toEpochMillis(_.createdAt), _.version, JSON.stringify(_)]
    )
  )

/** Whether a reader finds the transaction. */
export const isCommitted = ({ shop, uid }: Transaction): Effect.Effect<boolean, StorageError, TransactionStore> =>
  Effect.flatMap(TransactionStore, (store) => Effect.map(store.find(shop, uid), (found) => found._tag === "Some"))

/** A saved card, changed as a test needs it. */
export const cardWith = (changes: Partial<SavedCard> = {}): Effect.Effect<SavedCard> =>
  Effect.map(newCardToken, (token) => ({
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

/** A proof's document of three bytes, changed as a test needs it. */
export const documentWith = (changes: Partial<StoredDocument> = {}): Effect.Effect<StoredDocument> =>
  Effect.map(newTransactionUid, (proof) => ({
    shop,
    proof,
    fileName: "receipt.pdf",
    size: 3,
    sealed: {
      keyId: "key-1",
      wrapped: `wrapped ${proof}`,
      content: Uint8Array.from({ length: 31 }, (_, index) => index)
    },
    createdAt: at(0),
    ...changes
  }))

/** A waiting notification, changed as a test needs it. */
export const notificationWith = (changes: Partial<Notification> = {}): Effect.Effect<Notification> =>
  Effect.zipWith(newNotificationId, newTransactionUid, (id, subject) => ({
    shop,
    id,
    subject,
    sequence: 1,
    url: "https://merchant.example/hook",
    body: '{"transaction":{}}',
    status: "waiting",
    attempts: 0,
    lastResult: null,
    tries: [],
    createdAt: at(0),
    updatedAt: at(0),
    ...changes
  }))

/** After whatever a test has done to it. */
export const storeWorks = Effect.gen(function* () {
  assert.isTrue(yield* isCommitted(yield* insertTransaction()), "a later operation commits")
})
