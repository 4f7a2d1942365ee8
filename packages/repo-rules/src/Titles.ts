/**
 * The titles of tests that name rows of the interface, read from the sources without running them.
 *
 * Shape: `Section | row: sentence`, `Section | row, other row: sentence`, or the same without a sentence.
 */
import ts from "typescript"
import {
  type Bindings,
  bind,
  evaluate,
  functionOf,
  hole,
  isList,
  type Reading,
  textIn,
  unbound,
  type Value
} from "./Constants.js"
import { type HouseFile, lineOf, walk } from "./HouseFile.js"

/** A title: the section it names, the rows as they are written, and what it says of them. */
export interface Title {
  readonly path: string
  readonly line: number
  readonly section: string
  readonly rows: string
  readonly says: string
}

type IsSection = (text: string) => boolean
type Parts = Pick<Title, "section" | "rows" | "says">

/** Where tests stand. This package's own are not among them: they hold titles as examples. */
export const isTestSource = (path: string): boolean =>
  /^(?:packages|examples)\/[^/]+\/test\/.+\.ts$/.test(path) && !path.startsWith("packages/repo-rules/")

const partsOf = (text: string): Parts | undefined => {
  const [, section, rest] = /^([^|]+) \| (.+)$/s.exec(text) ?? []
  if (section === undefined || rest === undefined) return undefined
  const colon = rest.indexOf(": ")
  return colon === -1
    ? { section, rows: rest, says: "" }
    : { section, rows: rest.slice(0, colon), says: rest.slice(colon + 2) }
}

const textOf = (node: ts.Node): string | undefined => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return node.templateSpans.reduce((text, span) => `${text}${hole}${span.literal.text}`, node.head.text)
}

/** The table of `it.each(table)(title, …)`, where `title` is that title. */
const tableOf = (title: ts.Node): Value => {
  const { parent } = title
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== title) return undefined
  const each = parent.expression
  if (!ts.isCallExpression(each) || !ts.isPropertyAccessExpression(each.expression)) return undefined
  const [table] = each.arguments
  return each.expression.name.text === "each" && table !== undefined ? evaluate(table) : undefined
}

const isText = (value: Value): value is string => typeof value === "string"

/** `$field` or `%s` at the place of the row: the rows stand in the table. */
const spelledOut = (rows: string, table: Value): ReadonlyArray<string> => {
  const field = /^\$(\w+)$/.exec(rows)?.[1]
  if (!isList(table) || (field === undefined && rows !== "%s")) return [rows]
  const values = table.map((entry) => {
    if (field !== undefined) return textIn(entry, field)
    return isList(entry) ? entry[0] : entry
  })
  return values.every(isText) && values.length > 0 ? values : [rows]
}

const spelled = (node: ts.Node, isSection: IsSection): ReadonlyArray<Parts> => {
  const parts = partsOf(textOf(node) ?? "")
  if (parts === undefined || !isSection(parts.section)) return []
  return spelledOut(parts.rows, tableOf(node)).map((rows) => ({ ...parts, rows }))
}

/** An entry `{ field | row, says }` of a table whose rows become tests one by one. */
const entry =
  (section: string) =>
  (value: Value): ReadonlyArray<Parts> => {
    const rows = textIn(value, "row") ?? textIn(value, "field")
    const says = textIn(value, "says")
    return rows === undefined || says === undefined || rows.includes(" | ") ? [] : [{ section, rows, says }]
  }

/** A call with a section's name and a table; or of a function of the same file that makes such a call. */
const tabled = (
  node: ts.CallExpression,
  isSection: IsSection,
  bindings: Bindings = unbound,
  reading: Reading = []
): ReadonlyArray<Parts> => {
  const [first, ...others] = node.arguments
  const section = first === undefined ? undefined : evaluate(first, bindings, reading)
  const values = () => others.map((argument) => evaluate(argument, bindings, reading))
  if (isText(section) && isSection(section)) {
    const tables = values().map((value) => (value instanceof Map ? value.get("rows") : value))
    return tables.filter(isList).flatMap((table) => table.flatMap(entry(section)))
  }
  const called = functionOf(node.expression)
  if (called === undefined || !ts.isCallExpression(called.body) || reading.includes(called.arrow)) return []
  return tabled(called.body, isSection, bind(called.arrow, [section, ...values()]), [...reading, called.arrow])
}

/**
 * The titles that a file spells out: texts of that shape, and tables given to a function with the name of a section. A
 * row that only a run knows stands there as it is written, so that it is found nowhere and reported.
 */
export const titlesOf = (file: HouseFile, isSection: IsSection): ReadonlyArray<Title> => {
  const titles: Array<Title> = []
  walk(file, (node) => {
    const parts = ts.isCallExpression(node) ? tabled(node, isSection) : spelled(node, isSection)
    titles.push(...parts.map((_) => ({ ..._, path: file.path, line: lineOf(file, node) })))
  })
  return titles
}
