/** The prepared-statement name of a text; undefined when the text is not prepared. */
export type StatementNames = (text: string) => string | undefined

/**
 * The most prepared statements per session. Florin's own statements are fixed and fewer; host statements beyond the
 * limit are planned on each use.
 */
const mostNames = 512

const planned = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|BEGIN|COMMIT|ROLLBACK)\b/i

export const make = (): StatementNames => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames || !planned.test(text)) return known
    const name = `florin_${names.size}`
    names.set(text, name)
    return name
  }
}
