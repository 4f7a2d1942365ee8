import { StorageError } from "@florin/core/store/StorageError"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database, Outcome, Statements } from "../Database.js"
import type { Dialect } from "../Dialect.js"
import { type Restore, typed, whileBusy } from "./failure.js"

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

// When the connection was lost in the middle of a COMMIT, only the database can tell whether it was carried out.
const settled = (error: StorageError, outcome: Outcome): Effect.Effect<void, StorageError> => {
  switch (outcome) {
    case "committed":
      return Effect.void
    case "aborted":
      return Effect.fail(error)
    case "unknown":
      return Effect.fail(new StorageError({ ...error, reason: "unknown-outcome" }))
  }
}

const askWhenLost =
  ({ outcome = Effect.succeed<Outcome>("unknown") }: Statements) =>
  (error: StorageError): Effect.Effect<void, StorageError> =>
    error.reason === "unavailable" ? Effect.flatMap(outcome, (_) => settled(error, _)) : Effect.fail(error)

/** What a `COMMIT` comes to; when it failed, no transaction is left open. */
export const committed = (
  dialect: Dialect,
  connection: Statements,
  commit: Effect.Effect<unknown, unknown>
): Effect.Effect<void, StorageError> =>
  Effect.asVoid(commit).pipe(
    typed(dialect, "unit.commit"),
    Effect.catchAll(askWhenLost(connection)),
    Effect.tapError(() => rollback(connection))
  )

/** Commits. */
export const commit = ({ dialect }: DatabaseService, connection: Statements): Effect.Effect<void, StorageError> =>
  committed(dialect, connection, connection.execute("COMMIT", []))
