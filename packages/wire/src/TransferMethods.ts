/** What documents and the contract have of each way to pay by bank transfer. */

import * as FieldDescriptions from "@florin/core/request/FieldDescriptions"
import { optional, required } from "@florin/core/request/Fields"
import { type CustomerStep, methods } from "@florin/core/transfers/methods/Methods"
import type { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import type { Transfer } from "@florin/core/transfers/Transfer"
import * as Schema from "effect/Schema"
import { Timestamp, timestamp } from "./internal/timestamps.js"

const text = Schema.NullOr(Schema.String)

const texts = FieldDescriptions.transfer

/** The members of a document for each thing that customers do. */
const members = {
  code: {},
  account: {
    mark: required(text, "Code that the customer enters in the comment of the transfer."),
    target_card: required(text, "Phone number that receives the transfer."),
    bank_type: required(text, "Bank that receives the transfer."),
    expired_at: required(Timestamp, "Until when the customer may pay.")
  }
} as const satisfies Readonly<Record<CustomerStep, Schema.Struct.Fields>>

/** What a document says of a step: the members that its schema has, and no others. */
export type StepDocument<Step extends CustomerStep> = Schema.Struct.Encoded<(typeof members)[Step]>

interface Documented<Document> {
  /** Our page asks the customer to do it. */
  readonly hasForm: boolean
  readonly members: (transfer: Transfer) => Document
}

/** What a document of a payment says for each thing that customers do. */
export const documents: { readonly [Step in CustomerStep]: Documented<StepDocument<Step>> } = {
  code: { hasForm: true, members: (): StepDocument<"code"> => ({}) },
  account: {
    hasForm: false,
    // Annotated, because a function's answer may have more members than the type that it is assigned to.
    members: ({ order, payBy }): StepDocument<"account"> => ({
      mark: order?.mark ?? null,
      target_card: order?.account ?? null,
      bank_type: order?.bank ?? null,
      expired_at: timestamp(payBy)
    })
  }
}

/** The section of each method: what its customers do to pay. */
export const schemas = {
  sbp: optional(
    Schema.Struct({ type: required(Schema.Literal("sbp"), texts.type), ...members[methods.sbp.step] }),
    "The method."
  ),
  sbp_data: optional(
    Schema.Struct({ type: required(Schema.Literal("sbp_data"), texts.type), ...members[methods.sbp_data.step] }),
    "What the customer pays by."
  )
} satisfies Readonly<Record<TransferMethod, unknown>>
