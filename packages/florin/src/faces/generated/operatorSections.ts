// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { TransactionStatus } from "./cardSections.js"

/** The document, without its content. */
export interface WaitingProofDocument {
  /** Name of the file, with its extension. */
  readonly fileName: string
  /** Size of the file in bytes. */
  readonly fileSize: number
}

/** What the bank has reported and changed nothing, oldest first. */
export interface BankReport {
  /** What the bank says. */
  readonly said: "paid" | "rejected"
  /** The bank's own id of it. */
  readonly refId: string | null
  /** Amount in kopecks, as the bank says. */
  readonly amount: number
  /** The bank's date of a payment. */
  readonly paidAt: string | null
  /** When the report came. */
  readonly reportedAt: string | null
}

/** The payment, to compare the document with. */
export interface WaitingProofPayment {
  /** Amount of the order in kopecks. */
  readonly amount: number
  /** Short description of the order. */
  readonly description: string | null
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** When it was opened. */
  readonly createdAt: string | null
  /** The last instant at which it could be paid. */
  readonly payBy: string | null
  /** The bank's own id of the order. */
  readonly refId: string | null
  /** Code that the customer was to enter in the comment of the transfer. */
  readonly mark: string | null
  /** Phone number that was to receive the transfer. */
  readonly targetCard: string | null
  /** Bank that was to receive the transfer. */
  readonly bankType: string | null
  /** What the bank has reported and changed nothing, oldest first. */
  readonly evidence: ReadonlyArray<BankReport>
}

/** What it can do. Routing passes over one that cannot take a charge. */
export interface AcquirerCapabilities {
  /** How many captures an authorization takes. */
  readonly captures: "many" | "one" | "none"
  /** What can be voided: any part, only all that is left, or only the whole authorization. */
  readonly partialVoids: "any" | "rest" | "none"
  /** Whether it refunds. */
  readonly refunds: boolean
  /** Whether it pays out to saved cards. */
  readonly credits: boolean
  /** Whether it pays out to cards. */
  readonly payouts: boolean
  /** Whether it checks a card without an amount. */
  readonly checks: boolean
  /** What a card can be kept for. Null: anything. */
  readonly contracts: ReadonlyArray<"recurring" | "oneclick" | "credit" | "card_on_file"> | null
  /** The currencies that it takes. Null: all. */
  readonly currencies: ReadonlyArray<string> | null
  /** Whether it takes card numbers, or tokens of its own. */
  readonly sources: ReadonlyArray<"card" | "token">
  /** Whether it authenticates the customer itself. */
  readonly authenticates: boolean
}

/** How its calls ended. */
export interface AcquirerStateTotal {
  /** Calls since the process started that were approved. */
  readonly approved: number
  /** Calls since the process started that were declined. */
  readonly declined: number
  /** Calls since the process started that the acquirer has and decides later. */
  readonly underway: number
  /** Calls since the process started without an answer, or that it could not process. */
  readonly failed: number
}

/** Books about which nothing is said. */
export interface ReconciliationReportNotCompared {
  /** Id of the acquirer or provider. */
  readonly gatewayId: number
  /** Why: its books cannot be listed, cannot be read now, or it is not configured any more. */
  readonly reason: "lists_no_movements" | "unavailable" | "not_configured"
}

/** What our books say; null where that is nothing. */
export interface ReconciliationReportDifferenceOurs {
  /** What moved. */
  readonly kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer"
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Status of our transaction. */
  readonly status: TransactionStatus
}

/** What their books say; null where that is nothing. */
export interface ReconciliationReportDifferenceTheirs {
  /** What moved. */
  readonly kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer"
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** When it moved, by their books. */
  readonly at: string | null
}

/** The first 1000 of them. */
export interface ReconciliationReportDifference {
  /** What differs: a movement that only one side has, another amount, or a movement of what moved nothing. */
  readonly kind: "missing_here" | "missing_there" | "other_amount" | "other_state"
  /** UID of our transaction. null: the key is none of ours. */
  readonly uid: string | null
  /** Id of the acquirer or provider whose books were read. */
  readonly gatewayId: number
  /** The key that both sides know it by. */
  readonly key: string
  /** What our books say; null where that is nothing. */
  readonly ours: ReconciliationReportDifferenceOurs | null
  /** What their books say; null where that is nothing. */
  readonly theirs: ReconciliationReportDifferenceTheirs | null
}

/** Each change of its status, oldest first. */
export interface Transition {
  /** Version of the transaction from then on. */
  readonly version: number
  /** When. */
  readonly at: string | null
  /** What has happened. */
  readonly trigger: string
  /** Status before. */
  readonly from: string
  /** Status after. */
  readonly to: string
  /** More about it, without card data. */
  readonly detail: string | null
}

/** What may still be done with it, by our books and by what its acquirer can do. */
export interface StoryRemains {
  /** How much of it can still be captured; null: nothing. */
  readonly capture: number | null
  /** How much of it can still be voided; null: nothing. */
  readonly void: number | null
  /** How much of it can still be refunded; null: nothing. */
  readonly refund: number | null
  /** The acquirer takes one capture, and releases what it leaves. */
  readonly releasedByCapture: boolean
  /** The acquirer voids all that is left, and no part of it. */
  readonly voidedWhole: boolean
}

/** What is alike is one line. */
export interface TallyLine {
  /** When the part of the period began in which they were accepted. */
  readonly at: string | null
  /** What they are. */
  readonly type:
    | "authorization"
    | "payment"
    | "tokenization"
    | "capture"
    | "void"
    | "refund"
    | "credit"
    | "payout"
    | "proof"
  /** How they stand. */
  readonly status: TransactionStatus
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Id of the acquirer or provider whose decision is the outcome. */
  readonly gatewayId: number | null
  /** Brand of the card, or payment method of a transfer; null: not known. */
  readonly method: string | null
  /** Code of the decline; null: they were not declined. */
  readonly code: string | null
  /** Of a renewal of a subscription: first, or retry after one of the same cycle that was counted. */
  readonly renewal: "first" | "retry" | null
  /** How many. */
  readonly count: number
  /** The sum of their amounts in minor units. */
  readonly amount: number
}
