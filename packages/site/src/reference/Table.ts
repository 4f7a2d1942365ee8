/** Tables of Markdown. */

/** A cell: what would end it, or begin a tag, is written otherwise. */
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

/** A table, or nothing without rows. */
export const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.length === 0
    ? ""
    : [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

/** Pieces of a page with a blank line between them. */
export const joined = (...pieces: ReadonlyArray<string | ReadonlyArray<string>>): string =>
  pieces
    .flat()
    .filter((piece) => piece !== "")
    .join("\n\n")
