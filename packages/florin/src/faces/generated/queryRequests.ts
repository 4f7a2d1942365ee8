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
