/** A line of the shop's own. Source: D62. */
import * as Schema from "effect/Schema"
import { expected } from "../request/Expected.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"

const texts = FieldDescriptions.line

const sentence = "must be an amount in minor units other than 0, above or below it"

const Signed = Fields.orDigits(
  Schema.Number.pipe(
    Schema.filter((value) => Number.isSafeInteger(value) && value !== 0, { message: () => sentence }),
    Schema.annotations({
      ...expected("an amount in minor units other than 0"),
      jsonSchema: { type: "integer", not: { const: 0 } }
    })
  )
)

export const LineRequest = Fields.named(
  "LineRequest",
  Fields.object({
    description: Fields.required(Fields.requiredText(255), texts.description),
    amount: Fields.required(Signed, texts.signed),
    when: Fields.optional(Fields.oneOf("next", "now"), texts.when)
  })
)

export type LineRequest = typeof LineRequest.Type

/** How many lines wait at most for one charge. */
export const mostWaiting = 100
