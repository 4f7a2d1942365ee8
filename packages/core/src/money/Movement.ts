/** A movement of money in the books of an acquirer or of a provider of transfers. */
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AcquirerKey } from "../ids/Ids.js"
import type { Amount } from "./Amount.js"
import type { Currency } from "./Currency.js"

/** What moved. A `transfer` is a customer's payment by instant bank transfer. Source: D38. */
export const MovementKind = Schema.Literal(
  "authorization",
  "payment",
  "capture",
  "void",
  "refund",
  "credit",
  "payout",
  "transfer"
)

export type MovementKind = typeof MovementKind.Type

export interface Movement {
  /** The key that we sent. */
  readonly key: AcquirerKey
  readonly kind: MovementKind
  readonly amount: Amount
  readonly currency: Currency
  readonly at: DateTime.Utc
  /** What the provider has kept of it, in the same currency. Absent: not known. */
  readonly fee?: Amount
}

/** Instants of movements: `from` included, `to` excluded. */
export interface Period {
  readonly from: DateTime.Utc
  readonly to: DateTime.Utc
}

/** The books could not be read now. `isOffered`: false where the other side never lists them. Default: true. */
export class MovementsUnavailable extends Schema.TaggedError<MovementsUnavailable>("@florin/core/MovementsUnavailable")(
  "MovementsUnavailable",
  { isOffered: Schema.optional(Schema.Boolean) }
) {
  readonly code = "movements-unavailable"
}

/**
 * Lists the movements of a period, oldest first. Refused or lost requests move nothing and are not listed. A movement
 * without a key of ours is listed under an id of its own.
 */
export type ListMovements = (period: Period) => Effect.Effect<ReadonlyArray<Movement>, MovementsUnavailable>
