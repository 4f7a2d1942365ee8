/** The sandbox for hosts without Effect: its clock, the simulated bank, and its books and the acquirer's. Source: D38. */

import type { PayoutControls, RefundControls, TransferControls } from "./generated/operatorFaces.js"
import type { SandboxOutcomeRequest } from "./generated/sandboxRequests.js"
import type { Transfer } from "./generated/transferDocuments.js"

/** How far the clock moves: calendar months and days in UTC. Whole numbers, not negative. */
export interface Distance {
  readonly years?: number
  readonly months?: number
  readonly days?: number
  readonly hours?: number
  readonly minutes?: number
  readonly seconds?: number
}

/** What a move of the clock has done. */
export interface Move {
  /** The sandbox's time after it, as ISO 8601. */
  readonly now: string
  /** How many pieces of due work ran on the way. */
  readonly ran: number
}

/** A movement of money in the own books of the simulated acquirer or bank. */
export interface Movement {
  readonly id: string
  /** `transfer`: what a customer has paid by bank. */
  readonly kind: "authorization" | "payment" | "capture" | "void" | "refund" | "credit" | "payout" | "transfer"
  /** Unit: minor units. */
  readonly amount: number
  readonly currency: string
  /** The key that the gateway has sent. */
  readonly reference: string
  /** The key of the movement that it follows. */
  readonly parent?: string
  /** When it was booked, as ISO 8601. */
  readonly at: string
}

/** A transfer as it stands. */
export type TransferDocument = Transfer

/** How a bank ends a payout or refund. */
export type Outcome = SandboxOutcomeRequest

/** What a bank does with a payout or refund. */
export type BankControls = PayoutControls | RefundControls

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
  /** What happens to a payment by instant bank transfer. */
  readonly transfers: TransferControls
  /** What a bank does with a payout. */
  readonly payouts: PayoutControls
  /** What a bank does with a refund. */
  readonly refunds: RefundControls
}
