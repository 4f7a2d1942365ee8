import type { SqlValue } from "@florin/core/store/UnitOfWork"
import type { Statement } from "./statement.js"
import type { Step } from "./values.js"

/** A statement to send. */
interface Batched {
  readonly operation: string
  readonly text: string
  readonly parameters: ReadonlyArray<SqlValue>
}

const texts = new Map<Statement, Array<string | undefined>>()

const textOf = (statement: Statement, rows: number): string => {
  const known = texts.get(statement) ?? []
  if (known.length === 0) texts.set(statement, known)
  known[rows] ??= statement.many?.(rows) ?? statement.unlocked ?? statement.text
  return known[rows]
}

// Each row count is a separate text to prepare in each session, so there are few of them; up to 16 rows take two.
const sizes = [32, 16, 12, 8, 6, 4, 3, 2, 1]
const mostRows = 32

/** Whether the statement already names this row; a single statement would change it only once. */
const isNamed = ({ key = [] }: Statement, rows: ReadonlyArray<Step>, { values }: Step): boolean =>
  key.length > 0 && rows.some((row) => key.every((place) => row.values[place] === values[place]))

/** Parts for which few different texts are needed. */
export const sized = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const parts: Array<ReadonlyArray<A>> = []
  for (let from = 0; from < rows.length; from += parts.at(-1)!.length) {
    const size = sizes.find((most) => most <= rows.length - from)!
    parts.push(rows.slice(from, from + size))
  }
  return parts
}

const chunked = (statement: Statement, steps: ReadonlyArray<Step>): ReadonlyArray<ReadonlyArray<Step>> => {
  if (statement.many === undefined) return steps.map((step) => [step])
  const chunks: Array<Array<Step>> = []
  for (const step of steps) {
    const last = chunks.at(-1)
    if (last === undefined || last.length === mostRows || isNamed(statement, last, step)) chunks.push([step])
    else last.push(step)
  }
  return chunks.flatMap(sized)
}

interface Group {
  readonly statement: Statement
  readonly steps: Array<Step>
}

/**
 * Merges the statements of several operations. Steps that differ only in their values become one statement; the steps
 * of one operation keep their order. Operations in one transaction touch disjoint rows, so the order between operations
 * doesn't matter. `byIndex` is sent first when a statement changes many rows.
 */
export const batched = (
  operations: ReadonlyArray<ReadonlyArray<Step>>,
  byIndex: string | undefined
): ReadonlyArray<Batched> => {
  const groups: Array<Group> = []
  for (const steps of operations) {
    let from = 0
    for (const step of steps) {
      const place = groups.findIndex(({ statement }, index) => index >= from && statement === step.statement)
      if (place < 0) from = groups.push({ statement: step.statement, steps: [step] }) - 1
      else {
        groups[place]!.steps.push(step)
        from = place
      }
    }
  }
  const statements = groups.flatMap(({ statement, steps }) =>
    chunked(statement, steps).map((rows) => ({
      operation: statement.operation,
      text: textOf(statement, rows.length),
      parameters: rows.flatMap(({ values }) => values)
    }))
  )
  const looksForMany = groups.some(({ statement, steps }) => statement.isGuarded === true && steps.length > 1)
  if (byIndex === undefined || !looksForMany) return statements
  return [{ operation: "unit.plan", text: byIndex, parameters: [] }, ...statements]
}
