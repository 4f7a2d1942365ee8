/** The parts of an operation: how it is accepted, and what is performed afterwards. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { Commit } from "../commits/Commit.js"
import type { Write } from "../commits/Write.js"
import type { Renewal } from "../due-work/Lease.js"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import type { Shop } from "../shops/Shop.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { Answer } from "./Answer.js"
import type { TransactionKind } from "./TransactionKind.js"

/** The result of an acceptance: the intent is committed and the provider may be called, or no call is needed. */
export type Acceptance<Kind extends Transaction = Transaction> =
  | {
      readonly _tag: "Accepted"
      readonly transaction: Kind
      readonly job: ClaimedJob
      /** What the room that makes the transaction has written with it. */
      readonly besides: ReadonlyArray<Write>
    }
  | { readonly _tag: "Concluded"; readonly answer: Answer<Kind> }

/**
 * The calls between acceptance and record. None of them fails: any failure is `NoAnswer`.
 *
 * `before` may end the operation. `ask` calls the provider, only while this process is certain of its lease under the
 * given name, and for at most `limit`. `after` may add to the answer.
 */
export interface ProviderCall {
  readonly before?: Effect.Effect<TransactionEvent | undefined>
  readonly ask: (owner: string) => Effect.Effect<TransactionEvent>
  readonly limit: Duration.Duration
  after?(event: TransactionEvent): Effect.Effect<TransactionEvent>
  /** The calls that follow an event with which the transaction goes on, such as `PassedOn`. */
  again?(transaction: Transaction): ProviderCall
}

/** The accepting commit, built from a heartbeat of this process, and the job that it adds and holds. */
export interface Accept<Facts, E, Kind extends Transaction> {
  readonly job: JobName
  readonly operation: (renewal: Renewal) => Commit<Facts, Acceptance<Kind>, E>
}

/** An operation at a provider: the commit that accepts it, and the calls that follow. */
export interface ProviderOperation<Facts, E, Kind extends Transaction> {
  readonly shop: Shop
  readonly kind: TransactionKind<Kind>
  readonly accept: Accept<Facts, E, Kind>
  perform(transaction: Kind): ProviderCall
}
