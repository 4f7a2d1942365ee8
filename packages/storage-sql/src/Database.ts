/** The database interface that the repositories use. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Compiler, Fragment } from "@effect/sql/Statement"
import { remembered } from "@florin/core/memory/Remembered"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Dialect } from "./Dialect.js"
import type { TableNames } from "./TableNames.js"

/** A statement of a batch. */
export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<SqlValue>
  /** Called with each row as it arrives. */
  readonly receive?: (row: Row) => void
}

/** A prepared statement that runs synchronously. Throws what the driver throws. */
export interface Prepared {
  /** Returns the number of changed rows. */
  readonly run: (parameters: ReadonlyArray<SqlValue>) => number
  readonly all: (parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
}

/** The zero-based index of the failed statement, and the driver's error. */
export class BatchFailed {
  constructor(
    readonly at: number,
    readonly error: unknown
  ) {}
}

/** The fate of a transaction whose `COMMIT` got no answer. */
export type Outcome = "committed" | "aborted" | "unknown"

/**
 * The log of a database whose commits now and then copy it into the database, which takes as long as there is much in
 * it. Both throw what the driver throws.
 */
export interface Log {
  /** Commits, and leaves the log as it is. */
  readonly commit: () => void
  readonly copy: () => void
}

/** The operations of a connection. */
export interface Statements {
  /** Runs a statement, uninterruptibly. Fails with what the driver throws; `Dialect.classify` interprets it. */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<SqlValue>
  ) => Effect.Effect<ReadonlyArray<Row>, unknown>
  /** The same session as an `@effect/sql` connection, with the driver's parameters, placeholders and rows. */
  readonly connection: Connection
}

/** Those of a synchronous driver, which answers each statement at once. */
export interface ImmediateStatements extends Statements {
  /** Like `execute`. Throws what the driver throws. */
  readonly now: (statement: string, parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
  readonly prepare: (statement: string) => Prepared
  /** Absent where the database has none. */
  readonly log?: Log
}

/** Those of a server, to which several statements go in one round trip. */
export interface BatchedStatements extends Statements {
  /** Runs statements in order, stops at the first failure, and returns the rows of the last statement. */
  readonly batch: (statements: ReadonlyArray<Statement>) => Effect.Effect<ReadonlyArray<Row>, BatchFailed>
  /**
   * Determines whether a transaction committed after its connection was lost during `COMMIT`. It requires that `COMMIT`
   * was sent alone, after `BEGIN` was answered. Absent when the database can't tell.
   */
  readonly outcome?: Effect.Effect<Outcome>
}

/** The interface of a database driver. */
export interface Driver {
  readonly dialect: Dialect
  readonly names: TableNames
  /** Reserves a connection for the scope. */
  readonly reserve: Effect.Effect<ImmediateStatements | BatchedStatements, unknown, Scope.Scope>
  /** Runs a query that sees only committed data. For hot paths: `client` costs ten times as much. */
  readonly read: Statements["execute"]
  /** Reads committed data. */
  readonly client: SqlClient
  /** Compiles the client's templates. */
  readonly compiler: Compiler
  /** Runs a host's statement outside any unit of work. Default: in its own unit of work. */
  readonly alone?: <A>(ask: (connection: Connection) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>
  /** How long to wait for a database locked by another process before failing with `busy`. */
  readonly patience: Duration.Duration
}

/** A driver with a cache of rewritten statements. */
export interface DatabaseService extends Driver {
  /** A host's statement with the driver's placeholders. */
  readonly rewrite: (statement: string) => string
  /** A statement of Florin's own, with its tables' names and the driver's placeholders. */
  readonly own: (statement: string) => string
  /** The name of a table of Florin's, for a template. */
  readonly table: (name: string) => Fragment
}

export class Database extends Context.Tag("@florin/storage-sql/Database")<Database, DatabaseService>() {}

/**
 * The size of the cache of a host's rewritten statements: beyond the limit the oldest is forgotten. Florin's own
 * statements are fixed, and kept apart.
 */
export const rememberedStatements = 1000

export const make = (driver: Driver): DatabaseService => {
  const { client, dialect, names } = driver
  return Database.of({
    ...driver,
    rewrite: remembered(dialect.placeholders, rememberedStatements),
    own: remembered((statement) => dialect.placeholders(names.render(statement)), Number.POSITIVE_INFINITY),
    table: (name) => client.literal(names.of(name))
  })
}
