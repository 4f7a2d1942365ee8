import { type Outcome, Stale } from "@florin/core/store/OperationStore"
import type { Read } from "@florin/core/store/Reads"
import { StorageError } from "@florin/core/store/StorageError"
import type { Write } from "@florin/core/store/Write"
import type { TransactionChange } from "@florin/core/transactions/TransactionChange"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import type { Database } from "../Database.js"
import { failureOf } from "./failure.js"
import type { AnyDecision, AnyOperation, Statements } from "./performing.js"
import * as Performing from "./performing.js"
import type { Reading } from "./reading.js"
import type { Step } from "./statements.js"

type DatabaseService = Context.Tag.Service<Database>

export type AnyOutcome = Outcome<unknown, unknown>

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

/** The whole transaction has to be taken back: an operation failed when it had written, or the database itself did. */
export class Spoiled {}

const spoiled = new Spoiled()

export const storageFailure = (dialect: DatabaseService["dialect"], operation: string, error: unknown): StorageError =>
  failureOf(dialect, operation, Cause.fail(error))

/** What a listener failed with, as an operation that failed itself would throw it. */
export const causeOf = (cause: Cause.Cause<unknown>): unknown => Cause.squash(cause)

export { statements } from "./performing.js"

const isDriver = (error: unknown): boolean => typeof error === "object" && error !== null && "code" in error

const failed = ({ database }: Means, operation: AnyOperation, error: unknown): AnyOutcome => {
  if (error instanceof Stale || error instanceof StorageError) return { _tag: "Failed", error }
  if (!isDriver(error)) return { _tag: "Died", defect: error }
  return { _tag: "Failed", error: storageFailure(database.dialect, operation.name, error) }
}

const outcomeOf = (decision: AnyDecision): AnyOutcome =>
  decision._tag === "Refused"
    ? { _tag: "Failed", error: decision.refusal as never }
    : { _tag: "Committed", answer: decision.answer, wakeAt: decision.wakeAt }

/** Says whether anything was written before it throws. */
const write = (means: Means, decision: AnyDecision, wrote: () => void): void => {
  if (decision._tag === "Refused") return
  for (const write of decision.writes) {
    for (const step of means.stepsOf(write)) {
      Performing.apply(means.of, step)
      wrote()
    }
  }
  if (means.tell !== undefined) for (const change of decision.changes ?? []) means.tell(change)
}

const attempt = (means: Means, operation: AnyOperation, wrote: () => void): AnyOutcome => {
  const decision = operation.decide(Performing.load(means.of, means.readingOf, operation))
  write(means, decision, wrote)
  return outcomeOf(decision)
}

/** Performs an operation. Throws `Spoiled` when it fails after it has written, or with what the database throws. */
export const perform = (means: Means, operation: AnyOperation): AnyOutcome => {
  let written = false
  try {
    return attempt(means, operation, () => {
      written = true
    })
  } catch (error) {
    // A full disk may have ended the transaction: what comes after it in the group would be written by itself.
    if (written || isDriver(error)) throw spoiled
    return failed(means, operation, error)
  }
}

const nothing = () => undefined

/** Takes back what was written since the savepoint; throws why it is lost where the transaction is. */
const backTo = (means: Means, error: unknown): void => {
  try {
    means.run("ROLLBACK TO unit")
  } catch {
    throw error
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
    backTo(means, error)
  }
  means.run("RELEASE unit")
  return outcome
}
