// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TransactionStatus } from "./cardSections.js"

/** A page of a list. */
export interface OperatorPage {
  /** Only those of this shop. */
  readonly shop?: string
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `approve` is called with. */
export interface ProofApproval {
  /** Amount in kopecks that was really paid. Default: what the proof claims. It becomes the amount of the payment. */
  readonly amount?: number
  /** What the merchant is told of the decision, in proof.message. Default: that the proof was approved or declined. */
  readonly message?: string
  /** Who decides, for the history. Length: 1 to 64. */
  readonly by: string
}

/** What `decline` is called with. */
export interface ProofRefusal {
  /** What the merchant is told of the decision, in proof.message. Default: that the proof was approved or declined. */
  readonly message?: string
  /** Who decides, for the history. Length: 1 to 64. */
  readonly by: string
}

/** What `correct` is called with. */
export interface Correction {
  /** What the transfer becomes: successful or failed. */
  readonly status: "successful" | "failed"
  /** Amount in kopecks of a transfer that becomes successful. Default: its own. */
  readonly amount?: number
  /** Why. Kept in the history of the transfer, with the id of the operator; the merchant is not told. */
  readonly reason: string
  /** Who decides, for the history. Length: 1 to 64. */
  readonly by: string
}

/** A page of a list. */
export interface OperatorSearch {
  /** Only those of this shop. */
  readonly shop?: string
  /** Only transactions of this status. */
  readonly status?: TransactionStatus
  /** Only transactions of this type. */
  readonly type?:
    | "authorization"
    | "payment"
    | "tokenization"
    | "capture"
    | "void"
    | "refund"
    | "credit"
    | "payout"
    | "proof"
  /** The first instant at which they may have been created: ISO 8601 with an offset. */
  readonly from?: string
  /** The end of that period, not included: ISO 8601 with an offset. */
  readonly to?: string
  /** Only the transaction that has this uid. */
  readonly uid?: string
  /** Only those that have this tracking id, or hold it as one of several. */
  readonly trackingId?: string
  /** Only those that an acquirer calls so, exactly. */
  readonly reference?: string
  /** Only those whose customer has this email address, whatever its case. */
  readonly email?: string
  /** Only those of this customer: the shop's own id, as in customer.externalId. */
  readonly customer?: string
  /** Only charges of this subscription. */
  readonly subscription?: string
  /** Only those of cards whose numbers end in these four digits. */
  readonly last4?: string
  /** Only those that this acquirer or provider has decided, or is to decide. */
  readonly gatewayId?: number
  /** Only those paid so: the brand of the card, such as visa, or the payment method of a transfer. */
  readonly method?: string
  /** Only those that came to nothing with this code. */
  readonly code?:
    | "F.0104"
    | "F.0105"
    | "F.0108"
    | "F.0109"
    | "F.0111"
    | "F.0112"
    | "F.0113"
    | "F.0114"
    | "F.0115"
    | "F.0116"
    | "F.0117"
    | "F.0118"
    | "F.0119"
    | "F.0120"
    | "F.0124"
    | "F.0999"
    | "F.2006"
    | "F.2011"
    | "F.4001"
    | "F.4002"
    | "F.4005"
    | "F.4007"
    | "F.6001"
    | "F.7001"
    | "F.0205"
    | "F.0207"
    | "F.0208"
  /** Only those in this currency. */
  readonly currency?: string
  /** Only those of exactly this amount, in minor units. */
  readonly amount?: number
  /** Only those of this amount or more, in minor units. */
  readonly minAmount?: number
  /** Only those of this amount or less, in minor units. */
  readonly maxAmount?: number
  /** Which come first: the newest, or the oldest. */
  readonly order?: "newest" | "oldest"
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `reconcile` is called with. */
export interface ReconciliationRequest {
  /** Beginning of the period, included, at most 31 days before to. Default: a day before to. */
  readonly from?: string
  /** End of the period, not included. Default: a day after from; without from, the last midnight in UTC. */
  readonly to?: string
}

/** A page of a list. */
export interface ShopsWebhookPage {
  /** Only those of this status. */
  readonly status?: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted"
  /** Only those of this shop. */
  readonly shop?: string
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `tally` looks at. */
export interface TallyPeriod {
  /** The first instant of the period: ISO 8601 with an offset. */
  readonly from: string
  /** The end of the period, not included: ISO 8601 with an offset. */
  readonly to: string
  /** How long the parts of the period are, from its beginning on. */
  readonly by?: "hour" | "day"
  /** Only those of this shop. */
  readonly shop?: string
}

/** What `pulse` looks at. */
export interface PulseOptions {
  /** Id of the last one of the page before. */
  readonly after?: string
  /** Id of the last one of the page before. */
  readonly uid?: string
  /** The list whose version is asked for: what is in doubt, exhausted webhooks, or requests for a second person. */
  readonly list?: "doubts" | "webhooks" | "approvals"
  /** Only those of this shop. */
  readonly shop?: string
}

/** A page of a list. */
export interface AuditPage {
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
  /** Entries from then on. */
  readonly from?: string
  /** Entries before then. */
  readonly to?: string
  /** Only of this person or operator. */
  readonly actor?: string
  /** Only of this kind. */
  readonly kind?: "action" | "look" | "denied" | "sign-in"
  /** Only of this operation, by its id. */
  readonly operation?: string
  /** Only about this shop. */
  readonly shop?: string
  /** Only about this record, by its id. */
  readonly subject?: string
}
