import type { FaultPoints } from "@florin/core/store/FaultPoints"
import { type Outcome, Stale } from "@florin/core/store/OperationStore"
import type { Read } from "@florin/core/store/Reads"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { Write } from "@florin/core/store/Write"
import type { CommitListeners } from "@florin/core/transactions/CommitListeners"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import type { BatchFailed, Database, Statement as Sent, Statements } from "../Database.js"
import { batched } from "./batching.js"
import { StepFailed, typed } from "./failure.js"
import { type AnyDecision, type AnyOperation, readsOf, stale } from "./performing.js"
import type { Reading } from "./reading.js"
import type { Step } from "./statements.js"
import * as Transaction from "./transaction.js"
import * as Unit from "./unit.js"

type DatabaseService = Context.Tag.Service<Database>

export type AnyOutcome = Outcome<unknown, unknown>

export interface Means {
  readonly database: DatabaseService
  readonly readingOf: (read: Read) => Reading
  readonly stepsOf: (write: Write) => ReadonlyArray<Step>
  readonly listeners: CommitListeners["Type"]
  readonly reached: FaultPoints["Type"]
}

/** The whole transaction was taken back, and with it what others had decided. */
export class Lost {
  constructor(readonly error: Stale | StorageError) {}
}

/** Whether others have to be performed again because of it. A refusal is none: nothing was written for it. */
export const isLost = (outcome: AnyOutcome): boolean =>
  outcome._tag === "Died" ||
  (outcome._tag === "Failed" && (outcome.error instanceof Stale || isRetriable(outcome.error)))

// A commit whose outcome nobody knows must not be made again.
const isRetriable = (error: unknown): boolean =>
  error instanceof StorageError && error.reason !== "unknown-outcome" && error.reason !== "unavailable"

interface Loading {
  readonly name: string
  readonly reading: Reading
  readonly rows: Array<Row>
}

/** An operation while it is performed. */
interface Performing {
  readonly operation: AnyOperation
  readonly loading: ReadonlyArray<Loading>
  decision: AnyDecision | undefined
  defect: unknown
}

const begun =
  (readingOf: Means["readingOf"]) =>
  (operation: AnyOperation): Performing => ({
    operation,
    loading: readsOf(operation).map(([name, read]) => ({ name, reading: readingOf(read), rows: [] })),
    decision: undefined,
    defect: undefined
  })

const lockStatement = (
  { dialect }: DatabaseService,
  name: string
): ReadonlyArray<{ text: string; parameters: [string] }> =>
  dialect.lock === undefined ? [] : [{ text: dialect.lock, parameters: [name] }]

/** Names are locked in one order by all, or two would wait for each other. */
const locksOf = (database: DatabaseService, all: ReadonlyArray<Performing>): ReadonlyArray<Sent> => {
  const names = all.flatMap(({ loading }) => loading.flatMap(({ reading }) => reading.lock ?? []))
  return Array.from(new Set(names))
    .sort()
    .flatMap((name) => lockStatement(database, name))
}

const sent = (step: Step, receive?: (row: Row) => void): Sent => ({
  text: step.statement.text,
  parameters: step.values,
  ...(receive === undefined ? {} : { receive })
})

const readsOfAll = (all: ReadonlyArray<Performing>): ReadonlyArray<Sent> =>
  all.flatMap(({ loading }) => loading.map(({ reading, rows }) => sent(reading.step, (row) => void rows.push(row))))

const moreOfAll = (all: ReadonlyArray<Performing>): ReadonlyArray<Sent> =>
  all.flatMap(({ loading }) =>
    loading.flatMap(({ reading, rows }) =>
      (reading.more?.(rows) ?? []).map((step) => sent(step, (row) => void rows.push(row)))
    )
  )

const decide = (one: Performing): void => {
  try {
    const facts = Object.fromEntries(one.loading.map(({ name, reading, rows }) => [name, reading.decode(rows)]))
    one.decision = one.operation.decide(facts)
  } catch (error) {
    one.defect = error
  }
}

const writesOf = ({ decision }: Performing): ReadonlyArray<Write> =>
  decision?._tag === "Decided" ? decision.writes : []

const outcomeOf = ({ decision, defect }: Performing): AnyOutcome => {
  if (defect instanceof StorageError) return { _tag: "Failed", error: defect }
  if (decision === undefined) return { _tag: "Died", defect }
  return decision._tag === "Refused"
    ? { _tag: "Failed", error: decision.refusal as never }
    : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }
}

