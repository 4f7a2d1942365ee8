/** What counts as absent, and how deep a body may be. Source: D3. */

/** Source: D3. The body itself is the first level. */
const nestingLimit = 32

export const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isContainer(value) && !Array.isArray(value)

const reaches = (container: object, levels: number): boolean => {
  if (levels === 0) return true
  for (const value of Array.isArray(container) ? container : Object.values(container)) {
    if (isContainer(value) && reaches(value, levels - 1)) return true
  }
  return false
}

/** Ends at the limit: a body can be nested deeper than the stack. */
export const nestsTooDeep = (body: unknown): boolean => isContainer(body) && reaches(body, nestingLimit)

/** Null, and a list or object that holds nothing else, count as absent; an empty text does as a member of an object. */
export const isAbsent = (value: unknown): boolean => {
  if (!isContainer(value)) return value === null || value === undefined
  if (Array.isArray(value)) return value.every(isAbsent)
  for (const name in value) {
    // No field has this name, and what it holds is nobody's member.
    if (name !== "__proto__" && !isAbsentMember((value as Record<string, unknown>)[name])) return false
  }
  return true
}

export const isAbsentMember = (value: unknown): boolean => value === "" || isAbsent(value)
