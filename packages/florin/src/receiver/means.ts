/** What a message means to a shop, by the state that it tells. */
import type { CardTransaction, TransactionStatus, Transfer } from "./documents.js"

/**
 * The meanings of `onCommit`'s `change.means` that webhooks tell. A message has the state and not what was before it: what
 * an operator has corrected is told as what it is now.
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

type Type = (CardTransaction | Transfer)["type"]

const outcomes: Readonly<Record<Type, { readonly successful: Meaning; readonly failed: Meaning }>> = {
  authorization: { successful: "held", failed: "failed" },
  payment: { successful: "paid", failed: "failed" },
  charge: { successful: "paid", failed: "failed" },
  tokenization: { successful: "saved", failed: "failed" },
  capture: { successful: "captured", failed: "capture_failed" },
  void: { successful: "released", failed: "release_failed" },
  refund: { successful: "refunded", failed: "refund_failed" },
  credit: { successful: "paid_out", failed: "payout_failed" },
  payout: { successful: "paid_out", failed: "payout_failed" },
  proof: { successful: "proof_approved", failed: "proof_declined" }
}

interface Facts {
  readonly type: Type
  readonly status: TransactionStatus
  readonly message: string | null
}

/** Source: D6, D7, D10. */
export const meaningOf = ({ message, status, type }: Facts): Meaning => {
  switch (status) {
    case "pending":
      return "begun"
    case "incomplete":
      return "action_required"
    case "expired":
      return "expired"
    case "failed":
      return outcomes[type].failed
    case "successful":
      return message === "The hold was released" ? "released" : outcomes[type].successful
  }
}
