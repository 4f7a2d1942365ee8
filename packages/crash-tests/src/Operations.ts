/**
 * Every type of operation once: what each follows is ordered first, so that all of them can be under way at one time.
 */
import * as Effect from "effect/Effect"
import * as Load from "./Load.js"
import type { Merchant, Order } from "./Merchant.js"

export type Type = "authorization" | "payment" | "tokenization" | "capture" | "void" | "refund" | "credit" | "payout"

/** An operation that can be ordered now. */
export interface Operation {
  readonly type: Type
  readonly request: object
}

/** Amounts that no other order has, so that none is taken for a duplicate. */
export const amounts = (first: number): (() => number) => {
  let next = first
  return () => {
    next += 3
    return next
  }
}

export const order = (merchant: Merchant, { request, type }: Operation): Effect.Effect<Order> =>
  merchant.order(`/transactions/${type}s`, request)

const charge = (type: Type, amount: number, more: object = {}): Operation => ({
  type,
  request: { ...Load.charge, amount, ...more }
})

// All are of one card and no amount.
const tokenization = charge("tokenization", 0, { ...Load.contract, duplicate_check: false })

const successful = ({ acknowledged }: Order) => (acknowledged?.status === "successful" ? acknowledged : undefined)

/**
 * Orders what capture, void, refund and credit follow, and says what can be ordered then: without those whose first
 * half did not succeed.
 */
export const prepared = Effect.fnUntraced(function* (merchant: Merchant, amount: () => number) {
  const begun = (operation: Operation) => Effect.map(order(merchant, operation), successful)
  const [captured, voided, paid, saved] = yield* Effect.all(
    [
      begun(charge("authorization", amount())),
      begun(charge("authorization", amount())),
      begun(charge("payment", amount())),
      begun(tokenization)
    ],
    { concurrency: "unbounded" }
  )
  const after = (type: Type, parent: typeof captured, more: object = {}): ReadonlyArray<Operation> =>
    parent === undefined ? [] : [{ type, request: { parent_uid: parent.uid, amount: parent.amount - 1, ...more } }]
  const token = saved?.credit_card?.token
  const operations: ReadonlyArray<Operation> = [
    charge("authorization", amount()),
    charge("payment", amount()),
    tokenization,
    ...after("capture", captured),
    ...after("void", voided),
    ...after("refund", paid, { reason: "Sent back" }),
    ...(token == null ? [] : [charge("credit", amount(), { credit_card: { token } })]),
    { type: "payout", request: { ...Load.payOut, amount: amount() } }
  ]
  return operations
})
