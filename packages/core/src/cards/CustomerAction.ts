/** What the customer has to do at the provider before a charge can go on. Source: D53. */
import * as Schema from "effect/Schema"

/**
 * Where the customer's browser goes.
 *
 * - `Redirect`: it opens the address
 * - `Form`: it posts the fields to the address
 */
export const CustomerAction = Schema.Union(
  Schema.TaggedStruct("Redirect", { url: Schema.String }),
  Schema.TaggedStruct("Form", {
    url: Schema.String,
    fields: Schema.Record({ key: Schema.String, value: Schema.String })
  })
)

export type CustomerAction = typeof CustomerAction.Type
