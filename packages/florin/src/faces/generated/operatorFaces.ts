// Generated from the table of operations: `npx vitest run -u packages/site` writes it.
import type {
  AcquirerState,
  Approval,
  AuditEntry,
  Doubt,
  FoundTransaction,
  Pulse,
  ReconciliationReport,
  ReportedTransfer,
  Story,
  Tally,
  WaitingProof,
  WebhookOfShop
} from "./operatorDocuments.js"
import type {
  AuditPage,
  Correction,
  OperatorPage,
  OperatorSearch,
  ProofApproval,
  ProofRefusal,
  PulseOptions,
  ReconciliationRequest,
  ShopsWebhookPage,
  TallyPeriod
} from "./operatorRequests.js"
import type {
  SandboxApprovalRequest,
  SandboxOutcomeRequest,
  SandboxPaymentRequest,
  SandboxRefusalRequest
} from "./sandboxRequests.js"
import type { AdministeredShop, ShopSecrets } from "./shopDocuments.js"
import type { NewShop, SecretRotation, ShopChange, ShopPage } from "./shopRequests.js"
import type { Transfer } from "./transferDocuments.js"

/**
 * What the people do who run the gateway, of all shops and without a key. The host decides who may call, and says with
 * `by` who decides. Pages are oldest first.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface OperatorCalls {
  /** List proofs that wait. Proofs of all shops that wait for a decision, oldest first. */
  readonly proofs: (page?: OperatorPage) => Promise<ReadonlyArray<WaitingProof>>
  /**
   * Approve a proof. Makes the proof and its payment successful, in one commit with the webhook. uid: of the proof, or
   * of its payment. Answers the payment.
   */
  readonly approve: (uid: string, request: ProofApproval) => Promise<Transfer>
  /** Decline a proof. Leaves the payment failed and tells the merchant. uid: of the proof, or of its payment. */
  readonly decline: (uid: string, request: ProofRefusal) => Promise<Transfer>
  /**
   * List late and contradictory reports. Transfers of all shops about which a bank has reported what changed nothing,
   * oldest report first.
   */
  readonly evidence: (page?: OperatorPage) => Promise<ReadonlyArray<ReportedTransfer>>
  /**
   * Correct a transfer. Replaces its state, also a final one, and tells the merchant. The reason and the operator are
   * kept in its history.
   */
  readonly correct: (uid: string, request: Correction) => Promise<Transfer>
  /**
   * Search the transactions of all shops. Answers the transactions that fit everything the query asks for, of one shop
   * or of all, in the order of their uids, newest first unless order says otherwise. A page with as many as limit may
   * have a next one, which is asked for with the last uid as after.
   */
  readonly transactions: (page?: OperatorSearch) => Promise<ReadonlyArray<FoundTransaction>>
  /**
   * List what is in doubt. Transactions of all shops whose outcome or reversal is not known, or whose acquirer
   * contradicts what it had decided, oldest first, with how long that has been so.
   */
  readonly inDoubt: (page?: OperatorPage) => Promise<ReadonlyArray<Doubt>>
  /**
   * List the acquirers. What each acquirer can do, and how its calls fared as the process that answers has measured it.
   * Why a charge passed one over says its explanation.
   */
  readonly acquirers: () => Promise<ReadonlyArray<AcquirerState>>
  /**
   * Compare the books. Compares the movements of acquirers and providers with ours and lists what differs. Changes
   * nothing.
   */
  readonly reconcile: (request?: ReconciliationRequest) => Promise<ReconciliationReport>
  /**
   * All that is known of a transaction. Answers the transaction with its history, what follows it, the webhooks about
   * it, why it went where it went, and what may still be done with it. Asks no acquirer.
   */
  readonly story: (uid: string) => Promise<Story>
  /**
   * List the webhooks of all shops. Answers the webhooks of a status, newest first: by default those whose attempts have
   * all failed.
   */
  readonly webhooks: (page?: ShopsWebhookPage) => Promise<ReadonlyArray<WebhookOfShop>>
  /**
   * Transactions in numbers. Counts the transactions that were accepted in a period, by how they ended, at which
   * acquirer, by which method and in which part of the period: declines, volume and approval rates come of it. At most
   * the newest 1,000,000 are counted.
   */
  readonly tally: (options: TallyPeriod) => Promise<Tally>
  /**
   * What has changed since. Says how many transactions were accepted after one, and which version a transaction or a
   * list has: so a page that is open knows whether it is out of date.
   */
  readonly pulse: (options?: PulseOptions) => Promise<Pulse>
  /**
   * List what was done. Who has done or seen what, when and from where, newest first; of the shops that the operator
   * administers. Entries are never changed or removed.
   */
  readonly audit: (page?: AuditPage) => Promise<ReadonlyArray<AuditEntry>>
  /**
   * List requests for a second person. Requests above a limit that can still be approved, and approved ones that whoever
   * asked has not carried out; oldest first.
   */
  readonly approvals: (page?: OperatorPage) => Promise<ReadonlyArray<Approval>>
  /** Approve a request. Lets the person who asked carry it out, once. Nobody approves a request of their own. */
  readonly approveRequest: (id: string) => Promise<Approval>
  /** Decline a request. It is not carried out. */
  readonly declineRequest: (id: string) => Promise<Approval>
}

