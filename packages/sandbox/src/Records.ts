/** What the sandbox's database keeps, and what is found there. */
import type { Entry, Standing } from "./Movement.js"

/** What is kept of a key: its request and the answer, or null twice where the first sending was lost. */
export interface Kept {
  readonly request: string | null
  readonly answer: string | null
}

/** What is known when a request comes: what is kept of its key, and the movement it follows. */
export interface Found {
  readonly kept: Kept | undefined
  readonly parent: Standing | undefined
}

/** A movement that is not written yet. Unit of `at`: milliseconds since 1970. */
export interface NewMovement extends Omit<Entry, "card"> {
  readonly card: string | null
  readonly at: number
}

/** What is written about a request, if anything. */
export interface Booking {
  readonly kept: Kept
  readonly movement?: NewMovement
}

/**
 * A clock that was moved: the instant at which it stands, or how far it runs ahead of real time. Exactly one is not
 * null. Unit: milliseconds.
 */
export interface ClockState {
  readonly standsAt: number | null
  readonly ahead: number | null
}
