/** Tables of text for terminals. */

/** The width that a terminal has if nothing else is known. Unit: columns. */
const width = 80

const gap = (needed: number, columns: number): string => {
  const [wide, narrow] = [needed + 2 * (columns - 1), needed + columns - 1]
  return wide > width && narrow <= width ? " " : "  "
}

/** What merchants send must not move the cursor, or reverse the line. */
const printable = (cell: string): string => cell.replace(/[\p{Cc}\p{Cf}]/gu, "\uFFFD")

/** One line per row, its cells below each other. Columns stand close where only that fits a terminal. */
export const aligned = (given: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const rows = given.map((row) => row.map(printable))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const space = gap(
    widths.reduce((sum, width) => sum + width, 0),
    widths.length
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(space)
      .trimEnd()
  )
}
