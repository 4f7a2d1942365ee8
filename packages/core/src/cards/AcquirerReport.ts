/** An acquirer's report on an operation. */
import * as Schema from "effect/Schema"

/** Every field is shown to the merchant. */
export const AcquirerReport = Schema.Struct({
  authCode: Schema.NullOr(Schema.String),
  bankCode: Schema.NullOr(Schema.String),
  /** Retrieval reference number from the card network. */
  rrn: Schema.NullOr(Schema.String),
  refId: Schema.NullOr(Schema.String),
  /** The acquirer's own text; null uses Florin's. */
  message: Schema.NullOr(Schema.String),
  billingDescriptor: Schema.NullOr(Schema.String),
  avsResult: Schema.NullOr(Schema.String),
  cvcResult: Schema.NullOr(Schema.String)
})

export interface AcquirerReport extends Schema.Schema.Type<typeof AcquirerReport> {}

export const noReport: AcquirerReport = {
  authCode: null,
  bankCode: null,
  rrn: null,
  refId: null,
  message: null,
  billingDescriptor: null,
  avsResult: null,
  cvcResult: null
}