// Division by zero is how a statement says that it did not meet the rows it expected.
const isStale = (error: StorageError): boolean => error.detail?.startsWith("22012") === true

/**
 * Performs operations in one transaction. They are answered once it is durable; where it was taken back, all of them are
 * answered with why.
 */
export const make = (means: Means) => {
  const { database, listeners, reached, readingOf, stepsOf } = means
  const { dialect } = database

  const send = (connection: Statements, name: string, piece: ReadonlyArray<Sent>) => {
    const { batch } = connection
    if (batch === undefined) return Effect.dieMessage("Only a connection that takes statements in pieces can be used")
    return Effect.mapError(batch(piece), ({ at, error }: BatchFailed) => new StepFailed(`${name} ${at}`, error)).pipe(
      typed(dialect, name),
      Effect.asVoid
    )
  }

  const host = Effect.fnUntraced(function* (connection: Statements, one: Performing) {
    if (one.decision?._tag !== "Decided") return
    for (const change of one.decision.changes ?? []) {
      const told = Effect.forEach(listeners, (listener) => listener(change), { discard: true })
      yield* Unit.within(database, { execute: (text, values) => connection.execute(text, values) }, told)
    }
    if (reached !== undefined) yield* reached(`commit.${one.operation.name}`, "before")
  })

  const writeAndCommit = Effect.fnUntraced(function* (connection: Statements, all: ReadonlyArray<Performing>) {
    const steps = batched(all.flatMap((one) => writesOf(one).flatMap(stepsOf)))
    const writes = steps.map(({ parameters, text }) => ({ text: database.rewrite(text), parameters }))
    const name = all.length === 1 ? all[0]!.operation.name : "group"
    const isAlone = listeners.length > 0 || reached !== undefined
    if (isAlone) {
      if (writes.length > 0) yield* send(connection, name, writes)
      for (const one of all) yield* host(connection, one)
    }
    const rest = isAlone ? [] : writes
    const commit = Effect.suspend(() => connection.batch!([...rest, { text: "COMMIT", parameters: [] }])).pipe(
      Effect.mapError(({ error }: BatchFailed) => error)
    )
    yield* Transaction.committed(dialect, connection, commit)
  })

  const perform = Effect.fnUntraced(function* (connection: Statements, all: ReadonlyArray<Performing>) {
    const opening = [{ text: dialect.begin, parameters: [] }, ...locksOf(database, all), ...readsOfAll(all)]
    yield* send(
      connection,
      "unit.begin",
      opening.map((one) => ({ ...one, text: database.rewrite(one.text) }))
    )
    const more = moreOfAll(all)
    if (more.length > 0) {
      yield* send(
        connection,
        "unit.load",
        more.map((one) => ({ ...one, text: database.rewrite(one.text) }))
      )
    }
    for (const one of all) decide(one)
    if (all.some(({ defect }) => defect !== undefined) || all.every((one) => writesOf(one).length === 0)) {
      return yield* Transaction.rollback(connection)
    }
    yield* writeAndCommit(connection, all)
    if (reached !== undefined) for (const { operation } of all) yield* reached(`commit.${operation.name}`, "after")
  })

  const answered = (all: ReadonlyArray<Performing>, exit: Exit.Exit<void, StorageError>): ReadonlyArray<AnyOutcome> => {
    if (Exit.isSuccess(exit)) return all.map(outcomeOf)
    const error = Cause.failureOrCause(exit.cause)
    if (error._tag === "Right") return all.map(() => ({ _tag: "Died", defect: Cause.squash(error.right) }))
    return all.map(() => ({ _tag: "Failed", error: isStale(error.left) ? stale : error.left }))
  }

  return (operations: ReadonlyArray<AnyOperation>): Effect.Effect<ReadonlyArray<AnyOutcome>> =>
    Effect.suspend(() => {
      const all = operations.map(begun(readingOf))
      const transaction = Effect.acquireUseRelease(
        Scope.make(),
        (scope) =>
          Effect.flatMap(typed(dialect, "unit.reserve")(Scope.extend(database.reserve, scope)), (connection) =>
            Effect.onError(perform(connection, all), () => Transaction.rollback(connection))
          ),
        (scope, exit) => Scope.close(scope, exit)
      )
      return Effect.map(Effect.exit(transaction), (exit) => answered(all, exit))
    })
}
