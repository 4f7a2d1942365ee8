/** Units of work: everything inside one commits together or not at all. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { StorageError } from "./StorageError.js"

/** A parameter of a statement. */
export type SqlValue = string | number | null | Uint8Array

/** A row as the driver returns it. */
export type Row = Readonly<Record<string, unknown>>

/**
 * The capability to write. A repository's write functions require it, and only `UnitOfWork.run` provides it: writing
 * outside a unit of work does not compile.
 *
 * A host may run its own statements with `execute`; they commit with Florin's. Placeholders are `?`.
 */
export class UnitOfWorkContext extends Context.Tag("@florin/core/UnitOfWorkContext")<
  UnitOfWorkContext,
  {
    readonly execute: (
      statement: string,
      parameters: ReadonlyArray<SqlValue>
    ) => Effect.Effect<ReadonlyArray<Row>, StorageError>
    /** Locks a name until the unit ends; other units that lock it wait. */
    readonly lock: (name: string) => Effect.Effect<void, StorageError>
    /** Runs only after the unit has committed. For hints such as waking a loop; must not fail. */
    readonly afterCommit: (hint: Effect.Effect<void>) => Effect.Effect<void>
  }
>() {}

/**
 * Runs units of work. A failure of the effect, or of any statement in it even if the effect handled it, rolls
 * everything back. An inner `run` joins the outer unit. Nothing inside may fork, sleep or wait for an external system.
 *
 * Errors: the effect's own, and `StorageError` when the store could not begin or commit.
 */
export class UnitOfWork extends Context.Tag("@florin/core/UnitOfWork")<
  UnitOfWork,
  {
    readonly run: <A, E, R>(
      work: Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | StorageError, Exclude<R, UnitOfWorkContext>>
  }
>() {}

/**
 * An operation that commits on its own, as every operation with an external call does, was called inside the host's
 * transaction: a rollback could undo its intent after the acquirer was called. Nothing was written or sent.
 *
 * Source: D43.
 */
export class NotInsideTransaction extends Schema.TaggedError<NotInsideTransaction>("@florin/core/NotInsideTransaction")(
  "NotInsideTransaction",
  { operation: Schema.String }
) {
  readonly code = "inside-transaction"

  override get message(): string {
    return `${this.operation} commits on its own and can't run inside a transaction; call it before or after`
  }
}
