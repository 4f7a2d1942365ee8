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

/**
 * What it means that a transaction has succeeded, and that it has failed; and the way in which its money goes: to the
 * shop (1), or from it (-1). What follows a charge fails alone: the charge stands.
 */
const meanings: Readonly<
  Record<TransactionType, readonly [succeeded: Meaning, failed: Meaning, direction: 1 | 0 | -1]>
> = {
  authorization: ["held", "failed", 0],
  payment: ["paid", "failed", 1],
  tokenization: ["saved", "failed", 0],
  capture: ["captured", "capture_failed", 1],
  void: ["released", "release_failed", 0],
  refund: ["refunded", "refund_failed", -1],
  credit: ["paid_out", "payout_failed", -1],
  payout: ["paid_out", "payout_failed", -1],
  proof: ["proof_approved", "proof_declined", 0]
}

const outcomeOf = (type: TransactionType, from: string, to: TransactionStatus): Meaning => {
  const [succeeded, failed] = meanings[type]
  switch (to) {
    case "pending":
      return from === "none" ? "begun" : "unchanged"
    case "incomplete":
      return "action_required"
    case "successful":
      return succeeded
    case "failed":
      return from === "successful" && type === "payment" ? "revoked" : failed
    case "expired":
      return "expired"
  }
}

/**
 * What a change adds to the money that the shop has received; less than 0 where it takes some away. The sum over the
 * changes of an order is what was paid for it, less what was returned.
 *
 * Unit: minor units.
 */
export const receivedAmount = (
  { amount, type }: { readonly amount: number; readonly type: TransactionType },
  { from, to }: Pick<Transition, "from" | "to">
): number => {
  const begins = to === "successful" && from !== "successful"
  const ends = from === "successful" && to !== "successful"
  const [, , direction] = meanings[type]
  // Not -0, which no row should hold.
  return (begins ? direction : ends ? -direction : 0) * amount || 0
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
