/** What the gateway hands to a port, as plain data. */
import type * as Brand from "effect/Brand"
import * as DateTime from "effect/DateTime"
import * as Redacted from "effect/Redacted"

/**
 * The same without Effect: amounts are numbers, keys are texts, instants are `Date`s. A secret is a function that hands it
 * out, so that no log, error or JSON of a request shows it.
 */
export type Plain<A> = A extends DateTime.Utc
  ? Date
  : A extends Redacted.Redacted<infer Secret>
    ? () => Secret
    : A extends Brand.Brand<string | symbol>
      ? A extends string
        ? string
        : number
      : A extends string | number | boolean | null | undefined
        ? A
        : A extends ReadonlyArray<infer One>
          ? ReadonlyArray<Plain<One>>
          : A extends object
            ? { readonly [Name in keyof A]: Plain<A[Name]> }
            : A

const plainly = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (DateTime.isDateTime(value)) return DateTime.toDateUtc(value)
  // biome-ignore lint/plugin/secrets: the host's own port takes it, where it builds its request
  if (Redacted.isRedacted(value)) return () => Redacted.value(value)
  if (Array.isArray(value)) return value.map(plainly)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainly(member)]))
}

export const plain = <A>(value: A): Plain<A> => plainly(value) as Plain<A>
