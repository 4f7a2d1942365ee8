/** What a plan gives to those who subscribe to it. Source: D66. */
import * as Schema from "effect/Schema"
import { expected } from "../request/Expected.js"

/** The most features that a plan has. */
const mostFeatures = 50

// Not beginning with `_`: no name is one that objects have of their own accord and that changes them.
const namePattern = /^[a-z0-9][a-z0-9_.-]{0,63}$/

const isValue = (value: unknown): value is true | number =>
  value === true || (Number.isSafeInteger(value) && (value as number) >= 0)

/** The name of a feature. Shape: 1 to 64 characters of `a-z0-9_.-`, the first of `a-z0-9`. */
export const isFeatureName = (name: string): boolean => namePattern.test(name)

/** Features as stored: `true` is given without a limit, a number is how much of it is given. */
export const Features = Schema.Record({
  key: Schema.String.pipe(Schema.pattern(namePattern)),
  value: Schema.Union(Schema.Literal(true), Schema.NonNegativeInt)
})

export type Features = typeof Features.Type

const nameSentence = "must have names of 1 to 64 characters of a-z, 0-9, _, . and -, the first of a-z and 0-9"
const valueSentence = `must be true or a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`

/** The values are read as they come: what is wrong with one is told of its own name. */
const sent = Schema.Record({ key: Schema.String, value: Schema.Union(Schema.Literal(true), Schema.Number) })

/** A name that is none is not repeated: it may be anything. */
const faultsOf = (features: Readonly<Record<string, unknown>>) => {
  const entries = Object.entries(features)
  if (entries.length > mostFeatures) return [{ path: [], message: `must have at most ${mostFeatures} members` }]
  if (!entries.every(([name]) => isFeatureName(name))) return [{ path: [], message: nameSentence }]
  return entries.flatMap(([name, value]) => (isValue(value) ? [] : [{ path: [name], message: valueSentence }]))
}

const present = (features: Features): Features =>
  Object.fromEntries(Object.entries(features).filter(([, value]) => value !== null))

/** Features as a merchant sends them. A member that is null counts as absent (D3). */
export const SentFeatures: Schema.Schema<Features> = Schema.transform(
  sent.annotations({
    ...expected("an object"),
    jsonSchema: {
      type: "object",
      maxProperties: mostFeatures,
      propertyNames: { pattern: namePattern.source },
      additionalProperties: {
        anyOf: [{ const: true }, { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }]
      }
    }
  }),
  sent.pipe(Schema.filter(faultsOf)),
  { strict: true, decode: present, encode: (kept) => kept }
)
