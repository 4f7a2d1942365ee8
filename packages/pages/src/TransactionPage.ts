/** The model that pages about a transaction share. */
import type { Transaction } from "@florin/core/transactions/Transaction"

/** Model of a page about a transaction. Of a card, pages show the brand and the last four digits only. */
export interface TransactionPage {
  readonly transaction: Transaction
  /** The shop's name. */
  readonly merchant: string
  /** Whether no money moves: the transaction is a test, or its acquirer is simulated. Source: D39. */
  readonly simulated: boolean
}
