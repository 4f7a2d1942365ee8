/** The lines of the interface that mean something: headings, paragraphs, list items and table rows. */

/** One line, with its number counted from one. An item's `mark` is `-` or its number; a table row has `cells`. */
export type InterfaceLine =
  | { readonly kind: "heading"; readonly line: number; readonly raw: string; readonly text: string }
  | { readonly kind: "paragraph"; readonly line: number; readonly raw: string; readonly text: string }
  | {
      readonly kind: "item"
      readonly line: number
      readonly raw: string
      readonly text: string
      readonly mark: string
    }
  | { readonly kind: "row"; readonly line: number; readonly raw: string; readonly cells: ReadonlyArray<string> }

const rule = /^\|[\s:|-]+\|$/

const cellsOf = (raw: string): ReadonlyArray<string> =>
  raw
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim())

const read = (raw: string, line: number, next: string | undefined): InterfaceLine | undefined => {
  const heading = /^#+ (.+)$/.exec(raw)
  if (heading !== null) return { kind: "heading", line, raw, text: heading[1]! }
  const item = /^(?:(-)|(\d+)\.) (.+)$/.exec(raw)
  if (item !== null) return { kind: "item", line, raw, mark: item[1] ?? item[2]!, text: item[3]! }
  if (!raw.startsWith("|")) return raw === "" ? undefined : { kind: "paragraph", line, raw, text: raw }
  // The head of a table and the rule below it name columns, not rows.
  const isHead = rule.test(raw) || (next !== undefined && rule.test(next))
  return isHead ? undefined : { kind: "row", line, raw, cells: cellsOf(raw) }
}

/** The lines of a document, empty ones and the heads of tables left out. */
export const parse = (text: string): ReadonlyArray<InterfaceLine> => {
  const lines = text.split("\n").map((line) => line.trim())
  return lines.flatMap((raw, index) => read(raw, index + 1, lines[index + 1]) ?? [])
}

/** A text without its backticks and without what stands in parentheses. */
export const plain = (text: string): string => {
  let depth = 0
  let outside = ""
  for (const letter of text.replaceAll("`", "")) {
    if (letter === "(") depth++
    if (depth === 0) outside += letter
    if (letter === ")") depth--
  }
  return outside
    .replace(/\s+/g, " ")
    .replace(/ ([:.,])/g, "$1")
    .trim()
}

/** The part of a text before and after the first `mark` that stands outside parentheses. */
export const cut = (text: string, mark: string): readonly [before: string, after: string] => {
  let depth = 0
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth++
    if (text[index] === ")") depth--
    if (depth === 0 && text.startsWith(mark, index)) return [text.slice(0, index), text.slice(index + mark.length)]
  }
  return [text, ""]
}

/** The names in backticks that stand outside parentheses: what is inside explains a name. */
export const namesIn = (text: string): ReadonlyArray<string> => {
  let depth = 0
  let outside = ""
  for (const letter of text) {
    if (letter === "(") depth++
    if (depth === 0) outside += letter
    if (letter === ")") depth--
  }
  return [...outside.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)
}
