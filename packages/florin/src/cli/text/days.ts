/** Lists in which each day has a line of its own, so that a row fits a terminal. */
import * as DateTime from "effect/DateTime"
import { aligned } from "./columns.js"

interface Row {
  readonly createdAt: DateTime.Utc
  /** What stands behind the time. */
  readonly cells: ReadonlyArray<string>
}

const dayOf = ({ createdAt }: Row): string => DateTime.formatIso(createdAt).slice(0, 10)
const timeOf = ({ createdAt }: Row): string => DateTime.formatIso(createdAt).slice(11, 16)

/** The days and times are those of UTC. */
export const byDay = (rows: ReadonlyArray<Row>): ReadonlyArray<string> => {
  const lines = aligned(rows.map((row) => [timeOf(row), ...row.cells]))
  return rows.flatMap((row, index) => {
    const before = rows[index - 1]
    const isNew = before === undefined || dayOf(before) !== dayOf(row)
    return [...(isNew && index > 0 ? [""] : []), ...(isNew ? [dayOf(row)] : []), lines[index] ?? ""]
  })
}

/** A page: its rows, and how to see more. `none`: what is said of no row. */
export const page = (rows: ReadonlyArray<Row>, none: string, after: string | undefined): string => {
  if (rows.length === 0) return none
  return [...byDay(rows), ...(after === undefined ? [] : ["", `There are more: --after ${after}`])].join("\n")
}
