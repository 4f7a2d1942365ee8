/**
 * A shop's card operations for hosts without Effect: those of the HTTP interface in process, with its documents as plain
 * values whose names are in camelCase, `credit_card` as `card`. Amounts are minor units.
 *
 * A decline is no error but a transaction that is `failed`; one without an outcome yet is `pending`.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
import type * as CardRequests from "@florin/core/cards/CardRequest"
import type * as ChildRequests from "@florin/core/cards/ChildRequest"
import type * as Schemas from "@florin/wire/Schemas"
import type { CamelCased } from "./camelCase.js"

type Documents = typeof Schemas.transactions

type Document<Type extends keyof Documents> = CamelCased<Documents[Type]["Encoded"]>

type Asked<Request extends { readonly Encoded: unknown }> = CamelCased<Request["Encoded"]>

/** An authorization or a payment. */
export type ChargeRequest = Asked<typeof CardRequests.ChargeRequest>

export type TokenizationRequest = Asked<typeof CardRequests.TokenizationRequest>

/** A capture or a void. */
export type ChildRequest = Asked<typeof ChildRequests.ChildRequest>

export type RefundRequest = Asked<typeof ChildRequests.RefundRequest>

export type CreditRequest = Asked<typeof CardRequests.CreditRequest>

export type PayoutRequest = Asked<typeof CardRequests.CardPayoutRequest>

export type Authorization = Document<"authorization">

export type Payment = Document<"payment">

export type Tokenization = Document<"tokenization">

export type Capture = Document<"capture">

export type Void = Document<"void">

export type Refund = Document<"refund">

export type Credit = Document<"credit">

export type Payout = Document<"payout">

/** A card transaction. `type` tells which. */
export type CardTransaction = Authorization | Payment | Tokenization | Capture | Void | Refund | Credit | Payout

export interface CallOptions {
  /**
   * 1 to 255 visible ASCII characters, such as the id of an order. Whatever is called again under it resolves, or
   * rejects, as the first call did, for 30 days.
   */
  readonly idempotencyKey?: string
}

/** One card operation. */
export type CardCall<Request, Transaction> = (request: Request, options?: CallOptions) => Promise<Transaction>

/** The card operations of one shop. */
export interface ShopCards {
  /** Holds an amount on a card. What is not captured within 7 days, or when `expiredAt` comes, is released. */
  readonly authorize: CardCall<ChargeRequest, Authorization>
  /** Charges a card. */
  readonly pay: CardCall<ChargeRequest, Payment>
  /** Saves a card as a token for later requests. No money moves. */
  readonly tokenize: CardCall<TokenizationRequest, Tokenization>
  /** Charges what an authorization holds, wholly or in part. */
  readonly capture: CardCall<ChildRequest, Capture>
  /** Releases what an authorization holds, wholly or in part. */
  readonly void: CardCall<ChildRequest, Void>
  /** Returns what was captured or paid, wholly or in part. */
  readonly refund: CardCall<RefundRequest, Refund>
  /** Pays out to a saved card. */
  readonly credit: CardCall<CreditRequest, Credit>
  /** Pays out to a card. */
  readonly payOut: CardCall<PayoutRequest, Payout>
}
