/** What an operator decides about transfers. */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { InvalidRequest, NotFound } from "../request/InvalidRequest.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { Transfer } from "../transfers/Transfer.js"

type Decided = Effect.Effect<Transfer, NotFound | InvalidRequest | NotInsideTransaction | StorageError>

export class Operator extends Context.Tag("@florin/core/Operator")<
  Operator,
  {
    /**
     * Accepts the pending proof of a payment. `uid`: of the payment or of the proof. `amount`: what was proven, by default
     * the proof's. `by`: for the history.
     *
     * Source: D29.
     */
    readonly approve: (
      uid: TransactionUid,
      decision: { readonly amount?: Amount; readonly message?: string; readonly by: string }
    ) => Decided
    readonly decline: (uid: TransactionUid, decision: { readonly message?: string; readonly by: string }) => Decided
  }
>() {}
