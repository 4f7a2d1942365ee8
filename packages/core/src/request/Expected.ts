/** What a value has to be, beside what is wrong with it. */

/** Annotation of a schema: a noun, such as `an email address`, that a refusal names. */
export const Expected: unique symbol = Symbol.for("@florin/core/request/Expected")

/** The annotation. */
export const expected = (noun: string): { readonly [Expected]: string } => ({ [Expected]: noun })
