/** The records of the sandbox's database. */
import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import type { Books, Entry, MovementKind, ParentState } from "./Movement.js"

/** The record of a key: its request and answer, both null if the first request was lost. */
export interface Kept {
  readonly request: string | null
  readonly answer: string | null
}

/** The records that a decision needs: the key's record and the parent movement. */
export interface Found {
  readonly kept: Kept | undefined
  readonly parent: ParentState | undefined
}

/** A movement to insert. Unit of `at`: milliseconds since 1970. */
export interface NewMovement extends Omit<Entry, "card" | "kind"> {
  readonly books: Books
  readonly kind: MovementKind
  readonly card: string | null
  readonly at: number
}

/** The writes of a request. */
export interface Booking {
  readonly kept: Kept
  readonly movement?: NewMovement
}

/** The bank's record of a key, as text; null if the first request was lost. */
export interface KeptTransfer {
  readonly record: string | null
}

/** The records that a decision of the bank needs: the key's, and of a refund the payment's with what was taken of it. */
export interface FoundTransfer {
  readonly kept: KeptTransfer | undefined
  readonly parent: KeptTransfer | undefined
  /** The sum of the parent's refunds, except the refused ones. */
  readonly refunded: Amount
}

/** The writes of a decision of the bank. */
export interface TransferBooking {
  readonly kept: KeptTransfer
  /** Of a refund: the payment's key, and how much is taken of it. */
  readonly takes?: { readonly parent: AcquirerKey; readonly amount: Amount }
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
