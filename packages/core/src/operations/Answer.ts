import type * as Effect from "effect/Effect"
import type { IdempotencyKey, KeyRefusal } from "../idempotency/IdempotencyKey.js"
import type { DuplicateRequest } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { NotInsideTransaction } from "../store/UnitOfWork.js"
import type { VaultError } from "../store/VaultError.js"
import type { Transaction } from "../transactions/Transaction.js"

/**
 * The committed transaction and its document. `replayed`: a repeated request; the document is the first answer, byte
 * for byte, and the transaction is the current one. Source: D13.
 */
export interface Answer<Kind extends Transaction = Transaction> {
  readonly transaction: Kind
  readonly document: string
  readonly replayed?: boolean
}

/** Why an operation was not processed. A decline is not an error but a transaction that `failed`. */
export type OperationError = KeyRefusal | DuplicateRequest | NotInsideTransaction | VaultError | StorageError

/**
 * What a merchant orders. A repeated key returns the first answer, marked `replayed`, or fails with `AlreadyAnswered` if
 * that answer was a refusal.
 */
export type OperationCall<Request, Kind extends Transaction, Error = OperationError> = (
  shop: Shop,
  request: Request,
  idempotency?: IdempotencyKey
) => Effect.Effect<Answer<Kind>, Error>
