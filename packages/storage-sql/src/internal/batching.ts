import type { SqlValue } from "@florin/core/store/UnitOfWork"
import type { Statement, Step } from "./statements.js"

/** A statement as it is sent. */
interface Batched {
  readonly text: string
  readonly parameters: ReadonlyArray<SqlValue>
}

const texts = new Map<Statement, Array<string | undefined>>()

const made = (statement: Statement, rows: number): string => {
  if (statement.expects !== undefined) return statement.expects.batched(rows)
  if (statement.rows === undefined) return statement.text
  const { head, row, tail } = statement.rows
  return `${head}${Array.from({ length: rows }, () => row).join(", ")}${tail}`
}

const textOf = (statement: Statement, rows: number): string => {
  const known = texts.get(statement) ?? []
  if (known.length === 0) texts.set(statement, known)
  known[rows] ??= made(statement, rows)
  return known[rows]
}

// So many rows go in one statement at most: each number of rows is a text of its own, prepared once per session.
const mostRows = 8

const canShare = ({ expects, rows }: Statement): boolean => expects !== undefined || rows !== undefined

/**
 * The statements of several steps, in the order in which each is first asked for; what differs only in its values goes
 * as one. Operations that share a transaction touch no row that another of them touches, and each names its statements
 * in one order: first what ends, then what changes, then what is new.
 */
export const batched = (steps: ReadonlyArray<Step>): ReadonlyArray<Batched> => {
  const groups = new Map<Statement, Array<Step>>()
  for (const step of steps) {
    const group = groups.get(step.statement)
    if (group === undefined) groups.set(step.statement, [step])
    else group.push(step)
  }
  const all: Array<Batched> = []
  for (const [statement, group] of groups) {
    const size = canShare(statement) ? mostRows : 1
    for (let at = 0; at < group.length; at += size) {
      const rows = group.slice(at, at + size)
      all.push({ text: textOf(statement, rows.length), parameters: rows.flatMap(({ values }) => values) })
    }
  }
  return all
}
