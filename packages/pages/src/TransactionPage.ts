/** The model that pages about a transaction share. */
import type { Transaction } from "@florin/core/transactions/Transaction"

/** Model of a page about a transaction. Of a card, pages show the brand and the last four digits only. */
export interface TransactionPage {
  /** The transaction as it stands. */
  readonly transaction: Transaction
  /** The shop's name. */
  readonly merchant: string
  /** Whether no money moves: the transaction is a test, or its acquirer is simulated. Source: D39. */
  readonly simulated: boolean
  /** The page stands in a frame: its links lead out of it. */
  readonly isFramed?: boolean
  /** What the page around it is told. */
  readonly outcome?: Outcome
}

/** What became of an order, as the page around a frame is told. `error`: it was not processed, or its time is over. */
export type Outcome = "successful" | "failed" | "pending" | "error"
