/** What stands in the acquirer ledger, and what is to be written there. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"

/** What can be moved. Source: D38. */
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

/** One movement in the acquirer ledger. Source: D38. */
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

export type Movement = typeof Movement.Type

/** A request as the acquirer ledger sees it. A card is its masked form, never its number. */
export interface Entry {
  readonly key: AcquirerKey
  readonly kind: Exclude<MovementKind, "transfer"> | "tokenization"
  readonly amount: Amount
  readonly currency: Currency
  readonly parent?: AcquirerKey
  readonly card?: string
}

/** A movement that another one wants to follow, and what has followed it so far. */
export interface Standing {
  readonly kind: MovementKind
  readonly amount: Amount
  readonly currency: Currency
  readonly card: string | null
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
}
