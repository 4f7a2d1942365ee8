/** Optional members of a host's answers, as the gateway stores them. */

type Texts = Readonly<Record<string, string | null>>

/** A bank's number of something may be a number. */
const textOf = (value: unknown): unknown =>
  typeof value === "number" || typeof value === "bigint" ? String(value) : (value ?? null)

/** The texts that a host has given; null for those that it has left out, or that are undefined. */
export const filled = <A extends Texts>(none: A, given: Partial<A> | null | undefined): A =>
  Object.fromEntries(
    Object.keys(none).map((name) => [name, textOf(given === null || given === undefined ? null : given[name])])
  ) as A
