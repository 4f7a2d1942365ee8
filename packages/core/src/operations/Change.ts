/** A change of a transaction. */
import type { AcquirerReference } from "../cards/AcquirerReference.js"
import type { Transition } from "../transaction-base/TransactionBase.js"
import type { Transaction } from "../transactions/Transaction.js"

/** The next version of a transaction, its line of history, and what must be committed with it, as its machine names it. */
export interface Change<Kind extends Transaction = Transaction> {
  readonly transaction: Kind
  readonly transition: Transition
  readonly effects: ReadonlyArray<string>
  /** The acquirer's own reference of it, where this change brings one that was not known. Source: D53. */
  readonly reference?: AcquirerReference | undefined
  /** What it is found by has changed. Absent: it has not. */
  readonly isFoundOtherwise?: true
}
