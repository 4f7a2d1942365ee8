/** Requests to a provider of transfers, complete enough for any of them, under keys that were never used before. */
import { AcquirerKey, newTransactionUid, type ShopId } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { TransferMethod } from "@florin/core/transfers/methods/TransferMethod"
import type { Recipient, Transfer } from "@florin/core/transfers/Transfer"
import { TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

export type Payment = Extract<TransferRequest, { readonly _tag: "Payment" }>
export type Refund = Extract<TransferRequest, { readonly _tag: "Refund" }>
export type Payout = Extract<TransferRequest, { readonly _tag: "Payout" }>

/** What may be chosen about a transfer that stands behind a request. */
export interface Order {
  /** Unit: kopecks. */
  readonly amount: number
  /** Default: a key that was never used before. */
  readonly key?: AcquirerKey
  /** Of a payment or payout. Default: `An order`. */
  readonly description?: string
  /** Of a refund. Default: `Returned goods`. */
  readonly reason?: string
}

/** A transfer that was accepted and waits for the provider's answer. */
export const transfer = Effect.fnUntraced(function* (
  type: "payment" | "refund" | "payout",
  method: TransferMethod,
  { amount, description = "An order", key, reason = "Returned goods" }: Order,
  more: Partial<Transfer> = {}
) {
  const uid = yield* newTransactionUid
  const now = yield* DateTime.now
  return {
    shop: "shop" as ShopId,
    uid,
    type,
    method,
    status: "pending",
    reason: null,
    amount: amount as Amount,
    currency: "RUB" as Currency,
    test: true,
    language: "en",
    ...(type === "refund" ? { refundReason: reason } : { description }),
    details: {},
    gatewayId: null,
    acquirerKey: key ?? AcquirerKey.make(uid),
    report: null,
    order: null,
    payBy: null,
    evidence: [],
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    expiredAt: null,
    closedAt: null,
    settledAt: null,
    manuallyCorrectedAt: null,
    version: 1,
    ...more
  } satisfies Transfer
})

const about = (behind: Transfer) => ({
  key: behind.acquirerKey,
  amount: behind.amount,
  currency: behind.currency,
  transfer: behind
})

/** The order of a customer. */
export const payment = (method: TransferMethod, order: Order): Effect.Effect<Payment> =>
  Effect.map(transfer("payment", method, order), (behind) => TransferRequest.Payment({ ...about(behind), method }))

/** A refund of what was paid under the key `parent`. */
export const refund = (parent: AcquirerKey, order: Order): Effect.Effect<Refund> =>
  Effect.map(transfer("refund", "sbp", order), (behind) => TransferRequest.Refund({ ...about(behind), parent }))

/** A payout to an account. */
export const payout = ({ account, bankCode }: Recipient, order: Order): Effect.Effect<Payout> =>
  Effect.map(transfer("payout", "sbp", order, { recipient: { account, bankCode } }), (behind) =>
    TransferRequest.Payout({ ...about(behind), account, bankCode })
  )
