/** Every type of operation once: what each follows is ordered first, so that all of them can be under way at one time. */
import type { TransactionType } from "@florin/core/transactions/Transaction"
import type { Merchant, Order, Send } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Effect from "effect/Effect"

/** An operation that can be ordered now. */
export interface Operation {
  readonly type: TransactionType
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

export const order = (merchant: Merchant, { request, type }: Operation, via?: Send): Effect.Effect<Order> =>
  merchant.order(`/transactions/${type}s`, request, via)

/** Orders what others follow, and says what can be ordered then: without those whose first half did not succeed. */
export const prepared = Effect.fnUntraced(function* (merchant: Merchant, amount: () => number) {
  const charge = (type: TransactionType, more: object = {}) => ({ type, request: Orders.charge(amount(), more) })
  // All are of one card and no amount.
  const tokenization = () => charge("tokenization", { ...Orders.contract, duplicate_check: false, amount: 0 })
  const begun = (operation: Operation) =>
    Effect.map(order(merchant, operation), ({ acknowledged }) =>
      acknowledged?.status === "successful" ? acknowledged : undefined
    )
  const first = [charge("authorization"), charge("authorization"), charge("payment"), tokenization()]
  const [captured, voided, paid, saved] = yield* Effect.forEach(first, begun, { concurrency: "unbounded" })
  const after = (type: TransactionType, parent: typeof captured, more: object = {}): ReadonlyArray<Operation> =>
    parent === undefined ? [] : [{ type, request: Orders.child(parent.uid, parent.amount - 1, more) }]
  const token = saved?.credit_card?.token
  const operations: ReadonlyArray<Operation> = [
    ...[charge("authorization"), charge("payment"), tokenization()],
    ...after("capture", captured),
    ...after("void", voided),
    ...after("refund", paid, { reason: "Sent back" }),
    ...(token == null ? [] : [charge("credit", { credit_card: { token } })]),
    { type: "payout", request: Orders.payOut(amount()) }
  ]
  return operations
})
