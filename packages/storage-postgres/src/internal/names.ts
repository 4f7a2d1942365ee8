/** The name under which sessions keep a statement's plan; none for one that is not kept. */
export type StatementNames = (text: string) => string | undefined

/** How many plans a session keeps at most. Ours are fixed and fewer; a host's beyond that are planned each time. */
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
