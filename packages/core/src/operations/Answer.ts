/** What an operation answers. */
import type { Transaction } from "../transactions/Transaction.js"

/**
 * The transaction as it was committed, and its document. `replayed`: the request was made before; the document is the
 * first answer, byte for byte, and the transaction as it stands now. Source: D13.
 */
export interface Answer {
  readonly transaction: Transaction
  readonly document: string
  readonly replayed?: boolean
}
