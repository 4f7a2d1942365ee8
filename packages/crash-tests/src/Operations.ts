/** Every type of operation once: what each follows is ordered first, so that all of them can be under way at one time. */
import type { CardTransactionType } from "@florin/core/cards/CardTransaction"
import type { Document, Merchant } from "@florin/testing/parties/Merchant"
import * as Orders from "@florin/testing/parties/Orders"
import * as Effect from "effect/Effect"
import type { Environment } from "./Environment.js"

/** What a bank transfers. */
export const transfers = ["transfer payment", "transfer refund", "transfer payout"] as const

export type OperationType = CardTransactionType | (typeof transfers)[number]

/** An operation that can be ordered now. */
export interface Operation {
  readonly type: OperationType
  readonly request: object
}

const pathOf = (type: OperationType): string =>
  type.startsWith("transfer ") ? `/beyag/transactions/${type.slice("transfer ".length)}s` : `/transactions/${type}s`

/** Amounts that no other order has, so that none is taken for a duplicate. */
export const amounts = (): (() => number) => {
  let next = 1000
  return () => {
    next += 3
    return next
  }
}

/** Orders all of them at once. */
export const order = (merchant: Merchant, operations: ReadonlyArray<Operation>) =>
  Effect.forEach(operations, ({ request, type }) => merchant.order(pathOf(type), request), {
    concurrency: "unbounded"
  })

/** Orders what others follow, and says what can be ordered then: without those whose first half did not succeed. */
export const prepared = Effect.fnUntraced(function* (merchant: Merchant, amount: () => number) {
  const charge = (type: CardTransactionType, more: object = {}) => ({ type, request: Orders.charge(amount(), more) })
  // All are of one card and no amount.
  const tokenization = () => charge("tokenization", { ...Orders.contract, duplicate_check: false, amount: 0 })
  const first = [charge("authorization"), charge("authorization"), charge("payment"), tokenization()]
  const begun = Effect.map(order(merchant, first), (orders) =>
    orders.map(({ acknowledged }) => (acknowledged?.status === "successful" ? acknowledged : undefined))
  )
  const [captured, voided, paid, saved] = yield* begun
  const after = (
    type: CardTransactionType,
    parent: Document | undefined,
    more: object = {}
  ): ReadonlyArray<Operation> =>
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

/** The same of bank transfers: a customer has paid what can be refunded then. */
export const transfersPrepared = Effect.fnUntraced(function* (
  { bank }: Environment,
  office: Effect.Effect<string>,
  merchant: Merchant,
  amount: () => number
) {
  const payment = (): Operation => ({
    type: "transfer payment",
    request: Orders.transferPayment(100 * amount(), "sbp")
  })
  const payout = (): Operation => ({ type: "transfer payout", request: Orders.transferPayout(1000 * amount()) })
  const [first] = yield* order(merchant, [payment()])
  const paid = first?.acknowledged
  if (paid !== undefined) yield* Effect.zipRight(bank.payWaiting(paid.uid), bank.tell(office, paid.uid))
  const refund: ReadonlyArray<Operation> =
    paid === undefined ? [] : [{ type: "transfer refund", request: Orders.transferRefund(paid.uid, paid.amount - 100) }]
  return [payment(), payout(), payout(), ...refund]
})
