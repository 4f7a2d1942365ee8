/** What a refusal says was expected, in addition to what is wrong. */

/** A schema annotation: the noun, such as `an email address`, that a refusal names as expected. */
export const Expected: unique symbol = Symbol.for("@florin/core/request/Expected")

/**
 * A schema annotation of a list of words: those that it takes. Others are ignored, and reported like unknown members.
 */
export const KnownWordsAnnotation: unique symbol = Symbol.for("@florin/core/request/KnownWords")

export const expected = (noun: string): { readonly [Expected]: string } => ({ [Expected]: noun })
