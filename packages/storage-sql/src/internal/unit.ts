import { StorageError } from "@florin/core/store/StorageError"
import { type Row, type SqlValue, UnitOfWork, UnitOfWorkContext } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as FiberId from "effect/FiberId"
import * as Option from "effect/Option"
import type { DatabaseService, HostConnection, ImmediateStatements, Statements } from "../Database.js"
import { UnitConnection } from "../UnitConnection.js"
import { failureOf, type Restore } from "./failure.js"
import { guarding, listenerFailed, masked, movesTransaction, notYours } from "./hostStatements.js"

type WritingService = Context.Tag.Service<UnitOfWorkContext>

/** Runs a statement on behalf of the named operation. */
export type Query = (
  operation: string,
  statement: string,
  parameters: ReadonlyArray<SqlValue>
) => Effect.Effect<ReadonlyArray<Row>, StorageError>

/** The statements of one unit of work. */
export interface UnitStatements {
  readonly execute: (
    text: string,
    parameters: ReadonlyArray<SqlValue>,
    operation: string
  ) => ReturnType<Statements["execute"]>
  readonly now?: ImmediateStatements["now"]
  /** Used by the host's clients. */
  readonly connection: HostConnection
  /**
   * Enqueues a statement without a needed result; it runs with the commit at the latest. Absent without round trips.
   */
  readonly tell?: (text: string, parameters: ReadonlyArray<SqlValue>, operation: string) => Effect.Effect<void>
}

/** A running unit of work. */
export interface Unit {
  readonly database: DatabaseService
  readonly writing: WritingService
  /** The context of effects that run in the unit. */
  readonly context: Context.Context<UnitOfWorkContext>
  readonly query: Query
  /** Like `query`, for statements without a needed result. A failure may surface later, and fails the unit. */
  readonly tell: (...statement: Parameters<Query>) => Effect.Effect<unknown, StorageError>
  readonly hints: Array<Effect.Effect<void>>
  /** The first failure. After it the unit executes nothing and rolls back. */
  failure: StorageError | undefined
  ended: boolean
}

const hostOperation = "host.execute"

