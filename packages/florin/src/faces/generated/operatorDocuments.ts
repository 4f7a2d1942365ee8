// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type { Transaction } from "./cardDocuments.js"
import type { TransactionStatus } from "./cardSections.js"
import type {
  AcquirerCapabilities,
  AcquirerStateTotal,
  BankReport,
  ReconciliationReportDifference,
  ReconciliationReportNotCompared,
  StoryRemains,
  TallyLine,
  Transition,
  WaitingProofDocument,
  WaitingProofPayment
} from "./operatorSections.js"
import type { Explanation, Notification, NotificationTry } from "./queryDocuments.js"

/** What `proofs` answers. */
export interface WaitingProof {
  /** UID of the proof. */
  readonly uid: string
  /** Id of the shop. */
  readonly shop: string
  /** UID of the payment that it is to prove. */
  readonly paymentUid: string
  /** Amount in kopecks that the merchant claims. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test: boolean
  /** When the proof was sent. */
  readonly claimedAt: string | null
  /** Which proof of its payment it is: 1 to 3. */
  readonly number: number | null
  /** The document, without its content. */
  readonly document: WaitingProofDocument
  /** The payment, to compare the document with. */
  readonly payment: WaitingProofPayment
}

/** What `evidence` answers. */
export interface ReportedTransfer {
  /** UID of the transfer. */
  readonly uid: string
  /** Id of the shop. */
  readonly shop: string
  /** What it is. */
  readonly type: "payment" | "refund" | "payout" | "proof"
  /** What it is, whatever the bank has reported since. */
  readonly status: TransactionStatus
  /** Amount in kopecks. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency: RUB. */
  readonly currency: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test: boolean
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** Id of the acquirer or provider that was asked. */
  readonly gatewayId: number | null
  /** When the request was accepted. */
  readonly createdAt: string | null
  /** The last instant at which it could be paid. */
  readonly payBy: string | null
  /** When it was paid, by the bank's date. */
  readonly paidAt: string | null
  /** What the bank has reported and changed nothing, oldest first. */
  readonly evidence: ReadonlyArray<BankReport>
}

/** What `transactions` answers. */
export interface FoundTransaction {
  /** UID of the transaction. */
  readonly uid: string
  /** Id of the shop. */
  readonly shop: string
  /** What it is. */
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
  /** How it stands. */
  readonly status: TransactionStatus
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test: boolean
  /**
   * The merchant's own id of the transaction or order. It may hold several values separated by semicolons; a query can
   * use any of them.
   */
  readonly trackingId: string | null
  /** Id of the acquirer or provider that was asked. */
  readonly gatewayId: number | null
  /** Email address of the customer. */
  readonly email: string | null
  /** The last four digits of the card. */
  readonly last4: string | null
  /** The subscription that it charges. */
  readonly subscription: string | null
  /** When the request was accepted. */
  readonly createdAt: string | null
}

/** What `inDoubt` answers. */
export interface Doubt {
  /** UID of the transaction. */
  readonly uid: string
  /** Id of the shop. */
  readonly shop: string
  /** What it is. */
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
  /**
   * What is not known. outcome: what became of it; reversal: whether the acquirer has taken back a charge that counts as
   * failed, or released a hold; contradiction: which of its decisions holds, of an acquirer that reports the contrary of
   * what it had decided.
   */
  readonly about: "outcome" | "reversal" | "contradiction"
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** Whether the transfer is a test, which never reaches a real bank. Default: false. */
  readonly test: boolean
  /** Id of the acquirer or provider that was asked. */
  readonly gatewayId: number | null
  /**
   * When it was accepted; of a payment whose time to pay is over, when that was; of a reversal or a contradiction, when
   * the transaction last changed.
   */
  readonly since: string | null
  /** For how long it has been in doubt. */
  readonly seconds: number
  /** How often it was asked for without an outcome, the request itself included. */
  readonly attempts: number
  /** When the next query is due. null: none is, and an operator has to find out. */
  readonly nextAt: string | null
}

/** What `acquirers` answers. */
export interface AcquirerState {
  /** Id of the acquirer. */
  readonly gatewayId: number
  /** Its name. */
  readonly name: string
  /** Whether it moves no money. */
  readonly simulated: boolean
  /** What it can do. Routing passes over one that cannot take a charge. */
  readonly can: AcquirerCapabilities
  /** open: its calls fail, and another acquirer is asked if there is one; half_open: the next charge tries it. */
  readonly breaker: "closed" | "open" | "half_open"
  /** Calls that ended within the last minute. */
  readonly calls: number
  /** The share of them that failed, from 0 to 1. Null: no call. */
  readonly failureRatio: number | null
  /** Half of the last 200 calls took no longer, in milliseconds. Null: no call. */
  readonly medianMs: number | null
  /** 95 of 100 of them took no longer, in milliseconds. Null: no call. */
  readonly p95Ms: number | null
  /** How its calls ended. */
  readonly total: AcquirerStateTotal
}

