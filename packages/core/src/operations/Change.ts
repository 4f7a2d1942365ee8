/** A change of a transaction. */
import type { CardChange } from "../cards/CardChange.js"
import type { Transition } from "../envelope/Envelope.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransferChange } from "../transfers/TransferChange.js"

/** The next version of a transaction, its line of history, and what must be committed with it. */
export interface Change<Kind extends Transaction = Transaction> {
  readonly transaction: Kind
  readonly transition: Transition
  readonly effects: ReadonlyArray<(CardChange | TransferChange)["effects"][number]>
}
