/**
 * A committed change of a transaction, as a host is told of it.
 *
 * @since 0.2.0
 */
import type { Transaction, Transition } from "./Transaction.js"

/**
 * The transaction as it stands after the change, and what happened: trigger, former and present status.
 *
 * @since 0.2.0
 * @category models
 */
export interface TransactionChange {
  readonly transaction: Transaction
  readonly change: Pick<Transition, "trigger" | "from" | "to">
}
