/** Requests to an acquirer, complete enough for any of them, under keys that were never used before. */
import {
  type AcquirerCard,
  type AcquirerChildRequest,
  AcquirerRequest,
  type AcquirerSource,
  type QueriedOperation
} from "@florin/core/cards/Acquirer"
import type { CardTransaction, CardTransactionType } from "@florin/core/cards/CardTransaction"
import { AcquirerKey, newTransactionUid, type ShopId } from "@florin/core/ids/Ids"
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
  /** Default: `customer`. */
  readonly initiatedBy?: "customer" | "merchant"
  /** Default: `no`. */
  readonly onFile?: "no" | "first" | "again"
}

/** What a capture, void or refund follows, as the gateway has stored it. */
export interface Parent {
  readonly key: AcquirerKey
  readonly kind: CardTransactionType
  /** What the provider reported as its reference. */
  readonly reference: string | null
}

/** A key that was never used before. */
export const newKey: Effect.Effect<AcquirerKey> = Effect.map(newTransactionUid, (uid) => AcquirerKey.make(uid))

const money = ({ amount, currency = "EUR" }: Order) => ({
  amount: amount as Amount,
  currency: currency as Currency
})

/** A transaction that was accepted and waits for the acquirer's answer. */
export const transaction = Effect.fnUntraced(function* (type: CardTransactionType, order: Order) {
  const uid = yield* newTransactionUid
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
export const about: QueriedOperation = {
  ...money({ amount: 1000 }),
  kind: "payment",
  sentAt: DateTime.unsafeMake(0)
}

/** What kind of transaction a request carries out. */
export const kindOf = (request: AcquirerRequest): CardTransactionType => {
  if (request._tag === "Charge") return request.kind
  return request._tag === "Payout" ? request.transaction.type : (request._tag.toLowerCase() as CardTransactionType)
}

/** What the gateway knows of a request when it asks about it; `reference`: what the provider has answered as its own. */
export const aboutOf = (
  request: AcquirerRequest,
  { reference, returned }: { readonly reference?: string | null; readonly returned?: QueriedOperation["returned"] } = {}
): Effect.Effect<QueriedOperation> =>
  Effect.map(DateTime.now, (now) => ({
    kind: kindOf(request),
    amount: request.amount,
    currency: request.currency,
    // Shortly before: it was sent a moment ago.
    sentAt: DateTime.subtract(now, { minutes: 1 }),
    ...(typeof reference === "string" ? { reference } : {}),
    ...("parent" in request && request.parentReference !== null ? { parentReference: request.parentReference } : {}),
    ...(returned === undefined ? {} : { returned })
  }))

const sourceOf = (by: AcquirerCard | AcquirerSource): AcquirerSource =>
  "source" in by ? by : { source: "card", card: by }

type Requested<Tag extends AcquirerRequest["_tag"]> = Extract<AcquirerRequest, { readonly _tag: Tag }>

/** An authorization, payment or tokenization. */
export const charge: (
  kind: "authorization" | "payment" | "tokenization",
  by: AcquirerCard | AcquirerSource,
  order: Order
) => Effect.Effect<Requested<"Charge">> = Effect.fnUntraced(function* (kind, by, order) {
  const { initiatedBy = "customer", onFile = "no" } = order
  const behind = yield* transaction(kind, order)
  return AcquirerRequest.Charge({
    ...money(order),
    ...sourceOf(by),
    kind,
    key: behind.acquirerKey,
    transaction: behind,
    returnUrl: `https://shop.example/process/${behind.uid}`,
    initiatedBy,
    onFile
  })
})

/** A credit to a saved card, or a payout to a card. */
export const payOut: (
  kind: "credit" | "payout",
  to: AcquirerCard | AcquirerSource,
  order: Order
) => Effect.Effect<Requested<"Payout">> = Effect.fnUntraced(function* (kind, to, order) {
  const behind = yield* transaction(kind, order)
  const { acquirerKey: key } = behind
  return AcquirerRequest.Payout({ ...money(order), ...sourceOf(to), key, transaction: behind })
})

const parentOf = (
  kind: "Capture" | "Void" | "Refund",
  parent: AcquirerKey | Parent
): Omit<AcquirerChildRequest, "key" | "amount" | "currency"> =>
  typeof parent === "string"
    ? { parent, parentKind: kind === "Refund" ? "payment" : "authorization", parentReference: null }
    : { parent: parent.key, parentKind: parent.kind, parentReference: parent.reference }

/** A capture, void or refund of what was done under the key of `parent`. */
export const child = Effect.fnUntraced(function* (
  kind: "Capture" | "Void" | "Refund",
  parent: AcquirerKey | Parent,
  order: Order
) {
  return AcquirerRequest[kind]({
    ...money(order),
    ...parentOf(kind, parent),
    key: order.key ?? (yield* newKey)
  })
})
