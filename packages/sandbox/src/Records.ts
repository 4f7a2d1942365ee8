/** The records of the sandbox's database. */
import type { Entry, Standing } from "./Movement.js"

/** The record of a key: its request and answer, both null if the first request was lost. */
export interface Kept {
  readonly request: string | null
  readonly answer: string | null
}

/** The records that a decision needs: the key's record and the parent movement. */
export interface Found {
  readonly kept: Kept | undefined
  readonly parent: Standing | undefined
}

/** A movement to insert. Unit of `at`: milliseconds since 1970. */
export interface NewMovement extends Omit<Entry, "card"> {
  readonly card: string | null
  readonly at: number
}

/** The writes of a request. */
export interface Booking {
  readonly kept: Kept
  readonly movement?: NewMovement
}

/**
 * The state of a moved clock: the instant at which it is stopped, or its offset from real time. Exactly one is not
 * null.
 * Unit: milliseconds.
 */
export interface ClockState {
  readonly standsAt: number | null
  readonly ahead: number | null
}
