import type { Transaction } from "../transactions/Transaction.js"

/**
 * The committed transaction and its document. `replayed`: a repeated request; the document is the first answer, byte
 * for byte, and the transaction is the current one. Source: D13.
 */
export interface Answer<Kind extends Transaction = Transaction> {
  readonly transaction: Kind
  readonly document: string
  readonly replayed?: boolean
}
