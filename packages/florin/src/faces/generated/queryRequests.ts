// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TransactionStatus } from "./cardSections.js"

/** A page of a list. */
export interface TransactionPage {
  /** Only transactions of this status. */
  readonly status?: TransactionStatus
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