/** What `reconcile` answers. */
export interface ReconciliationReport {
  /** Beginning of the period, included. */
  readonly from: string | null
  /** End of the period, not included. */
  readonly to: string | null
  /** How many keys were compared. */
  readonly checked: number
  /** How many transactions have no outcome yet. They are no difference. */
  readonly inDoubt: number
  /** Books about which nothing is said. */
  readonly notCompared: ReadonlyArray<ReconciliationReportNotCompared>
  /** How many differences were found. */
  readonly differenceCount: number
  /** The first 1000 of them. */
  readonly differences: ReadonlyArray<ReconciliationReportDifference>
}

/** What `story` answers. */
export interface Story {
  /** Id of the shop. */
  readonly shop: string
  /** The transaction, as its shop reads it. */
  readonly transaction: Transaction
  /** What it follows. */
  readonly parent: FoundTransaction | null
  /** What follows it, oldest first. */
  readonly followers: ReadonlyArray<FoundTransaction>
  /** Each change of its status, oldest first. */
  readonly history: ReadonlyArray<Transition>
  /** The webhooks about it, newest first. */
  readonly notifications: ReadonlyArray<Notification>
  /** Why it went where it went; null: it is no charge of a card. */
  readonly explanation: Explanation | null
  /** What may still be done with it, by our books and by what its acquirer can do. */
  readonly remains: StoryRemains
}

/** What `webhooks` answers. */
export interface WebhookOfShop {
  /** Id of the shop. */
  readonly shop: string
  /** Id of the notification, sent as webhook-id. */
  readonly id: string
  /** UID of the transaction that it tells about. */
  readonly uid: string
  /** Version of the transaction, sent as Florin-Sequence. */
  readonly sequence: number
  /** Where it is delivered. */
  readonly url: string
  /**
   * waiting for its next attempt, delivered, superseded by a newer state, stopped by the receiver (410), or exhausted.
   */
  readonly status: "waiting" | "delivered" | "superseded" | "stopped" | "exhausted"
  /** Attempts so far. */
  readonly attempts: number
  /** Result of the last attempt: an HTTP status, or a word such as timeout. */
  readonly lastResult: string | null
  /** The last attempts, at most 20, oldest first. Of the receiver's answer nothing else is kept. */
  readonly tries: ReadonlyArray<NotificationTry>
  /** When the state it tells about was committed. */
  readonly createdAt: string | null
  /** When it changed last. */
  readonly updatedAt: string | null
}

/** What `tally` answers. */
export interface Tally {
  /** What is alike is one line. */
  readonly lines: ReadonlyArray<TallyLine>
  /** How many transactions were counted. */
  readonly counted: number
  /** Whether there are more, of which only the newest were counted. */
  readonly cut: boolean
}

/** What `pulse` answers. */
export interface Pulse {
  /** How many transactions were accepted since; no more than 100 are counted. */
  readonly newer: number
  /** Version of the transaction; null: there is none. */
  readonly version: number | null
}

/** What `audit` answers. */
export interface AuditEntry {
  /** Id of the entry. */
  readonly id: string
  /** When. */
  readonly at: string | null
  /**
   * action: something was done; look: personal data were shown; denied: a role was too low; sign-in: signed in or out,
   * or failed to.
   */
  readonly kind: "action" | "look" | "denied" | "sign-in"
  /** Id of the person or operator. unknown: nobody has the id that was tried. */
  readonly actor: string
  /** How they got in. */
  readonly entrance: "session" | "key" | "host" | "command" | "link" | "password"
  /** Address of the network they came from. null: it is not known. */
  readonly address: string | null
  /** Id of the operation, as in this document, or what was done to sign in. */
  readonly operation: string
  /** Id of the shop. null: it is about none, or about several. */
  readonly shop: string | null
  /** Id of the record. null: of a list. */
  readonly subject: string | null
  /** More about it, such as the role that was given. */
  readonly detail: string | null
}

/** What `approvals` answers. */
export interface Approval {
  /** Id of the request that waits. */
  readonly id: string
  /** Id of the operation. */
  readonly operation: string
  /** Id of the shop. */
  readonly shop: string
  /** Id of the record in the path. null: there is none. */
  readonly subject: string | null
  /** The body. Of a card its brand and last four digits, of an account its last four: nothing that pays. */
  readonly request: { readonly [name: string]: unknown }
  /** Amount in minor units of the currency: 3245 means 32.45 EUR. */
  readonly amount: number
  /** ISO 4217 alpha-3 code of the currency. */
  readonly currency: string
  /** used: the request that was approved has been carried out. */
  readonly state: "waiting" | "approved" | "declined" | "used"
  /** Who asked. */
  readonly requestedBy: string
  /** When. */
  readonly requestedAt: string | null
  /** Not approved and not carried out later than this. */
  readonly until: string | null
  /** Who approved or declined it. */
  readonly decidedBy: string | null
  /** When. */
  readonly decidedAt: string | null
}
