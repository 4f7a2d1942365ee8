/**
 * The rows of the interface by their ids. An id stands in front of its row as an empty anchor,
 * `<a id="credit_card/exp_month"></a>`: the section, then the row. Titles of tests and citations in code name the same
 * row in words, `credit_card object | exp_month`.
 */

/** A row. `line` counts from one. */
export interface Row {
  readonly id: string
  readonly section: string
  readonly name: string
  readonly line: number
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^-|-$/g, "")

/** `browser`, `browser members` and `browser object` are one section. */
const sectionKey = (text: string): string => keyOf(text).replace(/-(?:members|object|item)$/, "")

/** The rows of the interface in their order. */
export const rowsOf = (text: string): ReadonlyArray<Row> =>
  text.split("\n").flatMap((content, index) =>
    [...content.matchAll(/<a id="(([^"/]+)\/([^"/]+))"><\/a>/g)].map(([, id, section, name]) => ({
      id: id!,
      section: section!,
      name: name!,
      line: index + 1
    }))
  )

/** The line before the first of which nothing is a row, and how a line begins that explains the notation only. */
const firstHeading = "## Resources and their fields"
const notation = "- `*` marks required"

/** The numbers of the table rows and list items that have no id. */
export const withoutId = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+\|$/.test(line)
  return lines.flatMap((content, index) => {
    const isTitle = isRule(content) || isRule(lines[index + 1])
    const isRow = /^(?:\| |- |\d+\. )/.test(content) && !isTitle && !content.startsWith(notation)
    return isRow && index > lines.indexOf(firstHeading) && !content.includes("<a id=") ? [index + 1] : []
  })
}

/** What a tokenization shares with an authorization is one row of the interface. */
const shared = { section: "tokenization-request", row: "same-shapes-as-the-authorization-request" }
const original = "authorization-request"

/**
 * `inSection`: the rows of a section, none if there is no such section. `find`: the rows that the words after a section
 * name, one or several with commas between them, and the names that lead nowhere.
 */
export interface Index {
  readonly inSection: (section: string) => ReadonlyArray<Row>
  readonly find: (
    section: string,
    names: string
  ) => { readonly rows: ReadonlyArray<Row>; readonly unknown: ReadonlyArray<string> }
}

/** An index of rows. */
export const index = (rows: ReadonlyArray<Row>): Index => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const one = (section: string, name: string): Row | undefined => {
    const row = byId.get(`${section}/${keyOf(name)}`)
    if (row !== undefined || section !== shared.section) return row
    const inOriginal = byId.has(`${original}/${keyOf(name)}`) || byId.has(keyOf(name).replace(/\.([^.]+)$/, "/$1"))
    return inOriginal ? byId.get(`${shared.section}/${shared.row}`) : undefined
  }
  return {
    inSection: (section) => rows.filter((row) => row.section === sectionKey(section)),
    find: (section, names) => {
      const found: Array<Row> = []
      const unknown: Array<string> = []
      const parts = names.split(/,\s+/)
      // Names of rows hold commas themselves, so the longest one counts.
      for (let start = 0; start < parts.length; ) {
        let end = parts.length
        let row = one(sectionKey(section), parts.slice(start).join(", "))
        while (row === undefined && end > start + 1)
          row = one(sectionKey(section), parts.slice(start, --end).join(", "))
        if (row === undefined) unknown.push(parts[start]!)
        else found.push(row)
        start = end
      }
      return { rows: found, unknown }
    }
  }
}
