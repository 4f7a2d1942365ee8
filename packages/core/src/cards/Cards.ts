/**
 * Card operations: each is accepted in one commit, put to the acquirer, and settled in another.
 *
 * @since 0.1.0
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type {
  AlreadyAnswered,
  IdempotencyInFlight,
  IdempotencyKey,
  IdempotencyMismatch
} from "../idempotency/IdempotencyStore.js"
import type { DuplicateRequest, InvalidRequest } from "../request/InvalidRequest.js"
import type { Shop } from "../shops/Shop.js"
import type { StorageError } from "../store/StorageError.js"
import type { ChildRequest, RefundRequest } from "../transactions/ChildRequest.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { CardPayoutRequest, ChargeRequest, CreditRequest, TokenizationRequest } from "./CardRequest.js"
import type { VaultError } from "./CardVault.js"

/**
 * What an operation answers: the transaction as it was committed, and its document.
 *
 * @since 0.1.0
 * @category models
 */
export interface Answer {
  readonly transaction: Transaction
  readonly document: string
}

/**
 * What can keep an operation from being processed. A decline is none of these: it is a transaction that `failed`.
 *
 * @since 0.1.0
 * @category errors
 */
export type CardsError =
  | InvalidRequest
  | DuplicateRequest
  | IdempotencyMismatch
  | IdempotencyInFlight
  | AlreadyAnswered
  | VaultError
  | StorageError

/**
 * One card operation.
 *
 * @since 0.1.0
 * @category models
 */
export type Operation<Request> = (
  shop: Shop,
  request: Request,
  idempotency?: IdempotencyKey
) => Effect.Effect<Answer, CardsError>

/**
 * The card operations of the interface. Checks run in this order: idempotency key, shop permissions, token, expiry,
 * parent, remainder, duplicate window.
 *
 * @since 0.1.0
 * @category services
 */
export class Cards extends Context.Tag("@florin/core/Cards")<
  Cards,
  {
    /** Holds an amount on a card without charging it. */
    readonly authorize: Operation<ChargeRequest>
    /** Charges a card in one step. Source: D11. */
    readonly pay: Operation<ChargeRequest>
    /** Turns card details into a token; no money moves. */
    readonly tokenize: Operation<TokenizationRequest>
    /** Charges a held amount, wholly or in part. Source: D10. */
    readonly capture: Operation<ChildRequest>
    /** Cancels a held amount, wholly or in part. Source: D10. */
    readonly void: Operation<ChildRequest>
    /** Returns a charged amount, wholly or in part. Source: D10. */
    readonly refund: Operation<RefundRequest>
    /** Pays out to a saved card. Source: D11. */
    readonly credit: Operation<CreditRequest>
    /** Pays out to a card. Source: D11. */
    readonly payOut: Operation<CardPayoutRequest>
  }
>() {}
