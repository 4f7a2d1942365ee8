/** What differs between the databases that share our SQL. */
import type { Reason } from "@florin/core/store/StorageError"

/** Why a statement failed, without any value that stood in it: `detail` is a driver's code or a constraint's name. */
export interface Fault {
  readonly reason: Reason
  readonly detail?: string
  /** The driver's own message, where it quotes no value. */
  readonly says?: string
}

/**
 * A database's way of saying what the shared statements leave open. These are written with `?`, integers in `BIGINT`
 * (instants as milliseconds of the epoch), conflicts as `ON CONFLICT`.
 */
export interface Dialect {
  readonly name: string
  /** Begins a transaction that may write. */
  readonly begin: string
  /** Rewrites `?` to what the driver takes. Called once per statement text. */
  readonly placeholders: (statement: string) => string
  /** Locks a name until the transaction ends; absent where a transaction that writes is alone anyway. */
  readonly lock?: string
  /** Appended to a query: its rows are locked until the transaction ends. */
  readonly forUpdate: string
  /** As `forUpdate`, but rows that another transaction has locked are left out. */
  readonly skipLocked: string
  /**
   * Queries the columns of the jobs that `inner` finds for each row of `shares`; `{id}` in it stands for what such a
   * query selects.
   */
  readonly lateral: (inner: string) => string
  /**
   * Said at the beginning of a transaction that several operations share: none of them waits for a lock longer than a
   * moment, because the others wait with it. Each is then performed by itself, with all the patience there is.
   */
  readonly impatiently?: string
  /**
   * Said in a transaction before statements that change many rows at once: each row is looked up in an index. The plan
   * for them is kept as long as a connection, and may have been made when the table was empty and was read whole.
   */
  readonly byIndex?: string
  /** What stands for `{text}` in migrations: text that compares by its bytes. */
  readonly text: string
  /** Takes what a driver failed with or threw. */
  readonly classify: (error: unknown) => Fault
}
