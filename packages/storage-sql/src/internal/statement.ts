import { type SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { StorageError } from "@florin/core/store/StorageError"
import { type Row, type SqlValue, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as ParseResult from "effect/ParseResult"
import type { Database } from "../Database.js"
import { failureOf, typed, whileBusy } from "./failure.js"
import * as Unit from "./unit.js"

type Rows<R = never> = Effect.Effect<ReadonlyArray<Row>, StorageError, R>

/** A row limit. With a bare parameter here, SQLite would replan the statement on every run. */
export const limit = "LIMIT (? + 0)"

/**
 * Like `limit`, unknown to PostgreSQL's planner: where it knows the limit it plans anew for each, which takes longer than
 * to read a page.
 */
export const pageLimit = "LIMIT (SELECT ? + 0)"

/** Like `limit`, in a template. */
export const atMost = (sql: SqlClient, rows: number) => sql`LIMIT (${rows} + 0)`

/** A fixed statement that runs in the current unit of work. */
export const write =
  (operation: string, statement: string) =>
  (...parameters: ReadonlyArray<SqlValue>): Rows<UnitOfWorkContext> =>
    Effect.flatMap(UnitOfWorkContext, (writing) => {
      const unit = Unit.of(writing)
      if (unit !== undefined) return unit.query(operation, statement, parameters)
      return Effect.mapError(
        writing.execute(statement, parameters),
        (error) => new StorageError({ ...error, operation })
      )
    })

/** Like `write`, for a statement without a needed result. Over a network it is sent with the next statement. */
export const tell = (operation: string, statement: string) => {
  const atOnce = write(operation, statement)
  return (...parameters: ReadonlyArray<SqlValue>): Effect.Effect<void, StorageError, UnitOfWorkContext> =>
    Effect.flatMap(UnitOfWorkContext, (writing) => {
      const unit = Unit.of(writing)
      return Effect.asVoid(unit === undefined ? atOnce(...parameters) : unit.tell(operation, statement, parameters))
    })
}

const everywhere = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => effect

/** A query that sees only committed data. */
export const readCommitted =
  ({ dialect, own, patience, read }: Context.Tag.Service<Database>) =>
  (operation: string, statement: string, parameters: ReadonlyArray<SqlValue> = []): Rows =>
    read(own(statement), parameters).pipe(typed(dialect, operation), whileBusy(patience, everywhere))

/** A fixed query that sees committed data and, inside a unit of work, the unit's own writes. */
export const read =
  (database: Context.Tag.Service<Database>) =>
  (operation: string, statement: string) =>
  (...parameters: ReadonlyArray<SqlValue>): Rows =>
    Unit.withCurrent(database, (unit) =>
      unit === undefined
        ? readCommitted(database)(operation, statement, parameters)
        : unit.query(operation, statement, parameters)
    )

/** Counts the rows of a table whose data key another key wraps. Two ranges, because `<>` can't use an index. */
export const counting = (database: Context.Tag.Service<Database>) => (table: string, operation: string) => {
  const ask = read(database)(operation, `SELECT COUNT(*) AS others FROM {${table}} WHERE (key_id < ? OR key_id > ?)`)
  return (keyId: string): Effect.Effect<number, StorageError> =>
    Effect.map(ask(keyId, keyId), ([row]) => Number(row?.others))
}

const apart = Context.omit(TransactionConnection)

const corrupt = (operation: string): StorageError => new StorageError({ operation, reason: "corrupt" })

/**
 * A query of the reading client. It sees committed data and, inside a unit of work, the unit's own writes. It doesn't
 * join a transaction that the host opened with its own client. Drops parse errors, because they quote their input.
 */
export const reading = (database: Context.Tag.Service<Database>) => {
  const { dialect, patience } = database
  const stored = (operation: string) => (error: SqlError | ParseResult.ParseError) =>
    error._tag === "ParseError" ? corrupt(operation) : failureOf(dialect, operation, Cause.fail(error))

  return (operation: string) =>
    <A>(query: Effect.Effect<A, SqlError | ParseResult.ParseError>): Effect.Effect<A, StorageError> =>
      Unit.withCurrent(database, (unit) => {
        if (unit !== undefined) return Effect.mapError(Effect.provide(query, unit.context), stored(operation))
        const alone = Effect.mapInputContext(query, (own: Context.Context<never>) => apart(own))
        // On interruption the client cancels whatever its session is running by then.
        return Effect.uninterruptible(Effect.mapError(alone, stored(operation))).pipe(whileBusy(patience, everywhere))
      })
}
