/**
 * What the people do who run the gateway, for hosts without Effect: the operators' routes in process, without a key. The
 * host decides who may call. Amounts are minor units, instants ISO 8601 texts.
 *
 * Errors: calls reject with `RequestRefused`, `RecordMissing` or `FlorinFailed`.
 */
import type * as OperatorRequests from "@florin/wire/OperatorRequests"
import type * as OperatorSchemas from "@florin/wire/OperatorSchemas"
import type { Page } from "./billing.js"
import type { CamelCased } from "./camelCase.js"
import type { ShopAdministration } from "./shopAdministration.js"
import type { Transfer } from "./transfers.js"

/** Who decides, for the history. Length: 1 to 64. */
interface Decided {
  readonly by: string
}

export type ProofApproval = CamelCased<typeof OperatorRequests.Approval.Encoded> & Decided

export type ProofRefusal = CamelCased<typeof OperatorRequests.Refusal.Encoded> & Decided

/** The reason is kept in the history, with who decided. */
export type Correction = CamelCased<typeof OperatorRequests.Correction.Encoded> & Decided

export type ReconciliationRequest = CamelCased<typeof OperatorRequests.Reconciling.Encoded>

/** A proof that waits, with its payment, and its document without the content. */
export type WaitingProof = CamelCased<(typeof OperatorSchemas.ProofsDocument.Encoded)["proofs"][number]>

/** A transfer with what a bank has reported and changed nothing. */
export type ReportedTransfer = CamelCased<(typeof OperatorSchemas.EvidenceDocument.Encoded)["transfers"][number]>

/** A transaction whose outcome is not known, or whose reversal (`about`), and for how long. */
export type Doubt = CamelCased<(typeof OperatorSchemas.DoubtsDocument.Encoded)["doubts"][number]>

export type ReconciliationReport = CamelCased<typeof OperatorSchemas.ReconciliationDocument.Encoded>

/** The document of a proof, as the merchant sent it: open it with care. */
export interface ProofDocument {
  readonly fileName: string
  readonly content: Buffer
}

/** Of all shops. Pages are oldest first, of 100 unless `limit` says less or up to 1000. */
export interface Operator {
  /** Proofs that wait for a decision. */
  readonly proofs: (page?: Page) => Promise<ReadonlyArray<WaitingProof>>
  /** The file as the merchant sent it, to save and not to show: nothing but its first bytes was checked. */
  readonly document: (proof: string) => Promise<ProofDocument>
  /** Decides the proof with this uid, or the one of the payment with it. Answers with the payment. */
  readonly approve: (uid: string, decision: ProofApproval) => Promise<Transfer>
  /** Leaves the payment `failed`, and tells the merchant. `uid` and answer are as of `approve`. */
  readonly decline: (uid: string, decision: ProofRefusal) => Promise<Transfer>
  /** Transfers about which a bank has reported, late or otherwise, what changed nothing. */
  readonly evidence: (page?: Page) => Promise<ReadonlyArray<ReportedTransfer>>
  /** Replaces the state of a transfer, also a final one. */
  readonly correct: (uid: string, correction: Correction) => Promise<Transfer>
  /** Transactions whose outcome or reversal is not known, and since when. */
  readonly inDoubt: (page?: Page) => Promise<ReadonlyArray<Doubt>>
  /** Compares the books of acquirers and providers with ours. Default: of the day, in UTC, before this one. */
  readonly reconcile: (request?: ReconciliationRequest) => Promise<ReconciliationReport>
  /** The shops of the database. */
  readonly shops: ShopAdministration
}
