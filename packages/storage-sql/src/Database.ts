/** A database as the repositories see it. */
import type { SqlClient } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
import type { SqlError } from "@effect/sql/SqlError"
import type { Compiler } from "@effect/sql/Statement"
import type { Row, SqlValue } from "@florin/core/store/UnitOfWork"
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Dialect } from "./Dialect.js"

/** A statement among others. */
export interface Statement {
  readonly text: string
  readonly parameters: ReadonlyArray<SqlValue>
  /** Takes each of its rows as soon as it is there. */
  readonly receive?: (row: Row) => void
}

/** A statement that was prepared once and runs to its end at once. Throws what the driver throws. */
export interface Prepared {
  /** Runs it and says how many rows it changed. */
  readonly run: (parameters: ReadonlyArray<SqlValue>) => number
  readonly all: (parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
}

/** Which of several statements failed, counted from none, and with what the driver throws. */
export class BatchFailed {
  constructor(
    readonly at: number,
    readonly error: unknown
  ) {}
}

/** What became of a transaction whose `COMMIT` was not answered. */
export type Outcome = "committed" | "aborted" | "unknown"

/** What is asked of a connection. */
export interface Statements {
  /** Runs a statement to its end; nothing interrupts it. Fails with what the driver throws: `classify` reads it. */
  readonly execute: (
    statement: string,
    parameters: ReadonlyArray<SqlValue>
  ) => Effect.Effect<ReadonlyArray<Row>, unknown>
  /** As `execute`, where a statement runs to its end at once; throws what the driver throws. */
  readonly now?: (statement: string, parameters: ReadonlyArray<SqlValue>) => ReadonlyArray<Row>
  /** The same session as `@effect/sql` speaks to it: every kind of parameter, the driver's own placeholders and rows. */
  readonly connection: Connection
  /** Prepares a statement, where one runs to its end at once. */
  readonly prepare?: (statement: string) => Prepared
  /**
   * Runs statements in order, up to the first that fails, in one round trip; the rows are the last one's. Absent where
   * there is no way to go.
   */
  readonly batch?: (statements: ReadonlyArray<Statement>) => Effect.Effect<ReadonlyArray<Row>, BatchFailed>
  /**
   * Finds out what became of a transaction after its connection was lost in the middle of `COMMIT`, which then has to
   * go by itself, after `BEGIN` was answered. Absent where that cannot be found out.
   */
  readonly outcome?: Effect.Effect<Outcome>
}

/** What a driver provides. */
export interface Driver {
  readonly dialect: Dialect
  /** A connection that is lent to this scope alone, as long as it is open. */
  readonly reserve: Effect.Effect<Statements, unknown, Scope.Scope>
  /** Runs a query on a connection that sees only what is committed. For what is hot: `client` costs ten times as much. */
  readonly read: Statements["execute"]
  /** Reads what is committed. */
  readonly client: SqlClient
  /** How templates of a client become statements. */
  readonly compiler: Compiler
  /** Runs a statement of the host's that belongs to no unit. Default: in a unit of its own. */
  readonly alone?: <A>(ask: (connection: Connection) => Effect.Effect<A, SqlError>) => Effect.Effect<A, SqlError>
  /** How long to wait for a database that another process has locked before the answer is `busy`. */
  readonly patience: Duration.Duration
}

/** A driver whose statements are rewritten once and then remembered. */
export class Database extends Context.Tag("@florin/storage-sql/Database")<
  Database,
  Driver & {
    /** The statement with the driver's placeholders. */
    readonly rewrite: (statement: string) => string
  }
>() {}

/**
 * How many rewritten statements are remembered. Ours are fixed and fewer; a host's beyond that are rewritten each time.
 */
export const rememberedStatements = 1000

export const make = (driver: Driver): Context.Tag.Service<Database> => {
  const rewritten = new Map<string, string>()
  const rewrite = (statement: string): string => {
    const known = rewritten.get(statement)
    if (known !== undefined) return known
    const text = driver.dialect.placeholders(statement)
    if (rewritten.size < rememberedStatements) rewritten.set(statement, text)
    return text
  }
  return Database.of({ ...driver, rewrite })
}
