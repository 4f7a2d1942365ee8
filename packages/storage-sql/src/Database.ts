/** The database interface that the repositories use. */
import type { Connection } from "@effect/sql/SqlConnection"
import { memoized } from "@florin/core/memory/Memoized"
import type { Row, SqlValue, UnitOfWork } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Dialect } from "./Dialect.js"
import type { LentClient } from "./LentClient.js"
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

/** A connection of `@effect/sql`, but for its streams: those are of the rows that it has given. */
export type HostConnection = Omit<Connection, "executeStream">

/** The operations of a connection. */
export interface Statements {
  /** Runs a statement, uninterruptibly. Fails with what the driver throws; `Dialect.classify` interprets it. */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<SqlValue>
  ) => Effect.Effect<ReadonlyArray<Row>, unknown>
  /** The same session for a host's statements, with the driver's parameters, placeholders and rows. */
  readonly connection: HostConnection
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

/** What clients of `@effect/sql` have of a database: a host's own, and the one that the store lends. */
export interface HostClients {
  /** What makes a host's clients join a unit of work, by its connection. */
  readonly joining: (connection: HostConnection) => Context.Context<never>
  /** A client for what runs in a unit of work and has none. */
  readonly own: Context.Context<never>
  readonly lend: Effect.Effect<LentClient["Type"], never, Database | UnitOfWork>
}

/** The interface of a database driver. */
export interface Driver {
  readonly dialect: Dialect
  readonly names: TableNames
  /** Reserves a connection for the scope. */
  readonly reserve: Effect.Effect<ImmediateStatements | BatchedStatements, unknown, Scope.Scope>
  /** Runs a query that sees only committed data. */
  readonly read: Statements["execute"]
  /** Absent where no host has such a client: what they need takes longer to load than all that the store needs. */
  readonly clients?: HostClients | undefined
  /** How long to wait for a database locked by another process before failing with `busy`. */
  readonly patience: Duration.Duration
}

/** A driver with a cache of rewritten statements. */
export interface DatabaseService extends Driver {
  /** A host's statement with the driver's placeholders. */
  readonly rewrite: (statement: string) => string
  /** A statement of Florin's own, with its tables' names and the driver's placeholders. */
  readonly own: (statement: string) => string
}

export class Database extends Context.Tag("@florin/storage-sql/Database")<Database, DatabaseService>() {}

/**
 * The size of the cache of a host's rewritten statements: beyond the limit the oldest is forgotten. Florin's own
 * statements are fixed, and kept apart.
 */
export const rememberedStatements = 1000

export const make = (driver: Driver): DatabaseService => {
  const { dialect, names } = driver
  return Database.of({
    ...driver,
    rewrite: memoized(dialect.placeholders, rememberedStatements),
    own: memoized((statement) => dialect.placeholders(names.render(statement)), Number.POSITIVE_INFINITY)
  })
}

/** The client that a database lends which has something for clients. */
export const lent: Effect.Effect<LentClient["Type"], never, Database | UnitOfWork> = Effect.flatMap(
  Database,
  ({ clients }) => clients?.lend ?? Effect.dieMessage("The database was opened without clients")
)
