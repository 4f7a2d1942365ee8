/** The capture, void and refund requests. */
import * as Schema from "effect/Schema"
import { TransactionUid } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import * as Fields from "../request/Fields.js"
import * as Meanings from "../request/Meanings.js"

const parentUid = Fields.matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  "the UID of a transaction",
  "Parent transaction is not found"
).pipe(Schema.compose(TransactionUid))

const child = {
  parentUid: Fields.required(parentUid, Meanings.child.parentUid),
  amount: Fields.required(Fields.orDigits(PositiveAmount), Meanings.order.amount),
  duplicateCheck: Fields.optional(Fields.flag, Meanings.circumstances.duplicateCheck)
}

const trackingId = Fields.orInteger(Fields.text(255), { maxLength: 255 })

/** A capture or a void. Source: D10, D33a. */
export const ChildRequest = Fields.named(
  "CaptureOrVoidRequest",
  Fields.object({
    ...child,
    trackingId: Fields.optional(trackingId, Meanings.child.captureTrackingId),
    notificationUrl: Fields.optional(Fields.url, Meanings.child.captureNotificationUrl)
  })
)

export type ChildRequest = typeof ChildRequest.Type

/** A refund. Source: D10, D33a. */
export const RefundRequest = Fields.named(
  "RefundRequest",
  Fields.object({
    ...child,
    trackingId: Fields.optional(trackingId, Meanings.child.trackingId),
    notificationUrl: Fields.optional(Fields.url, Meanings.child.notificationUrl),
    reason: Fields.required(Fields.requiredText(255), Meanings.child.reason)
  })
)

export type RefundRequest = typeof RefundRequest.Type
