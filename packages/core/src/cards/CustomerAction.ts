/** What the customer has to do at the provider before a charge can go on. Source: D53. */
import * as Schema from "effect/Schema"

/** Hosted pages lead there, so it is nothing but a web address. */
const WebAddress = Schema.String.pipe(Schema.pattern(/^https?:\/\/[^\s"'<>\u0000\ud800-\udfff]{1,4000}$/u))

/** Text that every store keeps and every browser sends as it is. */
const WellFormed = Schema.String.pipe(Schema.pattern(/^[^\u0000\ud800-\udfff]*$/u))

const FieldValue = WellFormed.pipe(Schema.maxLength(16_384))

/** More than any provider's form has. */
const mostFields = 64

/** `__proto__` is no name: an object that is made member by member loses it. */
const FieldName = WellFormed.pipe(
  Schema.minLength(1),
  Schema.maxLength(128),
  Schema.filter((name) => name !== "__proto__")
)

/** Whether a form field of a provider may have the name. */
export const isFieldName = Schema.is(FieldName)

/** Fields by their names, each of which is one. */
export const fieldsOf = <V extends Schema.Schema.AnyNoContext>(value: V) =>
  Schema.Record({ key: Schema.String, value }).pipe(Schema.filter((fields) => Object.keys(fields).every(isFieldName)))

const Fields = fieldsOf(FieldValue).pipe(Schema.filter((fields) => Object.keys(fields).length <= mostFields))

/**
 * Where the customer's browser goes: an address of at most 4,000 characters, and at most 64 fields of at most 16,384 each.
 *
 * - `Redirect`: it opens the address
 * - `Form`: it posts the fields to the address
 */
export const CustomerAction = Schema.Union(
  Schema.TaggedStruct("Redirect", { url: WebAddress }),
  Schema.TaggedStruct("Form", { url: WebAddress, fields: Fields })
)

export type CustomerAction = typeof CustomerAction.Type

/** A provider's own name of an operation. */
export const ProviderReference = WellFormed.pipe(Schema.minLength(1), Schema.maxLength(255))
