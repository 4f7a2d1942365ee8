/** Requests to an acquirer, complete enough for any of them, under keys that were never used before. */
import { type AcquirerCard, AcquirerRequest, type AskedAbout } from "@florin/core/cards/Acquirer"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import { AcquirerKey, type ShopId, transactionUid } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"

/** What may be chosen about a transaction that stands behind a request. */
export interface Order {
  readonly amount: number
  /** Default: `EUR`. */
  readonly currency?: string
  /** Default: a key that was never used before. */
  readonly key?: AcquirerKey
  readonly details?: CardTransaction["details"]
}

/** A key that was never used before. */
export const newKey: Effect.Effect<AcquirerKey> = Effect.map(transactionUid, (uid) => AcquirerKey.make(uid))

const money = ({ amount, currency = "EUR" }: Order) => ({
  amount: amount as Amount,
  currency: currency as Currency
})

/** A transaction that was accepted and waits for the acquirer's answer. */
export const transaction = Effect.fnUntraced(function* (type: CardTransactionType, order: Order) {
  const uid = yield* transactionUid
  const now = yield* DateTime.now
  return {
    ...money(order),
    shop: "shop" as ShopId,
    uid,
    type,
    status: "pending",
    reason: null,
    test: true,
    language: "en",
    description: "An order",
    details: order.details ?? {},
    recurringType: null,
    routing: "skipped",
    gatewayId: null,
    acquirerKey: order.key ?? AcquirerKey.make(uid),
    report: null,
    createdAt: now,
    updatedAt: now,
    paidAt: null,
    expiredAt: null,
    closedAt: null,
    settledAt: null,
    manuallyCorrectedAt: null,
    version: 1
  } satisfies CardTransaction
})

/** What is known of an operation that an acquirer is asked about, where only its key counts. */
export const about: AskedAbout = {
  ...money({ amount: 1000 }),
  ...{ kind: "payment", sentAt: DateTime.unsafeMake(0) }
}

/** An authorization, payment or tokenization. */
export const charge = Effect.fnUntraced(function* (
  kind: "authorization" | "payment" | "tokenization",
  card: AcquirerCard,
  order: Order
) {
  const behind = yield* transaction(kind, order)
  return AcquirerRequest.Charge({
    ...money(order),
    ...{ kind, source: "card", card, key: behind.acquirerKey, transaction: behind },
    ...{ returnUrl: `https://shop.example/process/${behind.uid}`, initiatedBy: "customer", onFile: "no" }
  })
})

/** A credit to a saved card, or a payout to a card. */
export const payOut = Effect.fnUntraced(function* (kind: "credit" | "payout", card: AcquirerCard, order: Order) {
  const behind = yield* transaction(kind, order)
  const { acquirerKey: key } = behind
  return AcquirerRequest.Payout({ ...money(order), source: "card", card, key, transaction: behind })
})

/** A capture, void or refund of what was done under the key `parent`. */
export const child = Effect.fnUntraced(function* (
  kind: "Capture" | "Void" | "Refund",
  parent: AcquirerKey,
  order: Order
) {
  const parentKind = kind === "Refund" ? "payment" : "authorization"
  return AcquirerRequest[kind]({
    ...money(order),
    ...{ parent, parentKind, parentReference: null, key: order.key ?? (yield* newKey) }
  })
})
