/** Members of what we keep, under the interface's names. */

const known = new Map<string, string>()

// Names come from our own schemas, so this fills once and stays small.
const interfaceName = (name: string): string => {
  const cached = known.get(name)
  if (cached !== undefined) return cached
  const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  known.set(name, spelled)
  return spelled
}

/** What a section of a request holds is text, numbers, flags and lists of them: only the names differ. */
export const withInterfaceNames = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) return value.map(withInterfaceNames)
  const spelled: Record<string, unknown> = {}
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) spelled[interfaceName(name)] = withInterfaceNames(member)
  }
  return spelled
}
