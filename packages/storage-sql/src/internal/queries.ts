import { StorageError } from "@florin/core/store/StorageError"
import { type Row, type SqlValue, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Effect from "effect/Effect"
import type { DatabaseService } from "../Database.js"
import { typed, whileBusy } from "./failure.js"
import * as Unit from "./unit.js"
import { all, one } from "./values.js"

type Rows<R = never> = Effect.Effect<ReadonlyArray<Row>, StorageError, R>

/** A row limit. With a bare parameter here, SQLite would replan the statement on every run. */
export const limit = "LIMIT (? + 0)"

/**
 * Like `limit`, unknown to PostgreSQL's planner: where it knows the limit it plans anew for each, which takes longer than
 * to read a page.
 */
export const pageLimit = "LIMIT (SELECT ? + 0)"

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
  ({ dialect, own, patience, read }: DatabaseService) =>
  (operation: string, statement: string, parameters: ReadonlyArray<SqlValue> = []): Rows =>
    read(own(statement), parameters).pipe(typed(dialect, operation), whileBusy(patience, everywhere))

/** A fixed query that sees committed data and, inside a unit of work, the unit's own writes. */
export const read =
  (database: DatabaseService) =>
  (operation: string, statement: string) =>
  (...parameters: ReadonlyArray<SqlValue>): Rows =>
    Unit.withCurrent(database, (unit) =>
      unit === undefined
        ? readCommitted(database)(operation, statement, parameters)
        : unit.query(operation, statement, parameters)
    )

/** A `read` of one record. */
export const finding =
  (database: DatabaseService) =>
  <A>(operation: string, statement: string, rowOf: (row: Row) => A) => {
    const [ask, decode] = [read(database)(operation, statement), one(operation, rowOf)]
    return (...parameters: ReadonlyArray<SqlValue>) => Effect.flatMap(ask(...parameters), decode)
  }

/** A `read` of a list of records. */
export const listing =
  (database: DatabaseService) =>
  <A>(operation: string, statement: string, rowOf: (row: Row) => A) => {
    const [ask, decode] = [read(database)(operation, statement), all(operation, rowOf)]
    return (...parameters: ReadonlyArray<SqlValue>) => Effect.flatMap(ask(...parameters), decode)
  }
