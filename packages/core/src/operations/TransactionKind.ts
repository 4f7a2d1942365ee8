/**
 * What a kind of transaction brings to the lifecycle that all share: its rule, its provider, and what an unknown
 * outcome means for it.
 */
import type * as DateTime from "effect/DateTime"
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type * as Either from "effect/Either"
import type { Refused } from "../machine/Machine.js"
import type { Change } from "../transactions/Change.js"
import type { Transaction, TransactionType } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"

/**
 * What a provider knows about a transaction's key.
 *
 * - an event: its decision
 * - `never-seen`: it does not know the key, which decides nothing by itself
 * - `unknown`: it did not say
 */
export type Knowledge = TransactionEvent | "never-seen" | "unknown"

/**
 * A kind of transaction.
 *
 * `unknownOutcome`: one that *rolls forward* is sent again under the same key until there is a decision; one that *rolls
 * back* is never sent again, and has not been done once no process can be sending it and the provider has had
 * `inFlightWindow` to see it. Source: D40.
 */
export interface TransactionKind {
  readonly types: ReadonlyArray<TransactionType>
  readonly unknownOutcome: "rolls-forward" | "rolls-back"
  readonly decide: (
    transaction: Transaction,
    event: TransactionEvent,
    now: DateTime.Utc
  ) => Either.Either<Change, Refused>
  /** Asks the provider what it knows of the transaction's key. Never fails. */
  readonly status: (transaction: Transaction) => Effect.Effect<Knowledge>
  /** How long after it was sent a key may still arrive at the provider. */
  readonly inFlightWindow: (transaction: Transaction) => Duration.Duration
  /**
   * Sends the same request again under the same key, while this process is sure of its lease under the name it is given;
   * `NoAnswer` while that cannot be done. Never fails. Absent where the provider does not promise that one key is one
   * operation: then an operator is asked.
   */
  readonly sendAgain: (transaction: Transaction) => ((owner: string) => Effect.Effect<TransactionEvent>) | undefined
}
