/** A request to move money that another person has to approve. Source: D74. */
import * as Schema from "effect/Schema"
import { ShopId } from "../ids/Ids.js"
import { Amount } from "../money/Amount.js"
import { Currency } from "../money/Currency.js"
import { PersonId } from "./Actor.js"

/** Time-ordered. Shape: UUID version 7. */
export const ApprovalId = Schema.String.pipe(
  Schema.pattern(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
  Schema.brand("ApprovalId")
)

export type ApprovalId = typeof ApprovalId.Type

/** `used`: the request that was approved has been carried out. */
export const ApprovalState = Schema.Literal("waiting", "approved", "declined", "used")

export type ApprovalState = typeof ApprovalState.Type

/**
 * - `operation`: the id of its row in the table of operations
 * - `subject`: the record in the path; null where there is none
 * - `request`: the JSON text of the body, as it was decoded. No operation that takes a card's number waits for approval;
 *   the token of a saved card and the number of an account stand in it, and are shown to nobody
 * - `until`: not approved later than this
 */
export const Approval = Schema.Struct({
  id: ApprovalId,
  operation: Schema.String,
  shop: ShopId,
  subject: Schema.NullOr(Schema.String),
  request: Schema.String,
  amount: Amount,
  currency: Currency,
  state: ApprovalState,
  requestedBy: PersonId,
  requestedAt: Schema.DateTimeUtcFromSelf,
  until: Schema.DateTimeUtcFromSelf,
  decidedBy: Schema.NullOr(PersonId),
  decidedAt: Schema.NullOr(Schema.DateTimeUtcFromSelf),
  version: Schema.Int
})

export interface Approval extends Schema.Schema.Type<typeof Approval> {}
