/**
 * The rows of the interface by their ids. An id stands in front of its row as an empty anchor,
 * `<a id="credit_card/exp_month"></a>`: the section, then the row. Titles of tests and citations in code name the same
 * row in words, `credit_card object | exp_month`.
 */

/** A row. */
export interface Row {
  readonly id: string
  readonly section: string
  readonly name: string
}

/** The rows of the interface in their order. */
export const rowsOf = (text: string): ReadonlyArray<Row> =>
  [...text.matchAll(/<a id="(([^"/]+)\/([^"/]+))"><\/a>/g)].map(([, id, section, name]) => ({
    id: id!,
    section: section!,
    name: name!
  }))

/** The numbers of the table rows and list items without an id. What comes before the resources explains the document. */
export const withoutId = (text: string): ReadonlyArray<number> => {
  const lines = text.split("\n")
  const start = lines.indexOf("## Resources and their fields")
  const isRule = (line: string | undefined) => line !== undefined && /^\|[\s:|-]+\|$/.test(line)
  return lines.flatMap((line, index) => {
    const isTitle = isRule(line) || isRule(lines[index + 1]) || line.startsWith("- `*` marks required")
    const isRow = index > start && /^(?:\| |- |\d+\. )/.test(line) && !isTitle
    return isRow && !line.includes("<a id=") ? [index + 1] : []
  })
}

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, "-")
    .replace(/^-|-$/g, "")

/** `browser`, `browser members` and `browser object` are one section. */
const sectionKey = (text: string): string => keyOf(text).replace(/-(?:members|object|item)$/, "")

/** What a tokenization shares with an authorization is one row of the interface. */
const tokenization = "tokenization-request"
const shared = `${tokenization}/same-shapes-as-the-authorization-request`

/**
 * `inSection`: the rows of a section, none if there is no such section. `find`: the rows that the words after a section
 * name, one or several with commas between them, and the names that lead nowhere.
 */
export interface Index {
  readonly inSection: (section: string) => ReadonlyArray<Row>
  readonly find: (
    section: string,
    names: string
  ) => { readonly found: ReadonlyArray<Row>; readonly unknown: ReadonlyArray<string> }
}

/** An index of rows. */
export const index = (rows: ReadonlyArray<Row>): Index => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const isShared = (key: string) => byId.has(`authorization-request/${key}`) || byId.has(key.replace(/\.(\w+)$/, "/$1"))
  const one = (section: string, name: string): Row | undefined =>
    byId.get(`${section}/${keyOf(name)}`) ??
    (section === tokenization && isShared(keyOf(name)) ? byId.get(shared) : undefined)
  return {
    inSection: (section) => rows.filter((row) => row.section === sectionKey(section)),
    find: (section, names) => {
      const found: Array<Row> = []
      const unknown: Array<string> = []
      // Names of rows hold commas themselves, so the longest one counts.
      for (let parts = names.split(/,\s+/), length = parts.length; parts.length > 0; length--) {
        const row = one(sectionKey(section), parts.slice(0, length).join(", "))
        if (row === undefined && length > 1) continue
        if (row === undefined) unknown.push(parts[0]!)
        else found.push(row)
        parts = parts.slice(length)
        length = parts.length + 1
      }
      return { found, unknown }
    }
  }
}
