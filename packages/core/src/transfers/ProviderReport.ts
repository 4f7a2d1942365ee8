/** What a provider tells about a transfer: how it can be paid, and its own words. */
import * as Schema from "effect/Schema"

/** What the customer pays by. A member is null as long as the provider has not named it. */
export const Order = Schema.Struct({
  /** The link that the QR code encodes. */
  payload: Schema.NullOr(Schema.String),
  /** The phone number that receives the transfer. */
  account: Schema.NullOr(Schema.String),
  /** The code that the customer enters in the comment. */
  mark: Schema.NullOr(Schema.String),
  /** The bank that receives the transfer. */
  bank: Schema.NullOr(Schema.String)
})

export interface Order extends Schema.Schema.Type<typeof Order> {}

/** What the provider says about a transfer. Every member is shown to the merchant. */
export const TransferReport = Schema.Struct({
  /** The provider's own id of the transfer. */
  refId: Schema.NullOr(Schema.String),
  /** The provider's own text; null uses Florin's. */
  message: Schema.NullOr(Schema.String)
})

export interface TransferReport extends Schema.Schema.Type<typeof TransferReport> {}

export const noReport: TransferReport = { refId: null, message: null }
