/** What documents and the contract have of each way to pay by bank transfer. */
import { optional, required } from "@florin/core/request/Fields"
import * as Meanings from "@florin/core/request/Meanings"
import type { CustomerStep } from "@florin/core/transfers/methods/Methods"
import type { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Schema from "effect/Schema"
import type { Members } from "./internal/sections.js"
import { Timestamp, timestamp } from "./internal/timestamps.js"

const text = Schema.NullOr(Schema.String)

const texts = Meanings.transfer

/** What a document of a payment says for each thing that customers do. `hasForm`: our page asks them to do it. */
export const documents: Readonly<
  Record<CustomerStep, { readonly hasForm: boolean; readonly members: (transfer: Transfer) => Members }>
> = {
  code: { hasForm: true, members: () => ({}) },
  account: {
    hasForm: false,
    members: ({ order, payBy }) => ({
      mark: order?.mark ?? null,
      target_card: order?.account ?? null,
      bank_type: order?.bank ?? null,
      expired_at: timestamp(payBy)
    })
  }
}

/** The section of each method: what its customers do to pay. */
export const schemas = {
  sbp: optional(Schema.Struct({ type: required(Schema.Literal("sbp"), texts.type) }), "The method."),
  sbp_data: optional(
    Schema.Struct({
      type: required(Schema.Literal("sbp_data"), texts.type),
      mark: required(text, "Code that the customer enters in the comment of the transfer."),
      target_card: required(text, "Phone number that receives the transfer."),
      bank_type: required(text, "Bank that receives the transfer."),
      expired_at: required(Timestamp, "Until when the customer may pay.")
    }),
    "What the customer pays by."
  )
} satisfies Readonly<Record<TransferMethod, unknown>>
