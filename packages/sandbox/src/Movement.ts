/**
 * What stands in the acquirer ledger, and what is to be written there.
 *
 * @since 0.1.0
 */
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"

/**
 * What can be moved. Source: D38.
 *
 * @since 0.1.0
 * @category models
 */
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

/**
 * @since 0.1.0
 * @category models
 */
export type MovementKind = typeof MovementKind.Type

/**
 * One movement in the acquirer ledger. Source: D38.
 *
 * @since 0.1.0
 * @category models
 */
export const Movement = Schema.Struct({
  id: Schema.String,
  kind: MovementKind,
  amount: Amount,
  currency: Currency,
  /** The key that was sent. */
  reference: AcquirerKey,
  /** The key of the movement it follows. */
  parent: Schema.optionalWith(AcquirerKey, { exact: true }),
  at: Schema.DateTimeUtc
})

/**
 * @since 0.1.0
 * @category models
 */
export type Movement = typeof Movement.Type

/**
 * A request as the acquirer ledger sees it. A card is its masked form, never its number.
 *
 * @since 0.1.0
 * @category models
 */
export interface Entry {
  readonly key: AcquirerKey
  readonly kind: Exclude<MovementKind, "transfer"> | "tokenization"
  readonly amount: Amount
  readonly currency: Currency
  readonly parent?: AcquirerKey
  readonly card?: string
}

/**
 * A movement that another one wants to follow, and what has followed it so far.
 *
 * @since 0.1.0
 * @category models
 */
export interface Standing {
  readonly kind: MovementKind
  readonly amount: Amount
  readonly currency: Currency
  readonly card: string | null
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
}
