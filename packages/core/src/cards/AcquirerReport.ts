/** What an acquirer says about an operation. */
import * as Schema from "effect/Schema"

/** What the acquirer reports about an operation. All of it is shown to the merchant. */
export const AcquirerReport = Schema.Struct({
  authCode: Schema.NullOr(Schema.String),
  bankCode: Schema.NullOr(Schema.String),
  /** Retrieval reference number from the card network. */
  rrn: Schema.NullOr(Schema.String),
  refId: Schema.NullOr(Schema.String),
  /** The acquirer's own words; null lets Florin phrase it. */
  message: Schema.NullOr(Schema.String),
  billingDescriptor: Schema.NullOr(Schema.String),
  avsResult: Schema.NullOr(Schema.String),
  cvcResult: Schema.NullOr(Schema.String)
})

export type AcquirerReport = typeof AcquirerReport.Type

/** A report in which nothing is known. */
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
