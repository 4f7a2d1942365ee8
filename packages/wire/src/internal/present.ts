/** What is left of a body when everything that counts as absent is taken away. Source: D3. */

/** Source: D3. The body itself is the first level. */
const nestingLimit = 32

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

/** Level by level instead of by recursion: a body can be nested deeper than the stack. */
export const nestsTooDeep = (body: unknown): boolean => {
  let level: Array<object> = isContainer(body) ? [body] : []
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === nestingLimit) return true
    const next: Array<object> = []
    for (const container of level) {
      for (const value of Object.values(container)) if (isContainer(value)) next.push(value)
    }
    level = next
  }
  return false
}

/** A value without its absent members; `undefined` when it counts as absent itself. */
export const present = (value: unknown): unknown => {
  if (!isContainer(value)) return value ?? undefined
  if (Array.isArray(value)) {
    const elements = value.map(present).filter((element) => element !== undefined)
    return elements.length === 0 ? undefined : elements
  }
  const members = presentMembers(value)
  return Object.keys(members).length === 0 ? undefined : members
}

/** A copy of an object without its absent members. */
export const presentMembers = (value: object): Record<string, unknown> => {
  const members: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) {
    // Assigning this name would replace the prototype of the copy.
    if (name === "__proto__") continue
    const kept = present(member)
    if (kept !== undefined) members[name] = kept
  }
  return members
}

/** Where a path into what is left leads in the body as it was sent: absent elements of arrays count there. */
export const pathAsSent = (body: unknown, path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  let at = body
  return path.map((step) => {
    const name = Array.isArray(at) ? indexAsSent(at, Number(step)) : String(step)
    at = isContainer(at) ? (at as Record<string, unknown>)[name] : undefined
    return name
  })
}

const indexAsSent = (elements: ReadonlyArray<unknown>, index: number): string => {
  let left = index
  return String(elements.findIndex((element) => present(element) !== undefined && left-- === 0))
}
