/** What a merchant sends to capture, void or refund. */
import * as Schema from "effect/Schema"
import { TransactionUid } from "../ids/Ids.js"
import { PositiveAmount } from "../money/Amount.js"
import * as Fields from "../request/Fields.js"

const parentUid = Fields.matching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  "Parent transaction is not found"
).pipe(Schema.compose(TransactionUid))

const child = {
  parentUid,
  amount: PositiveAmount,
  duplicateCheck: Fields.optional(Fields.flag),
  /** Default: the parent's. */
  trackingId: Fields.optional(Fields.orInteger(Fields.text(255), { maxLength: 255 }))
}

/** A capture or a void. Source: D10. */
export const ChildRequest = Fields.object(child)

export type ChildRequest = typeof ChildRequest.Type

/** A refund. Source: D10. */
export const RefundRequest = Fields.object({ ...child, reason: Fields.requiredText(255) })

export type RefundRequest = typeof RefundRequest.Type
