/** A change of a checkout, as passed to the host's listeners. Source: D44, D52. */
import type * as DateTime from "effect/DateTime"
import type { Transition } from "../transaction-base/TransactionBase.js"
import type { Checkout, CheckoutState } from "./Checkout.js"
import type * as CheckoutMachine from "./CheckoutMachine.js"

/**
 * What has happened to an order, in the words of a shop. Each is told once, in the change that brings it about.
 *
 * - `created`: it waits to be paid; `paying`: an attempt is under way
 * - `attempt_failed`: an attempt came to nothing, and the customer may try again
 * - `paid`: the order is paid. After `failed`, `expired` or `canceled` too: an approval came late
 * - `underpaid`: the same by a bank transfer of less than the order's amount, which `paidAmount` says; nothing else will come
 * - `held`: the same of an authorization: the amount is held, and to be captured; `saved`: a card was checked and kept
 * - `failed`: no attempt is left; `expired`: its time is over unpaid; `canceled`: the shop has closed it
 */
export type CheckoutMeaning =
  | "created"
  | "paying"
  | "attempt_failed"
  | "paid"
  | "underpaid"
  | "held"
  | "saved"
  | "failed"
  | "expired"
  | "canceled"

/** An order as it stands after a change. */
export interface ChangedOrder
  extends Pick<
    Checkout,
    | "shop"
    | "token"
    | "state"
    | "attempts"
    | "uid"
    | "paidAmount"
    | "customer"
    | "billingAddress"
    | "createdAt"
    | "updatedAt"
  > {
  readonly transactionType: Checkout["details"]["transactionType"]
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  readonly description: string
  readonly trackingId?: string
  readonly test: boolean
  readonly additionalData?: Readonly<Record<string, unknown>>
  readonly expiresAt: DateTime.Utc
}

/** The checkout after the change, and the change itself. */
export interface CheckoutChange {
  readonly checkout: ChangedOrder
  readonly change: {
    /** What it means to the shop. Most listeners need nothing else. */
    readonly means: CheckoutMeaning
    /** The event of the checkout's machine. */
    readonly trigger: CheckoutMachine.Trigger
    readonly from: CheckoutMachine.State
    readonly to: CheckoutState
  }
}

/** A change as a commit writes it. */
export interface WrittenCheckout {
  readonly checkout: Checkout
  readonly transition: Pick<Transition, "trigger" | "from" | "to">
}

/** Money of an authorization is held, and for an amount of 0 a card is kept: neither is paid. */
const success = ({ details: { order, transactionType }, paidAmount }: Checkout): CheckoutMeaning => {
  if (transactionType === "tokenization" || order.amount === 0) return "saved"
  if (paidAmount !== undefined && paidAmount < order.amount) return "underpaid"
  return transactionType === "authorization" ? "held" : "paid"
}

const meaningOf = (checkout: Checkout, from: string): CheckoutMeaning => {
  switch (checkout.state) {
    case "open":
      return from === "none" ? "created" : "attempt_failed"
    case "paid":
      return success(checkout)
    case "paying":
    case "failed":
    case "expired":
    case "canceled":
      return checkout.state
  }
}

const orderOf = ({ details, expiresAt, isByGuest: _, version: __, ...checkout }: Checkout): ChangedOrder => {
  const { order, test = false, transactionType } = details
  const { additionalData, amount, currency, description, trackingId } = order
  return {
    ...checkout,
    transactionType,
    amount,
    currency,
    description,
    test,
    expiresAt,
    ...(trackingId === undefined ? {} : { trackingId }),
    ...(additionalData === undefined ? {} : { additionalData })
  }
}

/** The change as the host's listeners receive it. Made only if there are listeners. */
export const make = ({ checkout, transition: { from, trigger } }: WrittenCheckout): CheckoutChange => ({
  checkout: orderOf(checkout),
  change: {
    means: meaningOf(checkout, from),
    trigger: trigger as CheckoutMachine.Trigger,
    from: from as CheckoutMachine.State,
    to: checkout.state
  }
})
