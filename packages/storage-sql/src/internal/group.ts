import { StorageError } from "@florin/core/store/StorageError"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import type { Database, Statements } from "../Database.js"
import type { Restore } from "./busy.js"
import { failureOf } from "./failure.js"
import * as Transaction from "./transaction.js"

type DatabaseService = Context.Tag.Service<Database>

/** The connection that all groups write on, one after another. It answers at once. */
export interface Writer extends Statements {
  readonly now: NonNullable<Statements["now"]>
}

/** Units that are committed together. None of them ends, well or badly, before `outcome` is known. */
export interface Group {
  readonly writer: Writer
  readonly outcome: Deferred.Deferred<void, StorageError>
  size: number
  /** Why the whole transaction is lost, not just one unit's savepoint. */
  broken: StorageError | undefined
}

export const begin = (
  database: DatabaseService,
  writer: Writer,
  restore: Restore
): Effect.Effect<Group, StorageError> =>
  Effect.map(Transaction.begin(database, writer, restore), () => ({
    writer,
    outcome: Deferred.unsafeMake(FiberId.none),
    size: 0,
    broken: undefined
  }))

const storageFailure = (exit: Exit.Exit<unknown, unknown>): StorageError | undefined => {
  const failure = Exit.isFailure(exit) ? Option.getOrUndefined(Cause.failureOption(exit.cause)) : undefined
  return failure instanceof StorageError ? failure : undefined
}

/** Says why a statement of the group's own failed. */
const attempt = ({ dialect }: DatabaseService, { writer }: Group, text: string): StorageError | undefined => {
  try {
    writer.now(text, [])
    return undefined
  } catch (error) {
    return failureOf(dialect, "unit.savepoint", Cause.fail(error))
  }
}

/**
 * Performs a unit in a savepoint: one that fails takes back its own rows only. Where that cannot be done, as when the
 * disk is full and the database has given up the transaction by itself, the group is broken.
 */
export const perform = <A, E, R>(
  database: DatabaseService,
  group: Group,
  unit: Effect.Effect<Exit.Exit<A, E>, never, R>
): Effect.Effect<Exit.Exit<A, E | StorageError>, never, R> => {
  const step = (text: string) => attempt(database, group, text)
  const undo = (exit: Exit.Exit<A, E>): StorageError | undefined => {
    const refused = step("ROLLBACK TO unit")
    return refused === undefined ? undefined : (storageFailure(exit) ?? refused)
  }
  const brokenBy = (error: StorageError): Exit.Exit<A, E | StorageError> => {
    group.broken = error
    return Exit.fail(error)
  }
  const end = (exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageError> => {
    const lost = (Exit.isSuccess(exit) ? undefined : undo(exit)) ?? step("RELEASE unit")
    return lost === undefined ? exit : brokenBy(lost)
  }
  return Effect.suspend(() => {
    const refused = step("SAVEPOINT unit")
    return refused === undefined ? Effect.map(unit, end) : Effect.succeed(brokenBy(refused))
  })
}

/** Commits the group, or gives a broken one up, and tells all of its units. */
export const end = (database: DatabaseService, { broken, outcome, writer }: Group): Effect.Effect<void> => {
  const written =
    broken === undefined ? Transaction.commit(database, writer) : Effect.zipRight(Transaction.rollback(writer), broken)
  return Effect.flatMap(Effect.exit(written), (exit) => Effect.asVoid(Deferred.done(outcome, exit)))
}
