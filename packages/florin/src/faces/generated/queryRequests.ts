// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TransactionStatus } from "./cardSections.js"

/** A page of a list. */
export interface TransactionPage {
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
  /** Only those in this currency. */
  readonly currency?: string
  /** Only those of exactly this amount, in minor units. */
  readonly amount?: number
  /** Only those of this amount or more, in minor units. */
  readonly minAmount?: number
  /** Only those of this amount or less, in minor units. */
  readonly maxAmount?: number
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** What `transactions.note` is called with. */
export interface NoteRequest {
  /** A text of at most 2,000 characters, without a card number. An empty one removes the note. */
  readonly note: string
}

/** A page of a list. */
export interface MovementPage {
  /** The first instant of the period: ISO 8601 with an offset. */
  readonly from: string
  /** The end of the period, not included: ISO 8601 with an offset. */
  readonly to: string
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}

/** A page of a list. */
export interface NotificationPage {
  /** Only notifications of this status. */
  readonly status?: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted"
  /** How many are listed. Default: 100. Maximum: 1000. */
  readonly limit?: number
  /** Id of the last one of the page before. */
  readonly after?: string
}
