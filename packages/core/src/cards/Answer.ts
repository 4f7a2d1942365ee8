/**
 * What a card operation answers.
 *
 * @since 0.1.0
 */
import type { Transaction } from "../transactions/Transaction.js"

/**
 * The transaction as it was committed, and its document.
 *
 * @since 0.1.0
 * @category models
 */
export interface Answer {
  readonly transaction: Transaction
  readonly document: string
}
