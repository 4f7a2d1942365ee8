/** What a host writes in the commit that changes a payment. */
import { type Row, type SqlValue, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { type CommitListener, CommitListeners } from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { Database } from "./internal/database.js"
import { promiseOf, start } from "./internal/running.js"
import { OptionRefused } from "./options.js"

/** Statements of the host's that commit with the payment, or not at all. */
export interface CommitTransaction {
  /**
   * Runs a statement on the payment's database. Placeholders are `?` on both databases. On SQLite the statement has run
   * when this returns. One that fails takes the whole commit back, even where the host handles it.
   */
  readonly execute: (statement: string, parameters?: ReadonlyArray<SqlValue>) => Promise<ReadonlyArray<Row>>
}

/**
 * Called in each commit that changes a transaction. When it throws, the change is not committed, and due work tries
 * again. On PostgreSQL it may be asynchronous; on SQLite it may not wait: it calls `execute` and returns.
 */
export type OnCommit = (event: TransactionChange, transaction: CommitTransaction) => unknown

const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

const waits = new OptionRefused({
  option: "onCommit",
  expected: "must not wait on SQLite: call execute and return, without async and await"
})

const listenerOf =
  (onCommit: OnCommit, mayWait: boolean): CommitListener =>
  (event) =>
    Effect.gen(function* () {
      const { execute } = yield* UnitOfWorkContext
      const run = start(yield* Effect.runtime())
      const turn = Effect.unsafeMakeSemaphore(1).withPermits(1)
      const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
      const promises = new Set<unknown>()
      const returned = yield* Effect.sync(() =>
        onCommit(event, {
          execute: (statement, parameters = []) => {
            const fiber = run(turn(execute(statement, parameters)))
            const promise = promiseOf(fiber)
            // A failure is the commit's own; nothing is left to say where the host does not look at the promise.
            promise.catch(() => undefined)
            fibers.push(fiber)
            promises.add(promise)
            return promise
          }
        })
      )
      if (isPromise(returned) && !promises.has(returned)) {
        const ended = Promise.resolve(returned)
        if (!mayWait) {
          // What it still tries is refused, and nobody waits to hear of it.
          ended.catch(() => undefined)
          return yield* Effect.die(waits)
        }
        yield* Effect.promise(() => ended)
      }
      if (mayWait) yield* Fiber.awaitAll(fibers)
    })

const isAsync = (onCommit: OnCommit): boolean => Object.prototype.toString.call(onCommit) === "[object AsyncFunction]"

/**
 * The listener of a host without Effect.
 *
 * Errors: an `async` function on SQLite, which would fail at the first payment.
 */
export const layer = (onCommit: OnCommit | undefined, database: Database): Layer.Layer<never, OptionRefused> => {
  if (onCommit === undefined) return Layer.empty
  const mayWait = database._tag === "Postgres"
  return isAsync(onCommit) && !mayWait
    ? Layer.fail(waits)
    : Layer.succeed(CommitListeners, [listenerOf(onCommit, mayWait)])
}
