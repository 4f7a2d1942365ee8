/** What may hold a question mark that is none of ours: texts, names, comments. */
const passages = [
  /[eE]'(?:[^'\\]|\\.|'')*'/,
  /'(?:[^']|'')*'/,
  /"(?:[^"]|"")*"/,
  /--[^\n]*/,
  /\/\*.*?\*\//,
  /(?<![\w$])(\$(?:[A-Za-z_]\w*)?\$).*?\1/
]

const passageOrPlaceholder = new RegExp([...passages.map(({ source }) => source), "\\?"].join("|"), "gs")

/** Numbers the question marks of a statement: `?` becomes `$1`, `$2` … */
export const placeholders = (statement: string): string => {
  let place = 0
  return statement.replace(passageOrPlaceholder, (found) => (found === "?" ? `$${++place}` : found))
}
