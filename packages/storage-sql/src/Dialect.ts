/**
 * What differs between the databases that share our SQL.
 *
 * @since 0.1.0
 */
import type { Reason } from "@florin/core/store/StorageError"
import * as Context from "effect/Context"

/**
 * Why a statement failed, without any value that stood in it: `detail` is a driver's code or a constraint's name.
 *
 * @since 0.1.0
 * @category models
 */
export interface Fault {
  readonly reason: Reason
  readonly detail?: string
}

/**
 * What a database says in its own way. Statements are written with `?`; integers are `BIGINT`, instants milliseconds of
 * the epoch.
 *
 * @since 0.1.0
 * @category models
 */
export interface Dialect {
  readonly name: string
  /** Begins a transaction that may write. */
  readonly begin: string
  /** Rewrites `?` to what the driver takes. */
  readonly placeholders: (statement: string) => string
  /** Appended to a query whose rows are held until the transaction ends. */
  readonly forUpdate: string
  /** As `forUpdate`, but rows that others hold are left out. */
  readonly skipLocked: string
  /** Holds a name until the transaction ends; not needed where a transaction that writes is alone. */
  readonly lock: string | undefined
  /** Takes what the driver threw. */
  readonly classify: (cause: unknown) => Fault
}

/**
 * The dialect of the database that is used.
 *
 * @since 0.1.0
 * @category services
 */
export class SqlDialect extends Context.Tag("@florin/storage-sql/SqlDialect")<SqlDialect, Dialect>() {}
