import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import type { Database, Statements } from "../Database.js"
import type { Restore } from "./busy.js"
import { typed } from "./failure.js"
import * as Transaction from "./transaction.js"

type DatabaseService = Context.Tag.Service<Database>

/** Units that are committed together. None of them ends, well or badly, before `outcome` is known. */
export interface Group {
  readonly connection: Statements
  readonly scope: Scope.CloseableScope
  readonly outcome: Deferred.Deferred<void, StorageError>
  size: number
  /** Why the whole transaction is lost, not just one unit's savepoint. */
  broken: StorageError | undefined
}

export const begin = Effect.fnUntraced(function* (database: DatabaseService, restore: Restore) {
  const scope = yield* Scope.make()
  const connection = yield* Scope.extend(database.reserve, scope).pipe(
    typed(database.dialect, "unit.reserve"),
    Effect.tap((connection) => Transaction.begin(database, connection, restore)),
    Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause)))
  )
  const outcome = yield* Deferred.make<void, StorageError>()
  const group: Group = { connection, scope, outcome, size: 0, broken: undefined }
  return group
})

const storageFailure = (exit: Exit.Exit<unknown, unknown>): StorageError | undefined => {
  const failure = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.failureOption(exit.cause)) : undefined
  return failure instanceof StorageError ? failure : undefined
}

/**
 * Performs a unit in a savepoint: one that fails takes back its own rows only. Where that cannot be done, as when the
 * disk is full and the database has given up the transaction by itself, the group is broken.
 */
export const perform = <A, E, R>(
  { dialect }: DatabaseService,
  group: Group,
  unit: Effect.Effect<Exit.Exit<A, E>, never, R>
): Effect.Effect<Exit.Exit<A, E | StorageError>, never, R> => {
  const statement = (text: string) => typed(dialect, "unit.savepoint")(group.connection.execute(text, []))
  const undo = (error: StorageError | undefined) =>
    Effect.mapError(statement("ROLLBACK TO unit"), (refused) => error ?? refused)
  const performed = Effect.flatMap(unit, (exit) =>
    Effect.as(
      Exit.isSuccess(exit)
        ? statement("RELEASE unit")
        : Effect.zipRight(undo(storageFailure(exit)), statement("RELEASE unit")),
      exit
    )
  )
  return Effect.catchAll(Effect.zipRight(statement("SAVEPOINT unit"), performed), (error) => {
    group.broken = error
    return Effect.succeed(Exit.fail(error))
  })
}

/** Commits the group, or gives a broken one up, and tells all of its units. */
export const end = (database: DatabaseService, group: Group): Effect.Effect<void> => {
  const { broken, connection, outcome, scope } = group
  const written =
    broken === undefined
      ? Transaction.commit(database, connection)
      : Effect.zipRight(Transaction.rollback(connection), broken)
  return Effect.exit(written).pipe(
    Effect.tap((exit) => Scope.close(scope, exit)),
    Effect.flatMap((exit) => Deferred.done(outcome, exit)),
    Effect.asVoid
  )
}
