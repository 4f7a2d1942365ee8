/** A change of a transaction, as passed to the host's listeners. */
import type { CardEvent } from "../cards/CardEvent.js"
import * as Meaning from "../transaction-base/Meaning.js"
import type { TransactionStatus, Transition } from "../transaction-base/TransactionBase.js"
import type { TransferEvent } from "../transfers/TransferEvent.js"
import type { Transaction } from "./Transaction.js"

/** The transaction after the change, and the change itself. */
export interface TransactionChange {
  readonly transaction: Transaction
  readonly change: {
    /** What it means to the shop. Most listeners need nothing else. */
    readonly means: Meaning.Meaning
    /**
     * What it adds to the money that the shop has received: an amount that is paid or captured, less than 0 for one that is
     * refunded or paid out, 0 for all else. Unit: minor units.
     */
    readonly moved: number
    /** The event of the transaction's machine. */
    readonly trigger: CardEvent["_tag"] | TransferEvent["_tag"]
    /** `none`: the transaction is new. */
    readonly from: TransactionStatus | "none"
    readonly to: TransactionStatus
  }
}

/** A change as a commit decides it. */
export interface Changed {
  readonly transaction: Transaction
  readonly transition: Pick<Transition, "trigger" | "from" | "to">
}

/** The change as the host's listeners receive it. Made only if there are listeners. */
export const make = ({ transaction, transition: { from, to, trigger } }: Changed): TransactionChange => ({
  transaction,
  change: {
    means: Meaning.of(transaction.type, { from, to, trigger }),
    moved: Meaning.receivedAmount(transaction, { from, to }),
    // The words of the machines, of which a history is made.
    trigger: trigger as TransactionChange["change"]["trigger"],
    from: from as TransactionChange["change"]["from"],
    to: to as TransactionStatus
  }
})
