/** A committed change of a transaction, as a host is told of it. */
import type { Transaction, Transition } from "./Transaction.js"

/** The transaction as it stands after the change, and what happened: trigger, former and present status. */
export interface TransactionChange {
  readonly transaction: Transaction
  readonly change: Pick<Transition, "trigger" | "from" | "to">
}
