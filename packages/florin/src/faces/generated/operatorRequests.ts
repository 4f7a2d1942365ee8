// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** A page of a list. */
export interface OperatorPage {
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

/** What `reconcile` is called with. */
export interface ReconciliationRequest {
  /** Beginning of the period, included, at most 31 days before to. Default: a day before to. */
  readonly from?: string
  /** End of the period, not included. Default: a day after from; without from, the last midnight in UTC. */
  readonly to?: string
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

/** What `approveRequest` is called with. */
export interface RequestApproval {
  /** Who decides, for the history. Length: 1 to 64. */
  readonly by: string
}

/** What `declineRequest` is called with. */
export interface RequestRefusal {
  /** Who decides, for the history. Length: 1 to 64. */
  readonly by: string
}
