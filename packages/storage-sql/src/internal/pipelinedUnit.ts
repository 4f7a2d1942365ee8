import { SqlError } from "@effect/sql/SqlError"
import type { StorageError } from "@florin/core/store/StorageError"
import type { SqlValue } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import type { BatchedStatements, BatchFailed, DatabaseService, HostConnection, Statement } from "../Database.js"
import { StepFailed, typed } from "./failure.js"
import * as Transaction from "./transaction.js"
import type { UnitStatements } from "./unit.js"

/** A queued statement, with the name of its operation. */
interface Step extends Statement {
  readonly operation: string
}

/** A transaction and its end. */
export interface Pipeline extends UnitStatements {
  readonly commit: Effect.Effect<void, StorageError>
  readonly rollback: Effect.Effect<void>
}

/** Parameters that a batch can carry unchanged. Without parameters, a text may hold several statements. */
const arePlain = (parameters: ReadonlyArray<unknown>): parameters is ReadonlyArray<SqlValue> =>
  parameters.length > 0 &&
  parameters.every((value) => value === null || typeof value !== "object" || value instanceof Uint8Array)

/**
 * A transaction with pipelined statements. `BEGIN` and statements without a needed result are queued until the next
 * statement that returns rows, or until `COMMIT`. A failure carries the operation of the failed statement, and the
 * statements after it were not executed.
 */
export const make = ({ dialect }: DatabaseService, connection: BatchedStatements): Pipeline => {
  const waiting: Array<Step> = [{ operation: "unit.begin", text: dialect.begin, parameters: [] }]
  let begun = false

  const add = (operation: string, text: string, parameters: ReadonlyArray<SqlValue>): void => {
    waiting.push({ operation, text, parameters })
  }

  const go = Effect.suspend(() => {
    const steps = waiting.splice(0)
    begun = true
    return Effect.mapError(
      connection.batch(steps),
      ({ at, error }: BatchFailed) => new StepFailed(steps[at]!.operation, error)
    )
  })

  // Sends BEGIN before COMMIT, so that the transaction's id is known. A loss before COMMIT leaves nothing in doubt.
  const beginFirst = Effect.suspend(() => {
    if (begun || connection.outcome === undefined) return Effect.void
    return Effect.tapError(typed(dialect, "unit.begin")(go), () => Transaction.rollback(connection))
  })

  /** Flushes the queue before a statement of another client, which runs alone. */
  const goAhead: Effect.Effect<unknown, SqlError> = Effect.suspend(() =>
    waiting.length === 0 ? Effect.void : Effect.mapError(go, (cause) => new SqlError({ cause }))
  )
  const { executeRaw, executeValues } = connection.connection
  const execute: HostConnection["execute"] = (text, parameters, transform) =>
    Effect.suspend(() => {
      if (waiting.length === 0 || !arePlain(parameters)) {
        return Effect.zipRight(goAhead, connection.connection.execute(text, parameters, transform))
      }
      add("host.execute", text, parameters)
      const rows = Effect.mapError(go, (cause) => new SqlError({ cause }))
      return transform === undefined ? rows : Effect.map(rows, transform)
    })
  const behind: HostConnection = {
    execute,
    executeUnprepared: execute,
    executeRaw: (...parameters) => Effect.zipRight(goAhead, executeRaw(...parameters)),
    executeValues: (...parameters) => Effect.zipRight(goAhead, executeValues(...parameters))
  }

  return {
    connection: behind,
    execute: (text, parameters, operation) =>
      Effect.suspend(() => {
        add(operation, text, parameters)
        return go
      }),
    tell: (text, parameters, operation) => Effect.sync(() => add(operation, text, parameters)),
    commit: Effect.suspend(() => {
      if (!begun && waiting.length === 1) return Effect.void
      const commit = Effect.suspend(() => {
        add("unit.commit", "COMMIT", [])
        return go
      })
      return Effect.zipRight(beginFirst, Transaction.committed(dialect, connection, commit))
    }),
    rollback: Effect.suspend(() => (begun ? Transaction.rollback(connection) : Effect.void))
  }
}
