/** The report: figures side by side, and below them whatever is wrong. */
import type * as Figures from "./Figures.js"

/** A part that has run: its name, its figures, and what is wrong, a line each. */
export interface Column {
  readonly name: string
  readonly figures: ReadonlyArray<Figures.Figure>
  readonly faults: ReadonlyArray<string>
}

const cell = (figure: Figures.Figure | undefined): string =>
  figure === undefined ? "" : `${figure.value}${figure.isOff ? " !" : ""}`

const aligned = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows.map((row) =>
    row.map((text, column) => (column === 0 ? text.padEnd(widths[0]!) : text.padStart(widths[column]!))).join("  ")
  )
}

/** How many lines of what is wrong are shown of each part. */
const shown = 20

const complaints = ({ faults, name }: Column): ReadonlyArray<string> => [
  ...faults.slice(0, shown).map((fault) => `${name}: ${fault}`),
  ...(faults.length > shown ? [`${name}: and ${faults.length - shown} more`] : [])
]

export const render = (columns: ReadonlyArray<Column>): string => {
  const names = [...new Set(columns.flatMap(({ figures }) => figures.map(({ name }) => name)))]
  const row = (name: string) => [name, ...columns.map(({ figures }) => cell(figures.find((_) => _.name === name)))]
  const table = aligned([["", ...columns.map(({ name }) => name)], ...names.map(row)])
  return [...table, "", ...columns.flatMap(complaints)].join("\n").trimEnd()
}

export const isGood = (columns: ReadonlyArray<Column>): boolean => columns.every(({ faults }) => faults.length === 0)
