/** What a change of a transaction means to a shop. */

import type { TransactionStatus, TransactionType, Transition } from "./TransactionBase.js"

/**
 * What has happened, in the words of a shop. Each is told once, in the change that brings it about; what only Florin
 * needs to know is `unchanged`.
 *
 * - `begun`: a request was accepted, and its outcome is not known; `action_required`: the customer is asked
 * - `held`: an amount is held on a card; `captured`: what was held is paid, or a part of it; `released`: what was held is
 * free again, or a part of it
 * - `paid`: a payment by card or bank transfer; `refunded`: returned, or a part of it; `paid_out`: a credit or payout
 * - `saved`: a card is a token
 * - `failed`, `expired`: an attempt to pay, hold or save came to nothing. Other attempts for the same order may have paid
 * - `capture_failed`, `release_failed`, `refund_failed`, `payout_failed`: it was declined, and everything stands as before
 * - `proof_approved`, `proof_declined`: an operator has decided a proof. The payment tells what became of it
 * - `revoked`: an operator has corrected a payment that was `paid`: it was not
 */
export type Meaning =
  | "begun"
  | "action_required"
  | "held"
  | "captured"
  | "released"
  | "paid"
  | "refunded"
  | "paid_out"
  | "saved"
  | "failed"
  | "expired"
  | "capture_failed"
  | "release_failed"
  | "refund_failed"
  | "payout_failed"
  | "proof_approved"
  | "proof_declined"
  | "revoked"
  | "unchanged"

const succeeded: Readonly<Record<TransactionType, Meaning>> = {
  authorization: "held",
  payment: "paid",
  tokenization: "saved",
  capture: "captured",
  void: "released",
  refund: "refunded",
  credit: "paid_out",
  payout: "paid_out",
  proof: "proof_approved"
}

/** What follows a charge fails alone: the charge stands. */
const failed: Readonly<Record<TransactionType, Meaning>> = {
  authorization: "failed",
  payment: "failed",
  tokenization: "failed",
  capture: "capture_failed",
  void: "release_failed",
  refund: "refund_failed",
  credit: "payout_failed",
  payout: "payout_failed",
  proof: "proof_declined"
}

const outcomeOf = (type: TransactionType, from: string, to: TransactionStatus): Meaning => {
  switch (to) {
    case "pending":
      return from === "none" ? "begun" : "unchanged"
    case "incomplete":
      return "action_required"
    case "successful":
      return succeeded[type]
    case "failed":
      return from === "successful" && type === "payment" ? "revoked" : failed[type]
    case "expired":
      return "expired"
  }
}

/** The way in which the money of a transaction goes: to the shop, or from it. */
const direction: Readonly<Record<TransactionType, 1 | 0 | -1>> = {
  authorization: 0,
  payment: 1,
  tokenization: 0,
  capture: 1,
  void: 0,
  refund: -1,
  credit: -1,
  payout: -1,
  proof: 0
}

/**
 * What a change adds to the money that the shop has received; less than 0 where it takes some away. The sum over the
 * changes of an order is what was paid for it, less what was returned.
 *
 * Unit: minor units.
 */
export const moved = (
  { amount, type }: { readonly amount: number; readonly type: TransactionType },
  { from, to }: Pick<Transition, "from" | "to">
): number => {
  const begins = to === "successful" && from !== "successful"
  const ends = from === "successful" && to !== "successful"
  // Not -0, which no row should hold.
  return (begins ? direction[type] : ends ? -direction[type] : 0) * amount || 0
}

/** Source: D7, D10, D11, D15, D29. */
export const of = (
  type: TransactionType,
  { from, to, trigger }: Pick<Transition, "trigger" | "from" | "to">
): Meaning => {
  if (trigger === "HoldLapsed") return "released"
  // The acquirer refused to release what was told as released.
  if (trigger === "Corrected" && from === to && type === "authorization") return "held"
  return from === to ? "unchanged" : outcomeOf(type, from, to as TransactionStatus)
}
