import type { Decision, Operation } from "@florin/core/store/Operation"
import { type Outcome, Stale } from "@florin/core/store/Operation"
import type { Read } from "@florin/core/store/Reads"
import { StorageError } from "@florin/core/store/StorageError"
import type { Row } from "@florin/core/store/UnitOfWork"
import type { Write } from "@florin/core/store/Write"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import type { Database, Prepared } from "../Database.js"
import { failureOf, StepFailed } from "./failure.js"
import type { Reading } from "./reading.js"
import type { Statement, Step } from "./statements.js"

type DatabaseService = Context.Tag.Service<Database>

/** A row was not as a write expected it. */
export const stale = new Stale()

/** An operation of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: what it reads and answers is between it and the one that submitted it.
export type AnyOperation = Operation<any, any, any>

export type AnyDecision = Decision<unknown, unknown>

export type AnyOutcome = Outcome<unknown, unknown>

/** What an operation came to by what it decided, once that is durable. */
export const decidedOutcome = (decision: AnyDecision): AnyOutcome =>
  decision._tag === "Refused"
    ? { _tag: "Failed", error: decision.refusal as never }
    : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }

/** Has operations that come together performed together: calls back when the time has come. */
export type Gather = (flush: () => void) => void

/** One turn of the event loop: requests whose bytes have arrived are read, and what they submit shares a commit. */
// biome-ignore lint/style/noRestrictedGlobals: not for time: after the events that brought what a commit serves
export const gatherOneTurn: Gather = (flush) => void setImmediate(flush)

/** The names of an operation's facts with the reads behind them. */
export const readsOf = ({ load }: AnyOperation): ReadonlyArray<readonly [name: string, read: Read]> =>
  Object.entries(load as Readonly<Record<string, Read>>)

/** Statements of a connection that answers at once, each prepared when it is first used. */
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

/** Reads what an operation asks for. */
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

/** Runs a write's statement; a failure is named by it. */
const changedBy = (of: Statements, { statement, values }: Step): number => {
  try {
    return of(statement).run(values)
  } catch (error) {
    throw new StepFailed(statement.operation, error)
  }
}

/** Carries a write's statement out. Throws `stale` and `StepFailed`. */
const apply = (of: Statements, step: Step): void => {
  const { statement } = step
  const changed = changedBy(of, step)
  if (statement.expects !== undefined && changed !== 1) throw stale
}

/** What operations of a group are performed with. */
export interface Means {
  readonly database: DatabaseService
  readonly of: Statements
  /** Runs a statement of the transaction's own. */
  readonly run: (text: string) => void
  readonly readingOf: (read: Read) => Reading
  readonly stepsOf: (write: Write) => ReadonlyArray<Step>
  /** Tells the host's listeners, inside the transaction; throws what they fail with. Absent where there are none. */
  readonly tell: ((change: TransactionChange) => void) | undefined
}

/** The whole transaction has to be taken back: an operation failed when it had written. */
export class Spoiled {}

const spoiled = new Spoiled()

export const storageFailure = (dialect: DatabaseService["dialect"], operation: string, error: unknown): StorageError =>
  failureOf(dialect, operation, Cause.fail(error))

/** What a listener failed with, as an operation that failed itself would throw it. */
export const causeOf = (cause: Cause.Cause<unknown>): unknown => Cause.squash(cause)

const isDriver = (error: unknown): boolean =>
  error instanceof StepFailed || (typeof error === "object" && error !== null && "code" in error)

// Where a row is refused, the statement alone is taken back. Of a full disk and the like the database makes more.
const mayHaveLostAll = ({ database: { dialect } }: Means, error: unknown): boolean =>
  isDriver(error) && storageFailure(dialect, "unit.perform", error).reason !== "constraint"

const failed = ({ database }: Means, operation: AnyOperation, error: unknown): AnyOutcome => {
  if (error instanceof Stale || error instanceof StorageError) return { _tag: "Failed", error }
  if (!isDriver(error)) return { _tag: "Died", defect: error }
  return { _tag: "Failed", error: storageFailure(database.dialect, operation.name, error) }
}

/** Says whether anything was written before it throws. */
const write = (means: Means, decision: AnyDecision, wrote: () => void): void => {
  if (decision._tag === "Refused") return
  for (const write of decision.writes) {
    for (const step of means.stepsOf(write)) {
      apply(means.of, step)
      wrote()
    }
  }
  if (means.tell !== undefined) for (const change of decision.changes ?? []) means.tell(change)
}

const attempt = (means: Means, operation: AnyOperation, wrote: () => void): AnyOutcome => {
  const decision = operation.decide(load(means.of, means.readingOf, operation))
  write(means, decision, wrote)
  return decidedOutcome(decision)
}

/** Performs an operation. Throws `Spoiled` when it fails and the transaction is not as it was before. */
export const perform = (means: Means, operation: AnyOperation): AnyOutcome => {
  let written = false
  try {
    return attempt(means, operation, () => {
      written = true
    })
  } catch (error) {
    if (written || mayHaveLostAll(means, error)) throw spoiled
    return failed(means, operation, error)
  }
}

const nothing = () => undefined

const takeBack = ({ run }: Means, cause: unknown): void => {
  try {
    run("ROLLBACK TO unit")
  } catch {
    // With the transaction its savepoint is gone. Why is what the operation failed with.
    throw cause
  }
}

/**
 * Performs an operation in a savepoint, so that it takes back nothing but its own. Throws what the driver throws when
 * the transaction itself is lost, as when the disk is full and the database has given it up.
 */
export const performCarefully = (means: Means, operation: AnyOperation): AnyOutcome => {
  means.run("SAVEPOINT unit")
  let outcome: AnyOutcome
  try {
    outcome = attempt(means, operation, nothing)
  } catch (error) {
    outcome = failed(means, operation, error)
    takeBack(means, error)
  }
  means.run("RELEASE unit")
  return outcome
}
