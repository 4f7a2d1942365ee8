/** What the customer's browser carries for providers: texts that every store keeps and every browser sends as they are. */
import * as Schema from "effect/Schema"
import { storable } from "../request/Fields.js"

/** Unit: UTF-16 code units. */
const text = (least: number, most: number): Schema.Schema<string> =>
  Schema.String.pipe(Schema.minLength(least), Schema.maxLength(most), Schema.pattern(storable))

/** A message between providers, which the browser carries. */
export const BrowserMessage = text(0, 16_384)

/** A provider's own name of an operation or an authentication. */
export const ProviderReference = text(1, 255)

/** Hosted pages lead there, so it is nothing but a web address. `most`: characters after its scheme. */
export const webAddress = (most: number): Schema.Schema<string> =>
  Schema.String.pipe(Schema.pattern(new RegExp(`^https?://[^\\s"'<>\\u0000\\ud800-\\udfff]{1,${most}}$`, "u")))

/** `__proto__` is no name: an object that is made member by member loses it. */
const FieldName = text(1, 128).pipe(Schema.filter((name) => name !== "__proto__"))

/** Whether a form field of a provider may have the name. */
export const isFieldName = Schema.is(FieldName)

/** Fields by their names, each of which is one. */
export const fieldsOf = <V extends Schema.Schema.AnyNoContext>(value: V) =>
  Schema.Record({ key: Schema.String, value }).pipe(Schema.filter((fields) => Object.keys(fields).every(isFieldName)))
