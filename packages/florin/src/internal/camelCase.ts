/** Names of members: `snake_case` on the wire, `camelCase` for hosts. */

/** `exp_month` as hosts spell it: `expMonth`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** A document as hosts see it, in all its depth. */
export type CamelCased<Document> =
  Document extends ReadonlyArray<infer One>
    ? ReadonlyArray<CamelCased<One>>
    : Document extends object
      ? string extends keyof Document
        ? Document
        : {
            readonly [Name in keyof Document as Name extends string ? CamelCase<Name> : Name]: CamelCased<
              Document[Name]
            >
          }
      : Document

export const camelCase = (name: string): string => name.replace(/_([a-z0-9])/g, (_, next: string) => next.toUpperCase())

export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** What a merchant sends along is answered as it was sent. */
const untouched = new Set(["additional_data", "additionalData"])

const renamed = (value: unknown, rename: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      rename(name),
      untouched.has(name) ? member : renamed(member, rename)
    ])
  )
}

/** A document of the wire as hosts see it. */
export const toHost = (document: unknown): unknown => renamed(document, camelCase)

/** What a host says, as the wire spells it. A member that is undefined counts as absent. */
export const toWire = (said: unknown): unknown => renamed(JSON.parse(JSON.stringify(said ?? null)), snakeCase)
