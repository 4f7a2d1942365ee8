/** A transaction: one intent of a merchant, from acceptance to its final state. */
import * as Schema from "effect/Schema"
import { CardTransaction } from "../cards/CardTransaction.js"

/** A transaction as stored and passed around. */
export const Transaction = CardTransaction

export type Transaction = CardTransaction

/** One line of a transaction's history. */
export const Transition = Schema.Struct({
  version: Schema.Int,
  at: Schema.DateTimeUtcFromNumber,
  trigger: Schema.String,
  from: Schema.String,
  to: Schema.String,
  /** The explanation with its inputs, without card data. */
  detail: Schema.NullOr(Schema.String)
})

export type Transition = typeof Transition.Type
