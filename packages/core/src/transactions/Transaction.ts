/** A transaction: one intent of a merchant, from acceptance to its final state. */
import * as Schema from "effect/Schema"
import { CardTransaction } from "../cards/CardTransaction.js"
import { Transfer } from "../transfers/Transfer.js"

/** A transaction as stored and passed around. */
export const Transaction: Schema.Union<[typeof CardTransaction, typeof Transfer]> = Schema.Union(
  CardTransaction,
  Transfer
)

export type Transaction = CardTransaction | Transfer

/** Whether a bank transfers it, and not a card. */
export const isTransfer = (transaction: Transaction): transaction is Transfer => transaction.method !== undefined

/** The transaction, unless a bank transfers it. */
export const ofCard = (transaction: Transaction | undefined): CardTransaction | undefined =>
  transaction === undefined || isTransfer(transaction) ? undefined : transaction

/** The transaction, if a bank transfers it. */
export const ofTransfer = (transaction: Transaction | undefined): Transfer | undefined =>
  transaction !== undefined && isTransfer(transaction) ? transaction : undefined
