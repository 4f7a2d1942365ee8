import type { Connection } from "@effect/sql/SqlConnection"
import { StorageError } from "@florin/core/store/StorageError"
import { UnitOfWork, Writing } from "@florin/core/store/UnitOfWork"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { Database } from "../Database.js"
import { whileBusy } from "./busy.js"
import { typed } from "./failure.js"

type DatabaseService = Context.Tag.Service<Database>
type WritingService = Context.Tag.Service<Writing>

/** One unit of work while it runs. */
interface Unit {
  readonly database: DatabaseService
  readonly writing: WritingService
  readonly hints: Array<Effect.Effect<void>>
  /** The first thing that went wrong; from then on nothing is executed and nothing will be committed. */
  failure: StorageError | undefined
  ended: boolean
}

/** The capability is all that code inside a unit holds, so it leads back to the unit. */
const units = new WeakMap<WritingService, Unit>()

const ended = new StorageError({ operation: "unit.execute", reason: "unexpected", detail: "unit-ended" })
const innerFailed = new StorageError({ operation: "unit.run", reason: "unexpected", detail: "inner-unit-failed" })

const begin = (database: DatabaseService, connection: Connection): Unit => {
  const { dialect } = database

  const execute: WritingService["execute"] = (statement, parameters) =>
    Effect.suspend(() => {
      if (unit.ended) return Effect.fail(ended)
      if (unit.failure !== undefined) return Effect.fail(unit.failure)
      return connection.execute(database.rewrite(statement), parameters, undefined).pipe(
        typed(dialect, "unit.execute"),
        Effect.tapError((error) => Effect.sync(() => (unit.failure = error))),
        Effect.uninterruptible
      )
    })

  const { lock } = dialect
  const writing = Writing.of({
    execute,
    lock: (name) => (lock === undefined ? Effect.void : Effect.asVoid(execute(lock, [name]))),
    afterCommit: (hint) => Effect.sync(() => void unit.hints.push(hint))
  })
  const unit: Unit = { database, writing, hints: [], failure: undefined, ended: false }
  units.set(writing, unit)
  return unit
}

/** The running unit of this database around the present effect. */
export const current = (database: DatabaseService): Effect.Effect<Option.Option<Unit>> =>
  Effect.map(Effect.serviceOption(Writing), (writing) =>
    Option.flatMap(writing, (_) =>
      Option.filter(Option.fromNullable(units.get(_)), (unit) => unit.database === database && !unit.ended)
    )
  )

const settle = <A, E>(unit: Unit, exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageError> => {
  unit.ended = true
  return Exit.isSuccess(exit) && unit.failure !== undefined ? Exit.fail(unit.failure) : exit
}

// An inner unit that failed half-way must not be committed by an outer one that handled the failure.
const join = <A, E, R>(unit: Unit, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, () => Effect.sync(() => (unit.failure ??= innerFailed)))

const hint = Effect.catchAllCause((cause) => Effect.logWarning("A hint after a commit failed", cause))

/**
 * Runs `perform` with a connection inside a transaction, commits when it ended well and says how it ended; fails when
 * the transaction could not begin or commit. `restore` makes waiting for the turn interruptible.
 */
export type Transactor = <A, E, R>(
  perform: (connection: Connection) => Effect.Effect<Exit.Exit<A, E>, never, R>,
  restore: <B, F>(effect: Effect.Effect<B, F>) => Effect.Effect<B, F>
) => Effect.Effect<Exit.Exit<A, E>, StorageError, R>

/** The unit of work over a way to hold transactions. */
export const over = (database: DatabaseService, transact: Transactor): Context.Tag.Service<UnitOfWork> => {
  const start = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.suspend(() => {
        let hints: ReadonlyArray<Effect.Effect<void>> = []
        const perform = (connection: Connection) => {
          const unit = begin(database, connection)
          hints = unit.hints
          return Effect.provideService(work, Writing, unit.writing).pipe(
            Effect.exit,
            Effect.map((exit) => settle(unit, exit))
          )
        }
        return Effect.flatMap(transact(perform, restore), (exit) =>
          Exit.isSuccess(exit) ? Effect.zipRight(Effect.forEach(hints, hint, { discard: true }), exit) : exit
        )
      })
    )

  return UnitOfWork.of({
    run: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      Effect.flatMap(
        current(database),
        Option.match({
          onNone: () => start(work),
          onSome: (unit) => join(unit, Effect.provideService(work, Writing, unit.writing))
        })
      )
  })
}

/** A reserved connection with a transaction begun on it. */
export const beginOn = (database: DatabaseService, connection: Connection): Effect.Effect<void, StorageError> =>
  connection
    .execute(database.dialect.begin, [], undefined)
    .pipe(typed(database.dialect, "unit.begin"), whileBusy, Effect.asVoid)

export const rollback = (connection: Connection): Effect.Effect<void> =>
  Effect.ignore(Effect.sandbox(connection.execute("ROLLBACK", [], undefined)))

// When the connection was lost in the middle of a COMMIT, nobody here can know whether it was carried out.
const lostWhileCommitting = (error: StorageError): StorageError =>
  error.reason === "unavailable" ? new StorageError({ ...error, reason: "unknown-outcome" }) : error

/** Commits; when that fails, leaves no transaction open. */
export const commit = (database: DatabaseService, connection: Connection): Effect.Effect<void, StorageError> =>
  connection.execute("COMMIT", [], undefined).pipe(
    typed(database.dialect, "unit.commit"),
    Effect.mapError(lostWhileCommitting),
    Effect.tapError(() => rollback(connection)),
    Effect.asVoid
  )
