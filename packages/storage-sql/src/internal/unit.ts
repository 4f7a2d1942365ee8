import { SqlClient, TransactionConnection } from "@effect/sql/SqlClient"
import type { Connection } from "@effect/sql/SqlConnection"
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
import { joined, listenerFailed, masked, movesTransaction, notYours } from "./hostStatements.js"

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
  /** For statements of the host's own clients. */
  readonly connection: Connection
  /** Runs a statement whose rows are not needed, at the latest with the commit. Absent where it would save nothing. */
  readonly tell?: (text: string, parameters: ReadonlyArray<SqlValue>, operation: string) => Effect.Effect<void>
}

/** A unit of work while it runs. */
export interface Unit {
  readonly database: DatabaseService
  readonly writing: WritingService
  /** What stands in the context of what runs in the unit. */
  readonly context: Context.Context<UnitOfWorkContext>
  readonly query: Query
  /** As `query`, for statements whose rows are not needed. One that fails may say so later, and fails the unit. */
  readonly tell: (...statement: Parameters<Query>) => Effect.Effect<unknown, StorageError>
  readonly hints: Array<Effect.Effect<void>>
  /** The first thing that went wrong. From then on nothing is executed, and nothing will be committed. */
  failure: StorageError | undefined
  ended: boolean
}

const hostOperation = "host.execute"

/** The capability is all that code inside a unit holds, so it leads back to the unit. */
const units = new WeakMap<WritingService, Unit>()

export const of = (writing: WritingService): Unit | undefined => units.get(writing)

const make = (database: DatabaseService, connection: UnitStatements): Unit => {
  const { lock } = database.dialect
  const { execute, now, tell } = connection

  const refusal = (operation: string): StorageError | undefined =>
    unit.ended ? new StorageError({ operation, reason: "unexpected", detail: "unit-ended" }) : unit.failure

  const fail = (operation: string, cause: Cause.Cause<unknown>, statement?: string): StorageError => {
    const failure = failureOf(database.dialect, operation, cause)
    const isOfHost = statement !== undefined && failure.operation === hostOperation
    unit.failure = isOfHost ? new StorageError({ ...failure, statement: masked(statement) }) : failure
    return unit.failure
  }

  const ofHost = (operation: string, text: string) => (operation === hostOperation ? text : undefined)

  const later: Query = (operation, text, parameters) =>
    Effect.catchAllCause(execute(text, parameters, operation), (cause) =>
      fail(operation, cause, ofHost(operation, text))
    )

  const atOnce =
    (now: NonNullable<Statements["now"]>): Query =>
    (operation, text, parameters) => {
      try {
        return Effect.succeed(now(text, parameters))
      } catch (error) {
        return fail(operation, Cause.fail(error), ofHost(operation, text))
      }
    }

  const ask = now === undefined ? later : atOnce(now)

  const query: Query = (operation, statement, parameters) =>
    Effect.suspend(() => refusal(operation) ?? ask(operation, database.rewrite(statement), parameters))

  const withTheNext =
    (tell: NonNullable<UnitStatements["tell"]>): Unit["tell"] =>
    (operation, statement, parameters) =>
      Effect.suspend(() => refusal(operation) ?? tell(database.rewrite(statement), parameters, operation))

  const standing = {
    refusal: () => refusal(hostOperation),
    failed: (statement: string, cause: Cause.Cause<unknown>) => fail(hostOperation, cause, statement)
  }
  const writing = UnitOfWorkContext.of({
    execute: (statement, parameters) =>
      Effect.suspend(() =>
        movesTransaction(statement)
          ? (refusal(hostOperation) ?? standing.failed(statement, notYours))
          : query(hostOperation, statement, parameters)
      ),
    lock: (name) => (lock === undefined ? Effect.void : Effect.asVoid(query("unit.lock", lock, [name]))),
    afterCommit: (hint) => Effect.sync(() => void unit.hints.push(hint))
  })
  const unit: Unit = {
    database,
    writing,
    context: Context.make(UnitOfWorkContext, writing).pipe(
      Context.add(TransactionConnection, [joined(connection.connection, standing), 0] as const)
    ),
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

/** Gives an effect what stands in a unit's context. A client that it has of its own goes before the store's. */
const inside =
  ({ context, database }: Unit) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, UnitOfWorkContext>> =>
    Effect.mapInputContext(
      effect,
      (own: Context.Context<Exclude<R, UnitOfWorkContext>>) =>
        Context.merge(Context.make(SqlClient, database.client), Context.merge(own, context)) as Context.Context<R>
    )

/** Tells a host's listener on a connection whose transaction is open. */
export const within = (
  database: DatabaseService,
  connection: UnitStatements,
  told: Effect.Effect<unknown, unknown, UnitOfWorkContext>
): Effect.Effect<unknown, StorageError> =>
  Effect.suspend(() => {
    const unit = make(database, connection)
    return Effect.flatMap(Effect.exit(inside(unit)(told)), (exit) => settleTold(unit, exit))
  })

const stopLeft = <A, E>(exit: Exit.Exit<A, E>): void => {
  if (Exit.isSuccess(exit)) return
  const error = Cause.squash(exit.cause)
  if (Runtime.isAsyncFiberException(error)) error.fiber.unsafeInterruptAsFork(FiberId.none)
}

/** As `within`, at once. A listener that would wait is a defect, and what is left of it can write nothing any more. */
export const withinNow = (
  database: DatabaseService,
  connection: UnitStatements,
  runtime: Runtime.Runtime<never>,
  told: Effect.Effect<unknown, unknown, UnitOfWorkContext>
): Exit.Exit<unknown, StorageError> => {
  const unit = make(database, connection)
  // biome-ignore lint/plugin/runners: a host's listeners are effects, inside a group of plain calls
  const exit = Runtime.runSyncExit(runtime)(inside(unit)(told))
  const settled = settleTold(unit, exit)
  stopLeft(exit)
  return settled
}

const settle = <A, E>(unit: Unit, exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageError> => {
  unit.ended = true
  return Exit.isSuccess(exit) && unit.failure !== undefined ? Exit.fail(unit.failure) : exit
}

/** Why a statement failed says more than what the listener made of it. */
const settleTold = (unit: Unit, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, StorageError> => {
  unit.ended = true
  return unit.failure === undefined ? Exit.mapError(exit, listenerFailed) : Exit.fail(unit.failure)
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
        return Effect.map(Effect.exit(inside(unit)(work)), (exit) => settle(unit, exit))
      }
      return Effect.flatMap(transact(perform, restore), (exit) =>
        Exit.isSuccess(exit) && hints.length > 0
          ? Effect.zipRight(Effect.forEach(hints, give, { discard: true }), exit)
          : exit
      )
    })

  return UnitOfWork.of({
    run: <A, E, R>(work: Effect.Effect<A, E, R>) =>
      withCurrent(database, (unit) => (unit === undefined ? start(work) : join(unit, inside(unit)(work))))
  })
}
