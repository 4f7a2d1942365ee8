import type { Decision, Operation } from "@florin/core/commits/Operation"
import { type Outcome, Stale } from "@florin/core/commits/Operation"
import type { Read } from "@florin/core/commits/Reads"
import type { Write } from "@florin/core/commits/Write"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as TransactionChange from "@florin/core/transactions/TransactionChange"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database, Prepared } from "../Database.js"
import { failureOf, StepFailed } from "./failure.js"
import type { Reading } from "./reading.js"
import type { Statement, Step } from "./statements.js"

type DatabaseService = Context.Tag.Service<Database>

/** A write found its row in another state than expected. */
export const stale = new Stale()

/** An operation of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: only the submitter knows the types of the facts and the answer
export type AnyOperation = Operation<any, any, any>

export type AnyDecision = Decision<unknown, unknown>

export type AnyOutcome = Outcome<unknown, unknown>

/** The outcome of an operation whose decision is durable. */
export const decidedOutcome = (decision: AnyDecision): AnyOutcome =>
  decision._tag === "Refused"
    ? { _tag: "Failed", error: decision.refusal as never }
    : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }

/** Schedules a flush, so that operations submitted close together share a commit. */
export type Gather = (flush: () => void) => void

/** Flushes after one turn of the event loop: requests that have already arrived share the commit. */
// biome-ignore lint/style/noRestrictedGlobals: not a timer: it runs after the pending I/O events
export const gatherOneTurn: Gather = (flush) => void setImmediate(flush)

/** An operation's reads by the name of the fact they load. */
export const readsOf = ({ load }: AnyOperation): ReadonlyArray<readonly [name: string, read: Read]> =>
  Object.entries(load as Readonly<Record<string, Read>>)

/** The prepared statements of a synchronous connection, each prepared on first use. */
export const statements = (prepare: (text: string) => Prepared) => {
  const known = new Map<Statement, Prepared>()
  return (statement: Statement): Prepared => {
    const found = known.get(statement)
    if (found !== undefined) return found
    const made = prepare(statement.text)
    known.set(statement, made)
    return made
  }
}

type Statements = ReturnType<typeof statements>

const noRows: ReadonlyArray<Row> = []

/** Loads the facts of an operation. */
const load = (of: Statements, readingOf: (read: Read) => Reading, operation: AnyOperation): unknown => {
  const facts: Record<string, unknown> = {}
  for (const name in operation.load) {
    const { decode, more, step } = readingOf((operation.load as Readonly<Record<string, Read>>)[name]!)
    const rows = step === undefined ? noRows : of(step.statement).all(step.values)
    const others = more?.(rows) ?? []
    facts[name] = decode(
      others.length === 0 ? rows : [...rows, ...others.flatMap(({ statement, values }) => of(statement).all(values))]
    )
  }
  return facts
}

/** Runs a write's statement. A failure carries the statement's operation name. */
const changedBy = (of: Statements, { statement, values }: Step): number => {
  try {
    return of(statement).run(values)
  } catch (error) {
    throw new StepFailed(statement.operation, error)
  }
}

/** Runs a step and checks that it changed the expected row. Throws `stale` and `StepFailed`. */
const apply = (of: Statements, step: Step): void => {
  const { statement } = step
  const changed = changedBy(of, step)
  if (statement.expects !== undefined && changed !== 1) throw stale
}

/** The context in which a group of operations runs. */
export interface Means {
  readonly database: DatabaseService
  readonly of: Statements
  /** Runs a transaction-control statement. */
  readonly run: (text: string) => void
  readonly readingOf: (read: Read) => Reading
  readonly stepsOf: (write: Write) => ReadonlyArray<Step>
  /** Runs the host's listeners inside the transaction. Absent when there are no listeners. */
  readonly tell: ((change: TransactionChange.TransactionChange) => Effect.Effect<unknown, StorageError>) | undefined
}

/** The whole transaction must be rolled back, because an operation failed after it had written. */
export class Spoiled {}

const spoiled = new Spoiled()

export const storageFailure = (dialect: DatabaseService["dialect"], operation: string, error: unknown): StorageError =>
  failureOf(dialect, operation, Cause.fail(error))

const isDriver = (error: unknown): boolean =>
  error instanceof StepFailed || (typeof error === "object" && error !== null && "code" in error)

// A constraint violation rolls back only the statement. Errors such as a full disk may roll back the transaction.
const mayHaveLostAll = ({ database: { dialect } }: Means, error: unknown): boolean =>
  isDriver(error) && storageFailure(dialect, "unit.perform", error).reason !== "constraint"

const failed = ({ database }: Means, operation: AnyOperation, error: unknown): AnyOutcome => {
  if (error instanceof Stale || error instanceof StorageError) return { _tag: "Failed", error }
  if (!isDriver(error)) return { _tag: "Died", defect: error }
  return { _tag: "Failed", error: storageFailure(database.dialect, operation.name, error) }
}

/** Applies the writes of an operation that `decision` does not refuse. Calls `wrote` after each statement. */
const write = (means: Means, decision: AnyDecision, wrote: () => void): void => {
  if (decision._tag === "Refused") return
  for (const write of decision.writes) {
    for (const step of means.stepsOf(write)) {
      apply(means.of, step)
      wrote()
    }
  }
}

const attempt = (means: Means, operation: AnyOperation, wrote: () => void): AnyDecision => {
  const decision = operation.decide(load(means.of, means.readingOf, operation))
  write(means, decision, wrote)
  return decision
}

/** Performs an operation that no listener hears of. Throws `Spoiled` if it fails after changing the transaction. */
export const perform = (means: Means, operation: AnyOperation): AnyOutcome => {
  let written = false
  try {
    return decidedOutcome(
      attempt(means, operation, () => {
        written = true
      })
    )
  } catch (error) {
    if (written || mayHaveLostAll(means, error)) throw spoiled
    return failed(means, operation, error)
  }
}

const nothing = () => undefined

/** What an operation that was rolled back ends with; dies when the database has rolled back the whole transaction. */
const takenBack = (means: Means, operation: AnyOperation, cause: unknown): AnyOutcome => {
  try {
    means.run("ROLLBACK TO unit")
  } catch {
    // SQLite has rolled the transaction back, savepoint included. The operation's error says why.
    throw cause
  }
  return failed(means, operation, cause)
}

const told = ({ tell }: Means, decision: AnyDecision): Effect.Effect<unknown, StorageError> =>
  tell === undefined || decision._tag === "Refused"
    ? Effect.void
    : Effect.forEach(decision.changes ?? [], (change) => tell(TransactionChange.make(change)), { discard: true })

/**
 * Performs an operation in a savepoint, so that a failure rolls back only this operation, and runs the listeners. Suspends
 * only as long as a listener does. Dies with the driver's error when the database has rolled back the whole transaction,
 * for example on a full disk.
 */
export const performCarefully = (means: Means, operation: AnyOperation): Effect.Effect<AnyOutcome> =>
  Effect.sync(() => means.run("SAVEPOINT unit")).pipe(
    Effect.zipRight(Effect.sync(() => attempt(means, operation, nothing))),
    Effect.flatMap((decision) => Effect.as(told(means, decision), decidedOutcome(decision))),
    Effect.catchAllCause((cause) => Effect.sync(() => takenBack(means, operation, Cause.squash(cause)))),
    Effect.tap(() => Effect.sync(() => means.run("RELEASE unit")))
  )
