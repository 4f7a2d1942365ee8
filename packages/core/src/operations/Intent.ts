/** The parts of an operation: how it is accepted, and what is performed afterwards. */
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

/** The result of an acceptance: the intent is committed and the provider may be called, or no call is needed. */
export type Acceptance =
  | {
      readonly _tag: "Accepted"
      readonly transaction: Transaction
      readonly job: ClaimedJob
    }
  | { readonly _tag: "Concluded"; readonly answer: Answer }

/**
 * The calls between acceptance and record. None of them fails: any failure is `NoAnswer`.
 *
 * `before` may end the operation. `ask` calls the provider, only while this process is certain of its lease under the
 * given name, and for at most `limit`. `after` may add to the answer.
 */
export interface Performance {
  readonly before?: Effect.Effect<TransactionEvent | undefined>
  readonly ask: (owner: string) => Effect.Effect<TransactionEvent>
  readonly limit: Duration.Duration
  readonly after?: (event: TransactionEvent) => Effect.Effect<TransactionEvent>
}

/** The accepting commit, built from a heartbeat of this process, and the job that it adds and holds. */
export interface Accept<Facts, E> {
  readonly job: JobName
  readonly operation: (renewal: Renewal) => Operation<Facts, Acceptance, E>
}

export interface Intent<Facts, E> {
  readonly shop: Shop
  readonly kind: TransactionKind
  readonly accept: Accept<Facts, E>
  readonly perform: (transaction: Transaction) => Performance
}
