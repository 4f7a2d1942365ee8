/** What the interface promises, row by row: the unit in which conformance is counted. */
import { cut, type InterfaceLine, namesIn, parse, plain } from "./InterfaceLines.js"
import { type NamedLine, named, notRows, sectionOf } from "./InterfaceNames.js"

/** A row, known as `section | name`. `heading` is the heading it stands under, `others` what else it may be called. */
export interface InterfaceRow {
  readonly heading: string
  readonly section: string
  readonly name: string
  readonly others: ReadonlyArray<string>
  readonly line: number
}

/** The name under which a row is listed, tested and planned. */
export const idOf = ({ name, section }: Pick<InterfaceRow, "name" | "section">): string => `${section} | ${name}`

interface Names {
  readonly section?: string
  readonly rows: NamedLine["rows"]
}

/** Several fields in one cell are several rows; a later one may leave out the object that the first one names. */
const fields = (cell: string): Names["rows"] => {
  const names = cell.replaceAll("`", "").split(", ")
  if (names.length === 1 || !names.every((name) => /^[\w.]+$/.test(name))) return [[cell.replaceAll("`", "")]]
  const object = /^[\w]+\./.exec(names[0]!)?.[0]
  return names.map((name) =>
    object === undefined || name.includes(".") ? [name] : ([`${object}${name}`, name] as const)
  )
}

/** A transition is known by what changes: state, trigger and condition. */
const transition = ([state, trigger, condition]: ReadonlyArray<string>): Names["rows"] => {
  const parts = [state === "(none)" ? "" : state, trigger, condition].filter((part) => part !== "")
  return [[parts.join(", ").replaceAll("`", "")]]
}

const item = (text: string, mark: string): Names["rows"] => {
  const bold = /^\*\*(.+?)\*\*/.exec(text)
  if (bold !== null) return [[bold[1]!, mark]]
  if (mark !== "-") return [[`rule ${mark}`, mark]]
  const leading = /^`[^`]+`(?:(?:, | and )`[^`]+`)*/.exec(text)
  return leading === null ? [[plain(cut(text, ":")[0])]] : namesIn(leading[0]).map((name) => [name])
}

/** `title: a (…), b (…). More.` lists the members `a` and `b`. */
const members = (text: string): Names | undefined => {
  const [title, list] = cut(text, ":")
  const rows = namesIn(cut(list, ". ")[0]).map((name) => [name] as const)
  return rows.length === 0 || cut(title, ". ")[1] !== "" ? undefined : { section: plain(title), rows }
}

const namesOf = (line: InterfaceLine, isTransition: boolean): Names | undefined => {
  const own = named.find(({ starts }) => line.raw.startsWith(starts))
  if (own !== undefined) return own
  switch (line.kind) {
    case "heading":
      return undefined
    case "paragraph":
      return members(line.text)
    case "item":
      return { rows: item(line.text, line.mark) }
    case "row":
      return { rows: isTransition ? transition(line.cells) : fields(line.cells[0]!) }
  }
}

/** A heading, or a paragraph that ends in a colon, opens a section. */
const opens = (line: InterfaceLine): string | undefined => {
  if (line.kind === "heading") return plain(line.text)
  if (line.kind !== "paragraph" || !line.text.endsWith(":")) return undefined
  const title = plain(line.text.slice(0, -1))
  return sectionOf[title] ?? title
}

/** The rows of the interface in their order. */
export const rowsOf = (text: string): ReadonlyArray<InterfaceRow> => {
  let heading = ""
  let current = ""
  return parse(text).flatMap((line) => {
    if (line.kind === "heading") heading = plain(line.text)
    current = opens(line) ?? current
    const names = namesOf(line, heading === "States and transitions")
    const section = names?.section ?? current
    if (names === undefined || notRows.includes(section) || notRows.includes(heading)) return []
    return names.rows.map(([name, ...others]) => ({ heading, section, name, others, line: line.line }))
  })
}