/**
 * The shops of the options and of the database. Those of the database are added and changed while Florin runs: each
 * request reads its shop, so a change is in force with the next one in every process. Those of the options are changed
 * there.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface ShopAdministration {
  /**
   * List the shops. The shops of the settings and those of the database in which the operator has a role, without their
   * secrets.
   */
  readonly list: (page?: ShopPage) => Promise<ReadonlyArray<AdministeredShop>>
  /** Find a shop. A shop of the settings or of the database, without its secrets. */
  readonly find: (id: string) => Promise<AdministeredShop>
  /**
   * Make a shop. Makes a shop in the database, for every process at once, and answers its secrets, this once: who has
   * lost them gives the shop a new secret.
   */
  readonly add: (request: NewShop) => Promise<ShopSecrets>
  /**
   * Change a shop's settings. A setting that is null goes back to its default. notificationBasic is switched on with a
   * new secret, because only a hash of the present one is kept.
   */
  readonly update: (id: string, request?: ShopChange) => Promise<AdministeredShop>
  /**
   * Give a shop a new secret. Answers the new secret, this once. The one before it is let in as formerSecret says. The
   * webhook secret stays; webhooks with HTTP Basic carry the new secret from now on.
   */
  readonly rotate: (id: string, request?: SecretRotation) => Promise<ShopSecrets>
  /** End a shop's former secret. The secret before the present one is refused from now on. Safe to repeat. */
  readonly retire: (id: string) => Promise<AdministeredShop>
  /**
   * Disable a shop. Its secrets and its public key let nobody in from now on, and its pages take no new payment. What
   * has begun goes on: payments get their outcome, webhooks are delivered, subscriptions are charged, and operators
   * refund, capture and void.
   */
  readonly disable: (id: string) => Promise<AdministeredShop>
  /** Enable a shop. Its secrets let it in again, and its pages take payments. */
  readonly enable: (id: string) => Promise<AdministeredShop>
}

/**
 * What happens to a payment by instant bank transfer.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface TransferControls {
  /**
   * Let a customer pay a transfer. The bank books it and reports it. A second payment is booked too, and is evidence in
   * the gateway.
   */
  readonly pay: (uid: string, request?: SandboxPaymentRequest) => Promise<Transfer>
  /** Let an operator approve a proof. By the UID of the payment, or of the proof. */
  readonly approveProof: (uid: string, request?: SandboxApprovalRequest) => Promise<Transfer>
  /** Let an operator decline a proof. By the UID of the payment, or of the proof. */
  readonly declineProof: (uid: string, request?: SandboxRefusalRequest) => Promise<Transfer>
}

/**
 * What a bank does with a payout.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface PayoutControls {
  /** Let a bank complete a payout. The bank books it and reports it. A payout that is complete is reported again. */
  readonly complete: (uid: string, request?: SandboxOutcomeRequest) => Promise<Transfer>
  /** Let a bank refuse a payout. The bank reports it. A payout that was refused is reported again. */
  readonly fail: (uid: string, request?: SandboxRefusalRequest) => Promise<Transfer>
}

/**
 * What a bank does with a refund.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing`, `KeyRefused` or `FlorinFailed`.
 */
export interface RefundControls {
  /** Let a bank complete a refund. The bank books it and reports it. A refund that is complete is reported again. */
  readonly complete: (uid: string, request?: SandboxOutcomeRequest) => Promise<Transfer>
  /** Let a bank refuse a refund. The bank reports it. A refund that was refused is reported again. */
  readonly fail: (uid: string, request?: SandboxRefusalRequest) => Promise<Transfer>
}
