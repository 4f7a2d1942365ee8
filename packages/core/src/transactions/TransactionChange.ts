/** A change of a transaction, as passed to the host's listeners. */
import type { Transaction, Transition } from "./Transaction.js"

/** The transaction after the change, and the change itself: trigger, previous and new status. */
export interface TransactionChange {
  readonly transaction: Transaction
  readonly change: Pick<Transition, "trigger" | "from" | "to">
}
