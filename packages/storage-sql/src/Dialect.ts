/** The differences between the databases that share our SQL. */
import type { Reason } from "@florin/core/store/StorageError"

/** Why a statement failed, without the statement's values. `detail` is the driver's code or a constraint name. */
export interface Fault {
  readonly reason: Reason
  readonly detail?: string
  /** The driver's message, when it quotes no value. */
  readonly says?: string
}

/**
 * The database-specific parts of the shared statements. Shared statements use `?` placeholders, `BIGINT` integers
 * (instants as epoch milliseconds) and `ON CONFLICT`.
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
  /** Returns a row if a table of that name exists. */
  readonly tableExists: string
  /** The expansion of `{text}` in migrations: a text type with bytewise comparison. */
  readonly text: string
  /** The expansion of `{bytes}` in migrations: a type of byte strings. */
  readonly bytes: string
  /** Classifies an error of the driver. */
  readonly classify: (error: unknown) => Fault
}
