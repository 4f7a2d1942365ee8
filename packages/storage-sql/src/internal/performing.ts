import type { Decision, Operation } from "@florin/core/store/Operation"
import { Stale } from "@florin/core/store/OperationStore"
import type { Read } from "@florin/core/store/Reads"
import type { Prepared } from "../Database.js"
import { StepFailed } from "./failure.js"
import type { Reading } from "./reading.js"
import type { Statement, Step } from "./statements.js"

/** A row was not as a write expected it. */
export const stale = new Stale()

/** An operation of any kind. */
// biome-ignore lint/suspicious/noExplicitAny: what it reads and answers is between it and the one that submitted it.
export type AnyOperation = Operation<any, any, any>

export type AnyDecision = Decision<unknown, unknown>

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

export type Statements = ReturnType<typeof statements>

/** Reads what an operation asks for. */
export const load = (of: Statements, readingOf: (read: Read) => Reading, operation: AnyOperation): unknown => {
  const facts: Record<string, unknown> = {}
  for (const name in operation.load) {
    const { decode, more, step } = readingOf((operation.load as Readonly<Record<string, Read>>)[name]!)
    const rows = of(step.statement).all(step.values)
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
export const apply = (of: Statements, step: Step): void => {
  const { statement } = step
  const changed = changedBy(of, step)
  if (statement.expects !== undefined && changed !== 1) throw stale
}
