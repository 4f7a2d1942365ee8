/** Operations in one transaction: their reads go to the server in one batch, their writes in another. */

import { outcomeOf } from "@florin/core/commits/Commit"
import type { Listening } from "@florin/core/commits/Listening"
import type { Write } from "@florin/core/commits/Write"
import type { FaultPoints, Moment } from "@florin/core/store/FaultPoints"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { BatchedStatements, BatchFailed, DatabaseService, Statement as Sent } from "../Database.js"
import { collide } from "./claims.js"
import { StepFailed, typed } from "./failure.js"
import { batched } from "./multiRow.js"
import { type AnyDecision, type AnyOperation, type AnyOutcome, readsOf, stale } from "./operations.js"
import { claimsOf, factIn, inLockOrder, type LoadedBy, type Loading as Reading } from "./reads.js"
import * as Transaction from "./transaction.js"
import * as Unit from "./unit.js"
import type { Step } from "./values.js"
import { performedBy } from "./writes.js"
import type { Numbers } from "./writeTable.js"

/** What commits run with. */
export interface Services {
  readonly database: DatabaseService
  readonly loadedBy: LoadedBy
  readonly numbers: Numbers
  readonly listening: Listening | undefined
  readonly reached: FaultPoints["Type"]
}

const reserving = "unit.reserve"

// A commit with an unknown outcome must not be repeated, and a timed-out wait for a connection is not repeated either.
const isRetriable = (error: StorageError): boolean =>
  error.reason !== "unknown-outcome" && error.reason !== "unavailable" && error.operation !== reserving

/** A read in progress. */
interface Loading extends Reading {
  readonly name: string
  readonly rows: Array<Row>
}

/** An operation in progress. */
interface InProgress {
  readonly operation: AnyOperation
  readonly loading: ReadonlyArray<Loading>
  decision: AnyDecision | undefined
  defect: unknown
}

const begun =
  (loadedBy: LoadedBy) =>
  (operation: AnyOperation): InProgress => ({
    operation,
    loading: readsOf(operation).map(([name, read]) => ({ name, read, by: loadedBy(read), rows: [] })),
    decision: undefined,
    defect: undefined
  })

/** A statement of a batch, with the operation name for its failure. */
interface Sending extends Sent {
  readonly operation: string
}

/** Locks names in sorted order, which prevents deadlocks. */
const locksOf = ({ dialect: { lockAll } }: DatabaseService, all: ReadonlyArray<InProgress>): ReadonlyArray<Sending> => {
  if (lockAll === undefined) return []
  const names = new Set(all.flatMap(({ loading }) => loading.flatMap(({ by, read }) => by.lock?.(read) ?? [])))
  if (names.size === 0) return []
  return [{ operation: "unit.lock", text: lockAll, parameters: [JSON.stringify([...names].sort())] }]
}

const waitingBriefly = (
  { dialect: { impatiently } }: DatabaseService,
  all: ReadonlyArray<InProgress>
): ReadonlyArray<Sending> =>
  impatiently === undefined || all.length === 1 ? [] : [{ operation: "unit.begin", text: impatiently, parameters: [] }]

const sent = ({ statement, values }: Step, receive: (row: Row) => void): Sending => ({
  operation: statement.operation,
  text: statement.text,
  parameters: values,
  receive
})

const readsOfAll = (all: ReadonlyArray<InProgress>): ReadonlyArray<Sending> =>
  inLockOrder(all.flatMap(({ loading }) => loading)).flatMap(({ by, read, rows }) => {
    const step = by.step(read)
    return step === undefined ? [] : [sent(step, (row) => void rows.push(row))]
  })

const moreOfAll = (all: ReadonlyArray<InProgress>): ReadonlyArray<Sending> =>
  all.flatMap(({ loading }) =>
    loading.flatMap(({ by, read, rows }) =>
      (by.more?.(read, rows) ?? []).map((step) => sent(step, (row) => void rows.push(row)))
    )
  )

const decide = (one: InProgress): void => {
  try {
    const facts = Object.fromEntries(one.loading.map(({ by, name, read, rows }) => [name, factIn(by, read, rows)]))
    one.decision = one.operation.decide(facts)
  } catch (error) {
    one.defect = error
  }
}

const writesOf = ({ decision }: InProgress): ReadonlyArray<Write> =>
  decision?._tag === "Decided" ? decision.writes : []

/** Whether an operation's decision missed a write of another one. */
const haveCollided = (all: ReadonlyArray<InProgress>): boolean =>
  all.length > 1 && collide(all.map((one) => ({ claims: claimsOf(one.loading), writes: writesOf(one) })))

const endOf = ({ decision, defect }: InProgress): AnyOutcome => {
  if (defect instanceof StorageError) return { _tag: "Failed", error: defect }
  if (decision === undefined) return { _tag: "Died", defect }
  return outcomeOf(decision)
}

// A statement with an unexpected row count divides by zero.
const isStale = ({ detail, operation }: StorageError): boolean =>
  operation !== "host.execute" && detail?.startsWith("22012") === true

const sending = (database: DatabaseService) => {
  /** Sends a batch. A failure carries the operation of the failed statement. */
  const go = ({ batch }: BatchedStatements, all: ReadonlyArray<Sending>): Effect.Effect<unknown, StepFailed> =>
    Effect.mapError(
      batch(all.map((one) => ({ ...one, text: database.own(one.text) }))),
      ({ at, error }: BatchFailed) => new StepFailed(all[at]!.operation, error)
    )

  const send = (connection: BatchedStatements, all: ReadonlyArray<Sending>) =>
    all.length === 0 ? Effect.void : typed(database.dialect, "unit.load")(go(connection, all))

  return { go, send }
}

