/** The sandbox for hosts without Effect: its clock and the simulated acquirer's books. Source: D38. */

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

/** A movement of money in the simulated acquirer's own books. */
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
  /** What the simulated acquirer has moved, oldest first: not from the gateway's tables. */
  readonly ledger: () => Promise<ReadonlyArray<Movement>>
}
