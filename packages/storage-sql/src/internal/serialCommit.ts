/** Operations on a synchronous connection, one after another in one transaction. */
import { outcomeOf, Stale } from "@florin/core/commits/Commit"
import type { ListenerRun, Listening } from "@florin/core/commits/Listening"
import type { Read } from "@florin/core/commits/Reads"
import { memoized } from "@florin/core/memory/Memoized"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { DatabaseService, Prepared } from "../Database.js"
import { failureOf, StepFailed } from "./failure.js"
import { type AnyDecision, type AnyOperation, type AnyOutcome, stale } from "./operations.js"
import { factIn, type LoadedBy } from "./reads.js"
import type { Statement } from "./statement.js"
import type { Step } from "./values.js"
import { performedBy } from "./writes.js"
import type { Numbers } from "./writeTable.js"

/** The prepared statements of a connection, each prepared on first use. */
export const preparing = (prepare: (text: string) => Prepared) =>
  memoized((statement: Statement) => prepare(statement.text), Number.POSITIVE_INFINITY)

type PreparedOf = ReturnType<typeof preparing>

const noRows: ReadonlyArray<Row> = []

/** Loads the facts of an operation. */
const load = ({ loadedBy, of }: Services, operation: AnyOperation): unknown => {
  const facts: Record<string, unknown> = {}
  for (const name in operation.load) {
    const read = (operation.load as Readonly<Record<string, Read>>)[name]!
    const by = loadedBy(read)
    const step = by.step(read)
    const rows = step === undefined ? noRows : of(step.statement).all(step.values)
    const others = by.more?.(read, rows) ?? []
    const all =
      others.length === 0 ? rows : [...rows, ...others.flatMap(({ statement, values }) => of(statement).all(values))]
    facts[name] = factIn(by, read, all)
  }
  return facts
}

/** Runs a write's statement. A failure carries the statement's operation name. */
const changedBy = (of: PreparedOf, { statement, values }: Step): number => {
  try {
    return of(statement).run(values)
  } catch (error) {
    throw new StepFailed(statement.operation, error)
  }
}

/** Runs a step and checks that it changed the expected row. Throws `stale` and `StepFailed`. */
const apply = (of: PreparedOf, step: Step): void => {
  const { statement } = step
  const changed = changedBy(of, step)
  if (statement.isGuarded === true && changed !== 1) throw stale
}

/** What a group of operations runs with. */
export interface Services {
  readonly database: DatabaseService
  readonly of: PreparedOf
  /** Runs a transaction-control statement. */
  readonly run: (text: string) => void
  readonly loadedBy: LoadedBy
  readonly numbers: Numbers
  /** What the host's listeners are told. Absent when there are no listeners. */
  readonly listening: Listening | undefined
  /** Runs listeners to completion inside the transaction. */
  readonly hear: (hearing: ListenerRun) => Effect.Effect<unknown, StorageError>
}

/** The whole transaction must be rolled back, because an operation failed after it had written. */
export class Spoiled {}

const spoiled = new Spoiled()

export const storageFailure = (dialect: DatabaseService["dialect"], operation: string, error: unknown): StorageError =>
  failureOf(dialect, operation, Cause.fail(error))

const isDriver = (error: unknown): boolean =>
  error instanceof StepFailed || (typeof error === "object" && error !== null && "code" in error)

// A constraint violation rolls back only the statement. Errors such as a full disk may roll back the transaction.
const mayHaveLostAll = ({ database: { dialect } }: Services, error: unknown): boolean =>
  isDriver(error) && storageFailure(dialect, "unit.perform", error).reason !== "constraint"

const failed = ({ database }: Services, operation: AnyOperation, error: unknown): AnyOutcome => {
  if (error instanceof Stale || error instanceof StorageError) return { _tag: "Failed", error }
  if (!isDriver(error)) return { _tag: "Died", defect: error }
  return { _tag: "Failed", error: storageFailure(database.dialect, operation.name, error) }
}

/** Applies the writes of an operation that `decision` does not refuse. Calls `wrote` after each statement. */
const write = (services: Services, decision: AnyDecision, wrote: () => void): void => {
  if (decision._tag === "Refused") return
  for (const write of decision.writes) {
    for (const step of performedBy(write).steps(write, services.numbers)) {
      apply(services.of, step)
      wrote()
    }
  }
}

const attempt = (services: Services, operation: AnyOperation, wrote: () => void): AnyDecision => {
  const decision = operation.decide(load(services, operation))
  write(services, decision, wrote)
  return decision
}

/** Performs an operation that no listener hears of. Throws `Spoiled` if it fails after changing the transaction. */
export const perform = (services: Services, operation: AnyOperation): AnyOutcome => {
  let written = false
  try {
    return outcomeOf(
      attempt(services, operation, () => {
        written = true
      })
    )
  } catch (error) {
    if (written || mayHaveLostAll(services, error)) throw spoiled
    return failed(services, operation, error)
  }
}

const nothing = () => undefined

/** What an operation that was rolled back ends with; dies when the database has rolled back the whole transaction. */
const takenBack = (services: Services, operation: AnyOperation, cause: unknown): AnyOutcome => {
  try {
    services.run("ROLLBACK TO unit")
  } catch {
    // SQLite has rolled the transaction back, savepoint included. The operation's error says why.
    throw cause
  }
  return failed(services, operation, cause)
}

const notified = ({ hear, listening }: Services, decision: AnyDecision): Effect.Effect<unknown, StorageError> =>
  listening === undefined || decision._tag === "Refused"
    ? Effect.void
    : Effect.forEach(listening(decision), hear, { discard: true })

/**
 * Performs an operation in a savepoint, so that a failure rolls back only this operation, and runs the listeners. Suspends
 * only as long as a listener does. Dies with the driver's error when the database has rolled back the whole transaction,
 * for example on a full disk.
 */
export const performCarefully = (services: Services, operation: AnyOperation): Effect.Effect<AnyOutcome> =>
  Effect.sync(() => services.run("SAVEPOINT unit")).pipe(
    Effect.zipRight(Effect.sync(() => attempt(services, operation, nothing))),
    Effect.flatMap((decision) => Effect.as(notified(services, decision), outcomeOf(decision))),
    Effect.catchAllCause((cause) => Effect.sync(() => takenBack(services, operation, Cause.squash(cause)))),
    Effect.tap(() => Effect.sync(() => services.run("RELEASE unit")))
  )
