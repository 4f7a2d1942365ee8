/** Passages in which a question mark is not a placeholder: literals, quoted identifiers, comments. */
const passages = [
  /[eE]'(?:[^'\\]|\\.|'')*'/,
  /'(?:[^']|'')*'/,
  /"(?:[^"]|"")*"/,
  /--[^\n]*/,
  /\/\*.*?\*\//,
  /(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$).*?\1/
]

const passageOrPlaceholder = new RegExp([...passages.map(({ source }) => source), "\\?"].join("|"), "gs")

/** Replaces the `?` placeholders of a statement with `$1`, `$2` … */
export const placeholders = (statement: string): string => {
  let place = 0
  return statement.replace(passageOrPlaceholder, (found) => (found === "?" ? `$${++place}` : found))
}
