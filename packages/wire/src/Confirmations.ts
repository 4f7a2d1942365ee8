/** The answer to a confirmation. */
import type { Confirmation } from "@florin/core/transfer-operations/Confirmation"
import * as DateTime from "effect/DateTime"
import type { Written } from "./internal/written.js"
import type * as Schemas from "./TransferSchemas.js"

/** With an offset. Source: interface, "Conventions | Timestamps of confirm responses"; D8. */
const timestamp = (instant: DateTime.Utc): string => `${DateTime.formatIso(instant).slice(0, 19)}+00:00`

const messages = {
  successful: "Confirm was successfully processed",
  failed: "Confirm was failed"
} as const

/** Source: interface, "Confirm response"; shapes, "Transfer". */
export const toDocument = ({
  createdAt,
  payment,
  status
}: Confirmation): Written<typeof Schemas.ConfirmationDocument.Encoded> => ({
  response: {
    parent_uid: payment.uid,
    type: "confirm",
    status,
    message: messages[status],
    created_at: timestamp(createdAt),
    amount: payment.amount,
    currency: payment.currency
  }
})
