/** The differences between the databases that share our SQL. */
import type { Reason } from "@florin/core/store/StorageError"
import type { TableNames } from "./TableNames.js"

/** Why a statement failed, without the statement's values. `detail` is the driver's code or a constraint name. */
export interface Fault {
  readonly reason: Reason
  readonly detail?: string
  /** The driver's message, when it quotes no value. */
  readonly says?: string
}

/**
 * The database-specific parts of the shared statements. Shared statements use `?` placeholders, `BIGINT` integers
 * (instants as epoch milliseconds) and `ON CONFLICT`, and write `{transactions}` where that table stands.
 */
export interface Dialect {
  readonly name: string
  /** Begins a transaction that may write. */
  readonly begin: string
  /** Rewrites `?` to the driver's placeholders. Called once per statement text. */
  readonly placeholders: (statement: string) => string
  /** Locks a name until the transaction ends. Absent for a database with a single writer. */
  readonly lock?: string
  /** Locks the names in a JSON array, in its order. Present with `lock`. */
  readonly lockAll?: string
  /** A query suffix that locks the rows until the transaction ends. */
  readonly forUpdate: string
  /** Like `forUpdate`, but skips rows that another transaction has locked. */
  readonly skipLocked: string
  /**
   * Selects the columns of the jobs that `inner` finds for each row of `wanted`. `{id}` in `inner` is replaced by its
   * select list.
   */
  readonly lateral: (inner: string) => string
  /**
   * Runs first in a transaction that several operations share. It shortens the lock timeout, because a lock wait blocks
   * all of them. After a timeout, each operation is retried alone with the full `patience`.
   */
  readonly impatiently?: string
  /**
   * Runs before statements that change many rows at once, to force index lookups. Their cached plan lives as long as
   * the connection and may date from when the table was empty and a sequential scan was cheapest.
   */
  readonly byIndex?: string
  /** Returns the columns of a table by their `name`, each with the `place` (schema) of the table. No rows: no such table. */
  readonly columns: string
  /** Returns the indexes of a table by their `name`, with their `definition` where it is needed to make them anew. */
  readonly indexes: string
  /** Returns a row if a schema of that name exists. Absent in a database that has none. */
  readonly schemaExists?: string
  /**
   * Returns the `name` of tables that a session's search path would have found, were there not ones of Florin's in a schema
   * before them. Absent in a database without search paths.
   */
  readonly hidden?: string
  /** The statements that give a table and its indexes Florin's names. */
  readonly move: (moving: {
    readonly table: string
    /** The table's name as statements have it. */
    readonly from: string
    readonly place: string | null
    readonly indexes: ReadonlyArray<{ readonly name: string; readonly definition: string }>
    readonly names: TableNames
  }) => ReadonlyArray<string>
  /** The expansion of `{text}` in migrations: a text type with bytewise comparison. */
  readonly text: string
  /** The expansion of `{bytes}` in migrations: a type of byte strings. */
  readonly bytes: string
  /** The expression of a text within a column of JSON text: null where a step of the path is null. */
  readonly jsonText: (column: string, ...path: ReadonlyArray<string>) => string
  /** The expression of a text in the last object of a list within it that has a text: null where none has. */
  readonly jsonLast: (
    column: string,
    list: string,
    having: readonly [member: string, text: string],
    member: string
  ) => string
  /** Two statements after which the database refuses to change or remove a row of a table of Florin's. */
  readonly appendOnly: (table: string) => readonly [string, string]
  /** Classifies an error of the driver. */
  readonly classify: (error: unknown) => Fault
}
