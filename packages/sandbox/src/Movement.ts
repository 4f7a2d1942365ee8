/** The movements of the simulated acquirer and bank, and the entries of the acquirer ledger. */
import { AcquirerKey } from "@florin/core/ids/Ids"
import { Amount } from "@florin/core/money/Amount"
import { Currency } from "@florin/core/money/Currency"
import * as Schema from "effect/Schema"

/** The kinds of movements. Source: D38. */
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

/** One movement in the books of the simulated acquirer or bank. Source: D38. */
export const Movement = Schema.Struct({
  id: Schema.String,
  kind: MovementKind,
  amount: Amount,
  currency: Currency,
  /** The key of the request. */
  reference: AcquirerKey,
  /** The key of the parent movement. */
  parent: Schema.optionalWith(AcquirerKey, { exact: true }),
  at: Schema.DateTimeUtc
})

export interface Movement extends Schema.Schema.Type<typeof Movement> {}

/** Whose books a movement is in: the simulated acquirer's or the simulated bank's. */
export type Books = "acquirer" | "bank"

/** A request to the acquirer ledger. It contains the masked card, never the number. */
export const Entry = Schema.Struct({
  key: AcquirerKey,
  kind: Schema.Literal("authorization", "payment", "capture", "void", "refund", "credit", "payout", "tokenization"),
  amount: Amount,
  currency: Currency,
  parent: Schema.optionalWith(AcquirerKey, { exact: true }),
  card: Schema.optionalWith(Schema.String, { exact: true })
})

export interface Entry extends Schema.Schema.Type<typeof Entry> {}

/** A parent movement and the totals of its children so far. */
export interface ParentState {
  readonly kind: MovementKind
  readonly amount: Amount
  readonly currency: Currency
  readonly card: string | null
  readonly captured: Amount
  readonly voided: Amount
  readonly refunded: Amount
}
