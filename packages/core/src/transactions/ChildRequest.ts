/**
 * What a merchant sends to capture, void or refund.
 *
 * @since 0.1.0
 */
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

/**
 * A capture or a void. Source: D10.
 *
 * @since 0.1.0
 * @category schemas
 */
export const ChildRequest = Fields.object(child)

/**
 * @since 0.1.0
 * @category models
 */
export type ChildRequest = typeof ChildRequest.Type

/**
 * A refund. Source: D10.
 *
 * @since 0.1.0
 * @category schemas
 */
export const RefundRequest = Fields.object({ ...child, reason: Fields.requiredText(255) })

/**
 * @since 0.1.0
 * @category models
 */
export type RefundRequest = typeof RefundRequest.Type
