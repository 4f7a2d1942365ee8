import { StorageError } from "@florin/core/store/StorageError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database, Statements } from "../Database.js"
import type { Dialect } from "../Dialect.js"
import { type Restore, whileBusy } from "./busy.js"
import { typed } from "./failure.js"

type DatabaseService = Context.Tag.Service<Database>

/** Begins a transaction; only the pauses in which a busy database is waited for can be interrupted. */
export const begin = (
  { dialect, patience }: DatabaseService,
  connection: Statements,
  restore: Restore
): Effect.Effect<void, StorageError> =>
  connection.execute(dialect.begin, []).pipe(typed(dialect, "unit.begin"), whileBusy(patience, restore), Effect.asVoid)

/** Gives a transaction up. When that fails too, the database has already done it. */
export const rollback = (connection: Statements): Effect.Effect<void> =>
  Effect.ignore(Effect.sandbox(connection.execute("ROLLBACK", [])))

// When the connection was lost in the middle of a COMMIT, nobody here can know whether it was carried out.
const lostWhileCommitting = (error: StorageError): StorageError =>
  error.reason === "unavailable" ? new StorageError({ ...error, reason: "unknown-outcome" }) : error

/** What a `COMMIT` comes to; when it failed, no transaction is left open. */
export const committed = (
  dialect: Dialect,
  connection: Statements,
  commit: Effect.Effect<unknown, unknown>
): Effect.Effect<void, StorageError> =>
  commit.pipe(
    typed(dialect, "unit.commit"),
    Effect.mapError(lostWhileCommitting),
    Effect.tapError(() => rollback(connection)),
    Effect.asVoid
  )

/** Commits. */
export const commit = ({ dialect }: DatabaseService, connection: Statements): Effect.Effect<void, StorageError> =>
  committed(dialect, connection, connection.execute("COMMIT", []))
