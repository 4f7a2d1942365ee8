/**
 * Rows of the interface and decisions that later work brings, so that no test proves them yet. A mark that a test has
 * made needless fails the tests: the table only gets shorter.
 */

/** A piece of later work: its short name, why it waits, and what waits: ids of rows and decisions, `*` for any part. */
export interface PlannedWork {
  readonly work: string
  readonly reason: string
  readonly covers: ReadonlyArray<string>
}

const ids = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

export const planned: ReadonlyArray<PlannedWork> = [
  {
    work: "instant bank transfer",
    reason: "Payments, proof, confirm, refunds and payouts by transfer need a transfer provider.",
    covers: ids(`conventions/timestamps-of-instant-bank-transfer-responses conventions/timestamps-of-confirm-responses
      payment-request-additions-for-method-* payment-response-for-* payment-proof* proof-object-in-* confirm-re*
      payout-re* states-and-transitions/instant-* states-and-transitions/pending-sbp_data-*
      states-and-transitions/payout-request-accepted endpoints/payment-proof endpoints/transaction-confirmation
      endpoints/instant-* endpoints/payout-sbp endpoints/rule-2 endpoints/rule-3
      authentication/proof-and-confirm-endpoints events/instant-* events/proof-webhook events/payout-webhook
      errors/proof-* errors/confirm-* limits/duplicate-check-window-of-proof-and-confirm limits/instant-*
      limits/payout-minimum limits/time-to-pay-* limits/proof-* D30`)
  }
]