/** Maps the capability, which is all that code inside a unit holds, to the unit. */
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
    (now: ImmediateStatements["now"]): Query =>
    (operation, text, parameters) => {
      try {
        return Effect.succeed(now(text, parameters))
      } catch (error) {
        return fail(operation, Cause.fail(error), ofHost(operation, text))
      }
    }

  const ask = now === undefined ? later : atOnce(now)

  const query: Query = (operation, statement, parameters) =>
    Effect.suspend(() => refusal(operation) ?? ask(operation, database.own(statement), parameters))

  const withTheNext =
    (tell: NonNullable<UnitStatements["tell"]>): Unit["tell"] =>
    (operation, statement, parameters) =>
      Effect.suspend(() => refusal(operation) ?? tell(database.own(statement), parameters, operation))

  const current = {
    refusal: () => refusal(hostOperation),
    failed: (statement: string, cause: Cause.Cause<unknown>) => fail(hostOperation, cause, statement)
  }
  const writing = UnitOfWorkContext.of({
    execute: (statement, parameters) =>
      Effect.suspend(() => {
        const refused = refusal(hostOperation)
        if (refused !== undefined) return refused
        return movesTransaction(statement)
          ? current.failed(statement, notYours)
          : ask(hostOperation, database.rewrite(statement), parameters)
      }),
    lock: (name) => (lock === undefined ? Effect.void : Effect.asVoid(query("unit.lock", lock, [name]))),
    afterCommit: (hint) => Effect.sync(() => void unit.hints.push(hint))
  })
  const guarded = guarding(connection.connection, current)
  const own = Context.add(Context.make(UnitOfWorkContext, writing), UnitConnection, guarded)
  const unit: Unit = {
    database,
    writing,
    context: database.clients === undefined ? own : Context.merge(own, database.clients.joining(guarded)),
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

/** Passes the current unit of this database, if any. */
export const withCurrent = <A, E, R>(
  database: DatabaseService,
  use: (unit: Unit | undefined) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.contextWithEffect((context: Context.Context<never>) => use(currentIn(database, context)))

/** Provides a unit's context to an effect. The effect's own client takes precedence over the store's. */
const inside =
  ({ context, database }: Unit) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, UnitOfWorkContext>> =>
    Effect.mapInputContext(
      effect,
      (own: Context.Context<Exclude<R, UnitOfWorkContext>>) =>
        Context.merge(database.clients?.own ?? Context.empty(), Context.merge(own, context)) as Context.Context<R>
    )

/** Runs a host's listener on a connection with an open transaction. */
export const within = (
  database: DatabaseService,
  connection: UnitStatements,
  listeners: Effect.Effect<unknown, unknown, UnitOfWorkContext>
): Effect.Effect<unknown, StorageError> =>
  Effect.suspend(() => {
    const unit = make(database, connection)
    return Effect.flatMap(Effect.exit(inside(unit)(listeners)), (exit) => settleListener(unit, exit))
  })

/** How many microtasks a listener may wait for: thousands of statements take fewer. */
const longestTurn = 100_000

const waited = (): Exit.Exit<never, StorageError> =>
  Exit.fail(
    new StorageError({
      operation: "host.listener",
      reason: "unexpected",
      detail: "listener-waited",
      says: "on this database it may wait for its own statements and for nothing else"
    })
  )

/** Calls back when the microtasks that follow each other are too many. */
const afterTurn = (exceeded: () => void, isOver: () => boolean, left = longestTurn): void => {
  if (isOver()) return
  if (left === 0) exceeded()
  else queueMicrotask(() => afterTurn(exceeded, isOver, left - 1))
}

/**
 * The exit of a listener that has suspended. Its own statements resolve in microtasks; whatever else it waits for takes a
 * turn of the event loop, during which the writer would be held: it is interrupted and can't write any more.
 */
const endOf = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Effect.Effect<Exit.Exit<unknown, unknown>> =>
  Effect.async((resume) => {
    let isOver = false
    const end = (exit: Exit.Exit<unknown, unknown>) => {
      isOver = true
      resume(Effect.succeed(exit))
    }
    fiber.addObserver(end)
    afterTurn(
      () => {
        end(waited())
        fiber.unsafeInterruptAsFork(FiberId.none)
      },
      () => isOver
    )
  })

/** Like `within`, for a writer that others wait for: a listener may suspend only until its statements have answered. */
export const withinTurn = (
  database: DatabaseService,
  connection: UnitStatements,
  runFork: <A, E>(effect: Effect.Effect<A, E>) => Fiber.RuntimeFiber<A, E>,
  listeners: Effect.Effect<unknown, unknown, UnitOfWorkContext>
): Effect.Effect<unknown, StorageError> =>
  Effect.suspend(() => {
    const unit = make(database, connection)
    const fiber = runFork(inside(unit)(listeners))
    const ended = fiber.unsafePoll()
    return ended === null
      ? Effect.flatMap(endOf(fiber), (exit) => settleListener(unit, exit))
      : settleListener(unit, ended)
  })

const settle = <A, E>(unit: Unit, exit: Exit.Exit<A, E>): Exit.Exit<A, E | StorageError> => {
  unit.ended = true
  return Exit.isSuccess(exit) && unit.failure !== undefined ? Exit.fail(unit.failure) : exit
}

/** A statement's failure takes precedence over the listener's own error. */
const settleListener = (unit: Unit, exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, StorageError> => {
  unit.ended = true
  return unit.failure === undefined ? Exit.mapError(exit, listenerFailed) : Exit.fail(unit.failure)
}

const innerFailed = () => new StorageError({ operation: "unit.run", reason: "unexpected", detail: "inner-unit-failed" })

// An outer unit that handles an inner failure must not commit the inner unit's partial writes.
const join = <A, E, R>(unit: Unit, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.tapErrorCause(work, () =>
    Effect.sync(() => {
      unit.failure ??= innerFailed()
    })
  )

const give = (hint: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.catchAllCause(hint, (cause) => Effect.logWarning("A hint after a commit failed", cause))

/**
 * Runs `perform` in a transaction, commits if it succeeds, and returns its exit. Fails if the transaction can't begin
 * or commit. `restore` makes the wait for a connection interruptible.
 */
export type Transact = <A, E, R>(
  perform: (connection: UnitStatements) => Effect.Effect<Exit.Exit<A, E>, never, R>,
  restore: Restore
) => Effect.Effect<Exit.Exit<A, E | StorageError>, StorageError, R>

/** The unit of work over a transaction strategy. */
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
