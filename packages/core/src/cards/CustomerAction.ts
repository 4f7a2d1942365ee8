/** What the customer has to do at the provider before a charge can go on. Source: D53. */
import * as Schema from "effect/Schema"
import { BrowserMessage, fieldsOf, webAddress } from "./BrowserMessage.js"

/** More than any provider's form has. */
const mostFields = 64

const url = webAddress(4000)

const Fields = fieldsOf(BrowserMessage).pipe(Schema.filter((fields) => Object.keys(fields).length <= mostFields))

/**
 * Where the customer's browser goes: an address of at most 4,000 characters, and at most 64 fields of at most 16,384 each.
 *
 * - `Redirect`: it opens the address
 * - `Form`: it posts the fields to the address
 */
export const CustomerAction = Schema.Union(
  Schema.TaggedStruct("Redirect", { url }),
  Schema.TaggedStruct("Form", { url, fields: Fields })
)

export type CustomerAction = typeof CustomerAction.Type
