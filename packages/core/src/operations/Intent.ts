/** What an operation is made of: how it is accepted, and what is performed then. */
import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { ClaimedJob, JobName } from "../jobs/Job.js"
import type { Renewal } from "../jobs/Lease.js"
import type { Shop } from "../shops/Shop.js"
import type { Operation } from "../store/Operation.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { Answer } from "./Answer.js"
import type { TransactionKind } from "./TransactionKind.js"

/** What a transaction's acceptance came to: its intent is committed and the provider may be asked, or it needs none. */
export type Acceptance =
  | {
      readonly _tag: "Accepted"
      readonly transaction: Transaction
      readonly job: ClaimedJob
    }
  | { readonly _tag: "Concluded"; readonly answer: Answer }

/**
 * What is done between acceptance and record. None of it fails: what goes wrong is `NoAnswer`.
 *
 * `before` may end the operation by itself; `ask` is the provider's call, made only while this process is sure of its
 * lease under the name it is given, and for at most `limit`; `after` may add to what was heard.
 */
export interface Performance {
  readonly before?: Effect.Effect<TransactionEvent | undefined>
  readonly ask: (owner: string) => Effect.Effect<TransactionEvent>
  readonly limit: Duration.Duration
  readonly after?: (event: TransactionEvent) => Effect.Effect<TransactionEvent>
}

/** The commit that accepts, made by the process that holds `renewal`, and the job that it holds with it. */
export interface Accept<Facts, E> {
  readonly job: JobName
  readonly operation: (renewal: Renewal) => Operation<Facts, Acceptance, E>
}

/** An operation: how it is accepted, and what is performed then. */
export interface Intent<Facts, E> {
  readonly shop: Shop
  readonly kind: TransactionKind
  readonly accept: Accept<Facts, E>
  readonly perform: (transaction: Transaction) => Performance
}
