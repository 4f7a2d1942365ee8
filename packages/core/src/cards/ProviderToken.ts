/** A provider's own token in place of a card number. Source: D53. */
import * as Schema from "effect/Schema"

/**
 * A token that a provider's own fields or its account made: reusable, or for one payment. It is worth nothing without
 * that provider's secret key, is never in the vault, and goes to that provider only.
 */
export const ProviderToken = Schema.Struct({
  /** Whose token it is: the `provider` of one or more acquirers, such as `stripe`. */
  provider: Schema.String,
  value: Schema.Redacted(Schema.String),
  /** The customer at the provider to whom a reusable token belongs. */
  customer: Schema.optional(Schema.String)
})

export interface ProviderToken extends Schema.Schema.Type<typeof ProviderToken> {}
