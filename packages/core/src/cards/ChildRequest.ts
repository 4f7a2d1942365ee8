/** The capture, void and refund requests. */
import * as Schema from "effect/Schema"
import { TransactionUid } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import * as FieldDescriptions from "../request/FieldDescriptions.js"
import * as Fields from "../request/Fields.js"

const parentUid = Fields.matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  "the UID of a transaction",
  "Parent transaction is not found"
).pipe(Schema.compose(TransactionUid))

const child = {
  parentUid: Fields.required(parentUid, FieldDescriptions.child.parentUid),
  amount: Fields.required(Fields.orDigits(PositiveAmount), FieldDescriptions.order.amount),
  duplicateCheck: Fields.optional(Fields.flag, FieldDescriptions.circumstances.duplicateCheck)
}

const trackingId = Fields.orInteger(Fields.text(255), { maxLength: 255 })

/** A capture or a void. Source: D10, D33a. */
export const CaptureOrVoidRequest = Fields.named(
  "CaptureOrVoidRequest",
  Fields.object({
    ...child,
    trackingId: Fields.optional(trackingId, FieldDescriptions.child.captureTrackingId),
    notificationUrl: Fields.optional(Fields.url, FieldDescriptions.child.captureNotificationUrl)
  })
)

export type CaptureOrVoidRequest = typeof CaptureOrVoidRequest.Type

/** A refund. Source: D10, D33a. */
export const RefundRequest = Fields.named(
  "RefundRequest",
  Fields.object({
    ...child,
    trackingId: Fields.optional(trackingId, FieldDescriptions.child.trackingId),
    notificationUrl: Fields.optional(Fields.url, FieldDescriptions.child.notificationUrl),
    reason: Fields.required(Fields.requiredText(255), FieldDescriptions.child.reason)
  })
)

export type RefundRequest = typeof RefundRequest.Type
