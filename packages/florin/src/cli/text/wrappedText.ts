/** Text for terminals of 80 columns. */

/** Breaks a text at spaces. A longer word, such as a path, keeps its length. */
export const wrapped = (text: string, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

const width = 80

/** A term and, from a column on, what it means; on the next line if the term is too long. */
export const defined = (term: string, meaning: string, column: number): ReadonlyArray<string> => {
  const indent = " ".repeat(column)
  const lines = wrapped(meaning, width - column).map((line) => `${indent}${line}`)
  const [first = "", ...rest] = lines
  return term.length + 4 > column
    ? [...wrapped(term, width - 6).map((line, index) => `${index === 0 ? "  " : "      "}${line}`), ...lines]
    : [`  ${term}`.padEnd(column) + first.slice(column), ...rest]
}
