import { StorageError } from "@florin/core/store/StorageError"
import { type Row, type SqlValue, UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import type { Database, Statements } from "../Database.js"
import { failureOf, type Restore } from "./failure.js"

type DatabaseService = Context.Tag.Service<Database>
type WritingService = Context.Tag.Service<UnitOfWorkContext>

/** A statement, with the name of the operation it belongs to. */
export type Query = (
  operation: string,
  statement: string,
  parameters: ReadonlyArray<SqlValue>
) => Effect.Effect<ReadonlyArray<Row>, StorageError>

/** The way to the database of one unit of work. */
export interface UnitStatements {
  readonly execute: (
    text: string,
    parameters: ReadonlyArray<SqlValue>,
    operation: string
  ) => ReturnType<Statements["execute"]>
  readonly now?: Statements["now"]
  /** Runs a statement whose rows are not needed, at the latest with the commit. Absent where it would save nothing. */
  readonly tell?: (text: string, parameters: ReadonlyArray<SqlValue>, operation: string) => Effect.Effect<void>
}

/** A unit of work while it runs. */
export interface Unit {
  readonly database: DatabaseService
  readonly writing: WritingService
  readonly query: Query
  /** As `query`, for statements whose rows are not needed. One that fails may say so later, and fails the unit. */
  readonly tell: (...statement: Parameters<Query>) => Effect.Effect<unknown, StorageError>
  readonly hints: Array<Effect.Effect<void>>
  /** The first thing that went wrong. From then on nothing is executed, and nothing will be committed. */
  failure: StorageError | undefined
  ended: boolean
}

/** The capability is all that code inside a unit holds, so it leads back to the unit. */
const units = new WeakMap<WritingService, Unit>()

export const of = (writing: WritingService): Unit | undefined => units.get(writing)

const make = (database: DatabaseService, connection: UnitStatements): Unit => {
  const { lock } = database.dialect
  const { execute, now, tell } = connection

  const refusal = (operation: string): StorageError | undefined =>
    unit.ended ? new StorageError({ operation, reason: "unexpected", detail: "unit-ended" }) : unit.failure

  const fail = (operation: string, cause: Cause.Cause<unknown>): StorageError => {
    unit.failure = failureOf(database.dialect, operation, cause)
    return unit.failure
  }

  const later: Query = (operation, text, parameters) =>
    Effect.catchAllCause(execute(text, parameters, operation), (cause) => fail(operation, cause))

  const atOnce =
    (now: NonNullable<Statements["now"]>): Query =>
    (operation, text, parameters) => {
      try {
        return Effect.succeed(now(text, parameters))
      } catch (error) {
        return fail(operation, Cause.fail(error))
      }
    }

  const ask = now === undefined ? later : atOnce(now)

  const query: Query = (operation, statement, parameters) =>
    Effect.suspend(() => refusal(operation) ?? ask(operation, database.rewrite(statement), parameters))

  const withTheNext =
    (tell: NonNullable<UnitStatements["tell"]>): Unit["tell"] =>
    (operation, statement, parameters) =>
      Effect.suspend(() => refusal(operation) ?? tell(database.rewrite(statement), parameters, operation))

  const writing = UnitOfWorkContext.of({
    execute: (statement, parameters) => query("host.execute", statement, parameters),
    lock: (name) => (lock === undefined ? Effect.void : Effect.asVoid(query("unit.lock", lock, [name]))),
    afterCommit: (hint) => Effect.sync(() => void unit.hints.push(hint))
  })
  const unit: Unit = {
    database,
    writing,
    query,
    tell: tell === undefined ? query : withTheNext(tell),
    hints: [],
    failure: undefined,
    ended: false
  }
  units.set(writing, unit)
  return unit
}

const currentIn = (database: DatabaseService, context: Context.Context<never>): Unit | undefined => {
  const writing = Context.getOption(context, UnitOfWorkContext)
  const unit = Option.isSome(writing) ? of(writing.value) : undefined
  return unit !== undefined && unit.database === database && !unit.ended ? unit : undefined
}

/** Goes on with the unit of this database that the effect runs in, if it runs in one. */
export const withCurrent = <A, E, R>(
  database: DatabaseService,
  use: (unit: Unit | undefined) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.contextWithEffect((context: Context.Context<never>) => use(currentIn(database, context)))

/** Runs an effect with the capability to write on a connection whose transaction is open. */
export const within = <A, E, R>(
  database: DatabaseService,
  connection: UnitStatements,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, E | StorageError, Exclude<R, UnitOfWorkContext>> =>
  Effect.suspend(() => {
    const unit = make(database, connection)
    const ran = Effect.exit(Effect.provideService(effect, UnitOfWorkContext, unit.writing))
    return Effect.flatMap(ran, (exit) => settle(unit, exit))
  })

const stopLeft = <A, E>(exit: Exit.Exit<A, E>): void => {
  if (Exit.isSuccess(exit)) return
  const error = Cause.squash(exit.cause)
  if (Runtime.isAsyncFiberException(error)) error.fiber.unsafeInterruptAsFork(FiberId.none)
}

/** As `within`, at once. An effect that would wait is a defect, and what is left of it can write nothing any more. */
export const withinNow = <A, E>(
  database: DatabaseService,
  connection: UnitStatements,
  runtime: Runtime.Runtime<never>,
  effect: Effect.Effect<A, E, UnitOfWorkContext>
): Exit.Exit<A, E | StorageError> => {
  const unit = make(database, connection)
  // biome-ignore lint/plugin/runners: a host's listeners are effects, inside a group of plain calls
  const exit = Runtime.runSyncExit(runtime)(Effect.provideService(effect, UnitOfWorkContext, unit.writing))
  const settled = settle(unit, exit)
  stopLeft(exit)
  return settled
}

const settle = <A, E>(unit: Unit, exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageError> => {
  unit.ended = true
  return Exit.isSuccess(exit) && unit.failure !== undefined ? Exit.fail(unit.failure) : exit
}

const innerFailed = new StorageError({ operation: "unit.run", reason: "unexpected", detail: "inner-unit-failed" })

// What an inner unit left half done must not be committed by an outer one that handled its failure.
const join = <A, E, R>(unit: Unit, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, () =>
    Effect.sync(() => {
      unit.failure ??= innerFailed
    })
  )

const give = (hint: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchAllCause(hint, (cause) => Effect.logWarning("A hint after a commit failed", cause))

/**
 * Runs `perform` with a connection inside a transaction, commits if it ended well, and says how it ended. Fails when
 * the transaction could not begin or commit. `restore` makes waiting for the turn interruptible.
 */
export type Transact = <A, E, R>(
  perform: (connection: UnitStatements) => Effect.Effect<Exit.Exit<A, E>, never, R>,
  restore: Restore
) => Effect.Effect<Exit.Exit<A, E | StorageError>, StorageError, R>

/** The unit of work over a way to hold transactions. */
export const over = (database: DatabaseService, transact: Transact): Context.Tag.Service<UnitOfWork> => {
  const start = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.uninterruptibleMask((restore) => {
      let hints: ReadonlyArray<Effect.Effect<void>> = []
      const perform = (connection: UnitStatements) => {
        const unit = make(database, connection)
        hints = unit.hints
        return Effect.map(Effect.exit(Effect.provideService(work, UnitOfWorkContext, unit.writing)), (exit) =>
          settle(unit, exit)
        )
      }
      return Effect.flatMap(transact(perform, restore), (exit) =>
        Exit.isSuccess(exit) && hints.length > 0
          ? Effect.zipRight(Effect.forEach(hints, give, { discard: true }), exit)
          : exit
      )
    })

  return UnitOfWork.of({
    run: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      withCurrent(database, (unit) =>
        unit === undefined ? start(work) : join(unit, Effect.provideService(work, UnitOfWorkContext, unit.writing))
      )
  })
}
