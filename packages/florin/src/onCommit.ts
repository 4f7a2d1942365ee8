/** A host's writes in the commit that changes a payment. */
import { type Row, type SqlValue, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import { type CommitListener, CommitListeners } from "@florin/core/transactions/CommitListeners"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import type { Database } from "./internal/database.js"
import { promiseOf, start } from "./internal/running.js"
import { OptionRefused } from "./options.js"

/** Host statements that commit atomically with the payment. */
export interface CommitTransaction {
  /**
   * Runs a statement on the payment's database. Placeholders are `?` on both databases. On SQLite the statement has run
   * when this returns. A failed statement rolls back the whole commit, even if the host handles the failure.
   */
  readonly execute: (statement: string, parameters?: ReadonlyArray<SqlValue>) => Promise<ReadonlyArray<Row>>
}

/**
 * Called in each commit that changes a transaction. If it throws, the change rolls back and due work retries it. On
 * PostgreSQL it may be asynchronous; on SQLite it must be synchronous: call `execute` and return.
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
            // The failure already fails the commit, so an unobserved promise must not be reported as unhandled.
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
          // Its remaining statements are refused, and their rejections are not observed.
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
 * Errors: `OptionRefused` for an `async` function on SQLite, which would fail at the first payment.
 */
export const layer = (onCommit: OnCommit | undefined, database: Database): Layer.Layer<never, OptionRefused> => {
  if (onCommit === undefined) return Layer.empty
  const mayWait = database._tag === "Postgres"
  return isAsync(onCommit) && !mayWait
    ? Layer.fail(waits)
    : Layer.succeed(CommitListeners, [listenerOf(onCommit, mayWait)])
}
