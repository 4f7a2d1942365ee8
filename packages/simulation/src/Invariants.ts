/** What holds in every simulation at every moment, whatever goes wrong in it. */

import type { CardsError } from "@florin/core/cards/Cards"
import type { Answer } from "@florin/core/operations/Answer"
import type { Shop } from "@florin/core/shops/Shop"
import type * as Exit from "effect/Exit"
import type { Fleet } from "./Fleet.js"
import type { Commit, Mirror } from "./Mirror.js"
import type { Order } from "./Orders.js"
import type { Process } from "./Process.js"
import type { Posted } from "./Receivers.js"
import type { Arrival, ScriptedAcquirer, Sent } from "./ScriptedAcquirer.js"

/** The invariants by their number. */
export const invariants = {
  1: "An acquirer is asked for an intent once: its key is committed first, its work is held, repeats ask for the same",
  2: "A transaction says what the acquirer did: successful has its effect there, failed and expired have none left",
  3: "Captured and voided together are at most what was authorized, refunded at most what was captured or paid",
  4: "States move along the machines' rows only, each as a version of its own with a line of history",
  5: "What must be announced is, in order and at least once, and nothing is announced that was not committed",
  6: "Nothing is left lying: whatever waits has due work, only its holder ends it, and in the end all has an outcome",
  7: "An answer is what was committed, and a repetition is answered with the same text",
  8: "Of equal requests within 30 seconds one is accepted, and none is refused without such a one",
  9: "Nothing dies: no operation ends in a defect, no transaction of the database stays open, nothing runs for ever"
} as const

export type Invariant = keyof typeof invariants

/** An invariant that does not hold. */
export interface Violation {
  readonly invariant: Invariant
  readonly says: string
}

/** A request of a merchant that came back. */
export interface Answered {
  readonly order: Order
  readonly askedAt: number
  readonly exit: Exit.Exit<Answer, CardsError>
}

/** What a check can see. */
export interface Scene {
  readonly mirror: Mirror
  readonly fleet: Fleet
  readonly shops: ReadonlyArray<Shop>
  readonly acquirers: ReadonlyArray<ScriptedAcquirer>
  readonly now: () => number
  /** The largest distance between two clocks of processes. Unit: milliseconds. */
  readonly apart: number
  /** Processes stand still for long, and go on in their own time. */
  readonly isEstranged: boolean
  /** A short name of a transaction. */
  readonly labelOf: (uid: string) => string
  readonly fail: (invariant: Invariant, says: string) => void
}

/** Checks one invariant at the moments that matter to it. */
export interface Auditor {
  readonly committed?: (commit: Commit) => void
  readonly sent?: (sent: Sent) => void
  readonly arrived?: (arrival: Arrival) => void
  readonly posted?: (posted: Posted) => void
  readonly answered?: (answered: Answered) => void
  readonly logged?: (process: Process, message: string) => void
  /** The faults have stopped, and time enough has passed. */
  readonly ended?: () => void
}
