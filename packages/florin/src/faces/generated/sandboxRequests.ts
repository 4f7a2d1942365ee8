// Generated from the table of operations: `npx vitest run -u packages/site` writes it.

/** What `transfers.pay` is called with. */
export interface SandboxPaymentRequest {
  /** What the customer pays. Default: the amount of the payment. */
  readonly amount?: number
  /** The bank's date: ISO 8601 with an offset. Default: now. */
  readonly paidAt?: string
}

/** What `transfers.approveProof` is called with. */
export interface SandboxApprovalRequest {
  /** What was proven. Default: the amount of the proof. */
  readonly amount?: number
  /** What is said about it, at most 255 characters. */
  readonly message?: string
}

/** What `transfers.declineProof` is called with. */
export interface SandboxRefusalRequest {
  /** What is said about it, at most 255 characters. */
  readonly message?: string
}

/** What `payouts.complete` is called with. */
export interface SandboxOutcomeRequest {
  /** What the bank has moved. Default: the amount of the transfer. */
  readonly amount?: number
  /** What is said about it, at most 255 characters. */
  readonly message?: string
}
