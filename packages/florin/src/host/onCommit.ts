/** A host's writes in the commit that changes a payment. */
import type { SqlError } from "@effect/sql/SqlError"
import type { CheckoutChange } from "@florin/core/checkouts/CheckoutChange"
import { CheckoutListeners } from "@florin/core/checkouts/CheckoutListeners"
import type { EntitlementChange } from "@florin/core/entitlements/EntitlementChange"
import { EntitlementListeners } from "@florin/core/entitlements/EntitlementListeners"
import type { StorageError } from "@florin/core/store/StorageError"
import { type Row, type SqlValue, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import type { SubscriptionChange } from "@florin/core/subscriptions/SubscriptionChange"
import { SubscriptionListeners } from "@florin/core/subscriptions/SubscriptionListeners"
import { CommitListeners } from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import { UnitConnection } from "@florin/storage-sql/UnitConnection"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { withHostLines } from "./hostLines.js"
import {
  type CompiledQuery,
  compiledOf,
  type DrizzleQuery,
  type HostQuery,
  type KnexQuery,
  type KyselyQuery
} from "./hostQuery.js"
import { outside, within } from "./hostTransaction.js"
import { OptionRefused } from "./options.js"
import { promiseOf, start } from "./promises.js"

/** Host statements that commit atomically with the payment. */
export interface CommitTransaction {
  /**
   * Runs a statement on the payment's database and resolves with its rows. Placeholders are `?` on both databases, and what
   * is undefined is NULL. On SQLite the statement has run when this returns. A failed statement rolls back the whole commit,
   * even if the host handles the failure.
   */
  readonly execute: (statement: string, parameters?: ReadonlyArray<SqlValue | undefined>) => Promise<ReadonlyArray<Row>>
  /**
   * Runs a query that the host has built with Kysely, Drizzle or Knex, as `execute` runs a statement. The builder must
   * write for the payment's database; it needs no connection of its own. Plugins that change results don't apply.
   */
  readonly run: {
    <One>(query: KyselyQuery<One>): Promise<ReadonlyArray<One>>
    (query: CompiledQuery | DrizzleQuery | KnexQuery): Promise<ReadonlyArray<Row>>
  }
}

/**
 * Called in each commit that changes a transaction. If it throws or rejects, the change rolls back and due work retries it.
 * It may be asynchronous. On SQLite, where every payment shares the one writer, it may wait for its transaction only, and
 * for nothing else: no timer, file, network or operation of Florin.
 */
export type OnCommit = (event: TransactionChange, transaction: CommitTransaction) => unknown

/** The same in each commit that changes a checkout: the order that waits to be paid on our page. Source: D52. */
export type OnCheckoutCommit = (event: CheckoutChange, transaction: CommitTransaction) => unknown

/**
 * The same in each commit that changes a subscription: begun, paid, failed, paused, cancelled, another plan or card. Its
 * charges are transactions, too. Source: D66.
 */
export type OnSubscriptionCommit = (event: SubscriptionChange, transaction: CommitTransaction) => unknown

/** The same in each commit that changes what a customer may use by their subscriptions. Source: D66. */
export type OnEntitlementsCommit = (event: EntitlementChange, transaction: CommitTransaction) => unknown

/** Each by its name. A commit that changes several calls them in this order. */
export interface OnCommits {
  /** A transaction has changed, by card or by transfer. */
  readonly transaction?: OnCommit
  /** A checkout was created, or has a new state. */
  readonly checkout?: OnCheckoutCommit
  /** A subscription was begun, paid, changed or ended. */
  readonly subscription?: OnSubscriptionCommit
  /** A customer may use something else than before. */
  readonly entitlements?: OnEntitlementsCommit
}

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  ((typeof value === "object" && value !== null) || typeof value === "function") &&
  "then" in value &&
  typeof value.then === "function"

const late = () =>
  new OptionRefused({
    option: "onCommit",
    expected: "must not use its transaction after it has ended: return, or await, every promise of execute and run"
  })

/** What a statement's promise rejects with. */
const hostErrorOf = (error: StorageError): StorageError | OptionRefused =>
  error.detail === "unit-ended" ? late() : error

const nullOf = (parameter: SqlValue | undefined): SqlValue => parameter ?? null

/** Runs statements one after another, each when the one before it has ended. */
const transactionOf = (
  run: (statement: Effect.Effect<ReadonlyArray<Row>, StorageError>) => Promise<ReadonlyArray<Row>>
) =>
  Effect.gen(function* () {
    const { execute } = yield* UnitOfWorkContext
    const connection = yield* UnitConnection
    // After a failed statement every other one is refused with what the first one failed by.
    const failure = execute("SELECT 1", [])
    const transaction: CommitTransaction = {
      execute: (statement, parameters = []) => run(execute(statement, parameters.map(nullOf))),
      run: (query: HostQuery) => {
        const { parameters, sql } = compiledOf(query)
        const rows = connection.execute(sql, parameters, undefined) as Effect.Effect<ReadonlyArray<Row>, SqlError>
        return run(Effect.catchAll(rows, () => failure)) as Promise<ReadonlyArray<never>>
      }
    }
    return transaction
  }) as Effect.Effect<CommitTransaction, never, UnitOfWorkContext>

const listenerOf =
  <Event>(onCommit: (event: Event, transaction: CommitTransaction) => unknown) =>
  (event: Event): Effect.Effect<unknown, unknown, UnitOfWorkContext> =>
    Effect.gen(function* () {
      const run = start(yield* Effect.runtime())
      const turn = Effect.unsafeMakeSemaphore(1).withPermits(1)
      const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
      const transaction = yield* transactionOf((statement) => {
        const fiber = outside(() => run(turn(Effect.mapError(statement, hostErrorOf))))
        const promise = promiseOf(fiber)
        // The failure already fails the commit, so an unobserved promise must not be reported as unhandled.
        promise.catch(() => undefined)
        fibers.push(fiber)
        return promise
      })
      const returned = yield* Effect.try({
        try: () => within(() => onCommit(event, transaction)),
        catch: withHostLines
      })
      if (isPromise(returned)) yield* Effect.tryPromise({ try: () => Promise.resolve(returned), catch: withHostLines })
      yield* Fiber.awaitAll(fibers)
    })

/** The listeners of a host without Effect. */
export const layer = (onCommit: OnCommit | OnCommits | undefined): Layer.Layer<never> => {
  const { checkout, entitlements, subscription, transaction }: OnCommits =
    typeof onCommit === "function" ? { transaction: onCommit } : (onCommit ?? {})
  return Layer.mergeAll(
    transaction === undefined ? Layer.empty : Layer.succeed(CommitListeners, [listenerOf(transaction)]),
    checkout === undefined ? Layer.empty : Layer.succeed(CheckoutListeners, [listenerOf(checkout)]),
    subscription === undefined ? Layer.empty : Layer.succeed(SubscriptionListeners, [listenerOf(subscription)]),
    entitlements === undefined ? Layer.empty : Layer.succeed(EntitlementListeners, [listenerOf(entitlements)])
  )
}
