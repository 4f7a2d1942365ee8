/** The sandbox for hosts without Effect: its clock, the simulated bank, and its books and the acquirer's. Source: D38. */

/** How far the clock moves: calendar months and days in UTC. Whole numbers, not negative. */
export interface Distance {
  readonly years?: number
  readonly months?: number
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** The sandbox's time after a move, as ISO 8601, and how many pieces of due work ran on the way. */
export interface Move {
  readonly now: string
  readonly ran: number
}

/** A movement of money in the own books of the simulated acquirer or bank. */
export interface Movement {
  readonly id: string
  readonly kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer"
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  /** The key that the gateway has sent. */
  readonly reference: string
  /** The key of the movement that it follows. */
  readonly parent?: string
  readonly at: string
}

/** A transfer as it stands: the members of the status query, in camelCase. */
export interface TransferDocument {
  readonly uid: string
  readonly type: "payment" | "refund" | "payout" | "proof"
  readonly status: "pending" | "successful" | "failed" | "expired"
  /** Unit: kopecks. */
  readonly amount: number
  readonly [member: string]: unknown
}

/** How a bank ends a payout or refund, or an operator a proof. Default: with the amount that was asked for. */
export interface Outcome {
  /** Unit: kopecks. */
  readonly amount?: number
  readonly message?: string
}

/**
 * What happens to a payment by instant bank transfer, by its uid. Answers it as it stands then.
 *
 * Errors: `RecordMissing` where there is no such payment; `RequestRefused` where the bank or an operator can't do it.
 */
export interface TransferControls {
  /** The customer pays. `paidAt`: the bank's date in ISO 8601; now by default. */
  readonly pay: (
    uid: string,
    payment?: { readonly amount?: number; readonly paidAt?: string }
  ) => Promise<TransferDocument>
  /** An operator approves the proof of the payment, which becomes `successful`. */
  readonly approveProof: (uid: string, decision?: Outcome) => Promise<TransferDocument>
  /** An operator declines the proof of the payment, which stays `failed`. */
  readonly declineProof: (uid: string, decision?: Pick<Outcome, "message">) => Promise<TransferDocument>
}

/** What a bank does with a payout or refund. Errors: as of `TransferControls`. */
export interface BankControls {
  /** The money has arrived, all of it or the amount given: it becomes `successful`. */
  readonly complete: (uid: string, outcome?: Outcome) => Promise<TransferDocument>
  /** The bank refuses: it becomes `failed`. */
  readonly fail: (uid: string, outcome?: Pick<Outcome, "message">) => Promise<TransferDocument>
}

export interface SandboxControls {
  /**
   * Moves the clock and runs all work that falls due on the way, each at its instant. The clock stands still from then
   * on.
   *
   * Errors: `RequestRefused` for more than 20 years.
   */
  readonly advance: (by: Distance) => Promise<Move>
  /** The same, to an instant in ISO 8601 that lies ahead. */
  readonly moveTo: (instant: string) => Promise<Move>
  /** What the simulated acquirer and bank have moved, as it was booked: not from the gateway's tables. */
  readonly ledger: () => Promise<ReadonlyArray<Movement>>
  readonly transfers: TransferControls
  readonly payouts: BankControls
  readonly refunds: BankControls
}
