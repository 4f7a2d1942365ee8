/** What another room adds to a transaction that it makes: its own reads, refusals and writes in the accepting commit. */
import type * as Either from "effect/Either"
import type { CardTransaction } from "../cards/CardTransaction.js"
import type * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { CommitName } from "../store/FaultPoints.js"
import type { Transaction } from "../transactions/Transaction.js"

/** A transaction at its acceptance. Its status is `failed` if no provider is called. */
export type StartedTransaction = Pick<Transaction, "uid" | "type" | "status" | "createdAt">

export interface LinkedTransaction<Facts extends object, E, Started extends StartedTransaction = StartedTransaction> {
  readonly name: CommitName
  /** The members by which its transaction belongs to the room. */
  readonly belongsTo: Pick<CardTransaction, "subscription" | "checkout" | "orderData" | "product">
  readonly load: Reads.Reads<Facts>
  /** Pure: it may run again. */
  readonly attach: (facts: Facts, started: Started) => Either.Either<ReadonlyArray<Write>, E>
}
