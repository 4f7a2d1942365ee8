import { StorageError } from "@florin/core/store/StorageError"
import * as Effect from "effect/Effect"
import type { BatchedStatements, DatabaseService, Outcome, Statements } from "../Database.js"
import type { Dialect } from "../Dialect.js"
import { type Restore, typed, whileBusy } from "./failure.js"

/** Begins a transaction. Only the pauses between retries on a busy database are interruptible. */
export const begin = (
  { dialect, patience }: DatabaseService,
  connection: Statements,
  restore: Restore
): Effect.Effect<void, StorageError> =>
  connection.execute(dialect.begin, []).pipe(typed(dialect, "unit.begin"), whileBusy(patience, restore), Effect.asVoid)

/** Rolls back. Ignores a failure: the database has then already rolled back. */
export const rollback = (connection: Statements): Effect.Effect<void> =>
  Effect.ignore(Effect.sandbox(connection.execute("ROLLBACK", [])))

// After the connection is lost during COMMIT, only the database knows whether it took effect.
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

type Committing = Statements & Pick<BatchedStatements, "outcome">

const askWhenLost =
  ({ outcome = Effect.succeed<Outcome>("unknown") }: Committing) =>
  (error: StorageError): Effect.Effect<void, StorageError> =>
    error.reason === "unavailable" ? Effect.flatMap(outcome, (_) => settled(error, _)) : Effect.fail(error)

/** Runs a `COMMIT` and resolves its outcome if the connection is lost. A failure leaves no open transaction. */
export const committed = (
  dialect: Dialect,
  connection: Committing,
  commit: Effect.Effect<unknown, unknown>
): Effect.Effect<void, StorageError> =>
  Effect.asVoid(commit).pipe(
    typed(dialect, "unit.commit"),
    Effect.catchAll(askWhenLost(connection)),
    Effect.tapError(() => rollback(connection))
  )

export const commit = ({ dialect }: DatabaseService, connection: Statements): Effect.Effect<void, StorageError> =>
  committed(dialect, connection, connection.execute("COMMIT", []))