/** Runs the host's listeners after the writes and before the commit. */
const notifying = ({ database, listening }: Services) =>
  Effect.fnUntraced(function* (connection: BatchedStatements, one: InProgress) {
    if (listening === undefined || one.decision?._tag !== "Decided") return
    for (const hearing of listening(one.decision)) {
      yield* Unit.within(
        database,
        { execute: (text, values) => connection.execute(text, values), connection: connection.connection },
        Effect.interruptible(hearing)
      )
    }
  })

/** Operations in one transaction reach their fault points concurrently: none waits for another. */
const reaching =
  (reached: NonNullable<Services["reached"]>, all: ReadonlyArray<InProgress>) =>
  (moment: Moment): Effect.Effect<void> =>
    Effect.forEach(
      all.filter(({ decision }) => decision?._tag === "Decided"),
      ({ operation }) => reached(`commit.${operation.name}`, moment),
      { concurrency: "unbounded", discard: true }
    )

/** The outcomes of operations that shared a transaction. */
export interface Performed {
  readonly outcomes: ReadonlyArray<AnyOutcome>
  /**
   * The transaction was rolled back, because of one operation or of all. The outcomes don't show this: an operation may
   * itself refuse as stale while the others are durable.
   */
  readonly isTakenBack: boolean
}

const isTakenBack = (all: ReadonlyArray<InProgress>, exit: Exit.Exit<boolean, StorageError>): boolean => {
  if (Exit.isSuccess(exit)) return !exit.value || all.some(({ defect }) => defect !== undefined)
  const error = Cause.failureOrCause(exit.cause)
  return error._tag === "Right" || isStale(error.left) || isRetriable(error.left)
}

const answered = (
  all: ReadonlyArray<InProgress>,
  exit: Exit.Exit<boolean, StorageError>
): ReadonlyArray<AnyOutcome> => {
  if (Exit.isSuccess(exit)) return all.map((one) => (exit.value ? endOf(one) : { _tag: "Failed", error: stale }))
  const error = Cause.failureOrCause(exit.cause)
  if (error._tag === "Right") return all.map(() => ({ _tag: "Died", defect: Cause.squash(error.right) }))
  return all.map(() => ({ _tag: "Failed", error: isStale(error.left) ? stale : error.left }))
}

/**
 * Performs operations in one transaction. It answers them once the transaction is durable. After a rollback, all of
 * them get its reason.
 */
export const make = (services: Services) => {
  const { database, listening, loadedBy, numbers, reached } = services
  const { dialect } = database
  const { go, send } = sending(database)
  const notify = notifying(services)

  const writeAndCommit = Effect.fnUntraced(function* (connection: BatchedStatements, all: ReadonlyArray<InProgress>) {
    const writes = batched(
      all.map((one) => writesOf(one).flatMap((write) => performedBy(write).steps(write, numbers))),
      dialect.byIndex
    )
    const commit: Sending = { operation: "unit.commit", text: "COMMIT", parameters: [] }
    const isWatched = listening !== undefined || reached !== undefined
    if (isWatched) {
      yield* send(connection, writes)
      for (const one of all) yield* notify(connection, one)
      if (reached !== undefined) yield* reaching(reached, all)("before")
    }
    const last = isWatched ? [commit] : [...writes, commit]
    yield* Transaction.committed(dialect, connection, go(connection, last))
  })

  /** Succeeds with `false` when the operations collided and nothing was committed. */
  const perform = Effect.fnUntraced(function* (connection: BatchedStatements, all: ReadonlyArray<InProgress>) {
    const begin: Sending = { operation: "unit.begin", text: dialect.begin, parameters: [] }
    yield* send(connection, [begin, ...waitingBriefly(database, all), ...locksOf(database, all), ...readsOfAll(all)])
    yield* send(connection, moreOfAll(all))
    for (const one of all) decide(one)
    const collided = haveCollided(all)
    const writesNothing = all.every((one) => writesOf(one).length === 0)
    if (collided || writesNothing || all.some(({ defect }) => defect !== undefined)) {
      yield* Transaction.rollback(connection)
      return !collided
    }
    yield* writeAndCommit(connection, all)
    if (reached !== undefined) yield* reaching(reached, all)("after")
    return true
  })

  // The wait has its own timeout, which needs an interruptible region.
  const reserved = (scope: Scope.Scope) =>
    Effect.flatMap(
      Effect.interruptible(typed(dialect, reserving)(Scope.extend(database.reserve, scope))),
      (connection) =>
        "batch" in connection ? Effect.succeed(connection) : Effect.dieMessage("The connection must support batches")
    )

  return (operations: ReadonlyArray<AnyOperation>): Effect.Effect<Performed> =>
    Effect.suspend(() => {
      const all = operations.map(begun(loadedBy))
      const transaction = Effect.acquireUseRelease(
        Scope.make(),
        (scope) =>
          Effect.flatMap(reserved(scope), (connection) =>
            Effect.onError(perform(connection, all), () => Transaction.rollback(connection))
          ),
        (scope, exit) => Scope.close(scope, exit)
      )
      return Effect.map(Effect.exit(transaction), (exit) => ({
        outcomes: answered(all, exit),
        isTakenBack: isTakenBack(all, exit)
      }))
    })
}
