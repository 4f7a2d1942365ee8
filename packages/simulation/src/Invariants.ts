/** What holds in every simulation at every moment, whatever goes wrong in it. */

import type { Cards, CardsError } from "@florin/core/card-operations/Cards"
import type { AcquirerService } from "@florin/core/cards/Acquirer"
import type { AcquirerCapabilities } from "@florin/core/cards/AcquirerCapabilities"
import type { Answer } from "@florin/core/operations/Answer"
import type { Report } from "@florin/core/reconciliation/Reconciliation"
import type { Shop } from "@florin/core/shops/Shop"
import type { StorageError } from "@florin/core/store/StorageError"
import type { Transfers, TransfersError } from "@florin/core/transfer-operations/Transfers"
import type { TransferProvider } from "@florin/core/transfers/TransferProvider"
import type { AcquirerLedger, Movement } from "@florin/testing/parties/AcquirerLedger"
import type { BankLedger } from "@florin/testing/parties/BankLedger"
import type * as ScriptedAcquirer from "@florin/testing/parties/ScriptedAcquirer"
import type * as ScriptedTransferProvider from "@florin/testing/parties/ScriptedTransferProvider"
import * as Cause from "effect/Cause"
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import type { PostFate } from "./FaultPlan.js"
import type { Fleet } from "./Fleet.js"
import type { Commit, Mirror, NotificationRow } from "./Mirror.js"
import type { Process } from "./Process.js"

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
  9: "Nothing dies: no operation ends in a defect, no transaction of the database stays open, nothing runs for ever",
  10: "A security code is never written down",
  11: "The acquirers' books and ours agree, every night and in the end, but for what a human was told about",
  12: "Of a checkout at most one attempt ever succeeds, by the acquirers' books, and it is paid when one has",
  13: "An acquirer is asked for what it says that it can do, and again only as it says: nothing else is refused, and nothing else sent",
  14: "Of a subscription each cycle is charged once, by the acquirers' books, when it is due, and none after its end"
} as const

export type Invariant = keyof typeof invariants

export interface Violation {
  readonly invariant: Invariant
  readonly says: string
}

/** An acquirer that all processes reach, and the ledger that it keeps. */
export interface Acquirer {
  readonly name: string
  readonly simulated: boolean
  readonly gatewayId: number
  readonly ledger: AcquirerLedger
  /** Whether it leaves things open for a human: it forgets keys, or cannot be asked. */
  readonly leavesOpen: boolean
  /** Whether it tells of what it has decided. */
  readonly tells: boolean
  /** What it says that it can do. */
  readonly capabilities: AcquirerCapabilities
  /** What it keeps under a key. */
  readonly keeps: NonNullable<AcquirerService["keeps"]>
  /** How long a request may be on its way. Unit: milliseconds. */
  readonly inFlightWindow: number
  /** The keys under which something arrived after their life. */
  readonly sentPastLife: ReadonlyArray<string>
  readonly service: (process: Process) => AcquirerService
  /** The customer of what waits under a key there does what it waits for, or refuses. */
  readonly act: (key: string, does: "completes" | "refuses") => Effect.Effect<boolean>
}

/** The bank that all processes reach, and its books. */
export interface Bank {
  readonly name: string
  readonly gatewayId: number
  readonly ledger: BankLedger
  readonly service: (process: Process) => TransferProvider
}

/** What a merchant asks for. */
export interface Order {
  /** Stands as `tracking_id` in every transaction that comes of it. */
  readonly name: string
  readonly type: string
  readonly shop: Shop
  readonly amount: number
  /** Absent where the merchant sends none: then every repetition is an intent of its own. */
  readonly key: string | undefined
  readonly parent: string | undefined
  readonly perform: Effect.Effect<Answer, OrderError, Cards | Transfers>
}

export type OrderError = CardsError | TransfersError

/** Why a request failed; undefined where it did not, or where it died. */
export const errorOf = <E>(exit: Exit.Exit<unknown, E>): E | undefined =>
  Exit.isFailure(exit) ? Option.getOrUndefined(Cause.failureOption(exit.cause)) : undefined

/** What a check can see. */
export interface Scene {
  readonly mirror: Mirror
  readonly fleet: Fleet
  readonly shops: ReadonlyArray<Shop>
  readonly acquirers: ReadonlyArray<Acquirer>
  readonly bank: Bank
  readonly now: () => number
  /** The largest distance between two clocks of processes. Unit: milliseconds. */
  readonly apart: number
  readonly labelOf: (uid: string) => string
  readonly fail: (invariant: Invariant, says: string) => void
  /** Fails with what is wrong about a transaction, if anything is. */
  readonly blame: (invariant: Invariant, uid: string, says: string | undefined) => void
}

/** A notification as it was posted, and how it was taken. */
export interface Posted {
  readonly process: Process
  readonly row: Pick<NotificationRow, "id" | "sequence" | "body" | "url">
  readonly answer: PostFate["answer"]
  /** When the sender hears what came of it. */
  readonly receivedAt: number
}

/** What an acquirer is asked for. `hasLeft`: false where its connector knows that nothing was sent. */
export interface SentToAcquirer {
  readonly acquirer: Acquirer
  readonly movement: Movement
  readonly hasLeft: boolean
}

/** What a check hears of. */
interface Events {
  readonly committed: Commit
  /** A request that a process sends to an acquirer or the bank now, whether it arrives or not. */
  readonly sent: {
    readonly acquirer: Pick<Acquirer, "name">
    readonly process: Process
    readonly key: string
    /** Absent: it is sent to the bank. */
    readonly request?: SentToAcquirer
  }
  /** A question about a key that an acquirer answers, and whether it finds anything. */
  readonly requested: { readonly key: string; readonly isFound: boolean }
  /** A request that arrived at an acquirer. */
  readonly arrived: ScriptedAcquirer.Arrival & { readonly acquirer: Acquirer }
  /** A request that arrived at the bank. */
  readonly arrivedAtBank: ScriptedTransferProvider.Arrival
  readonly posted: Posted
  /** A request of a merchant that came back. */
  readonly answered: {
    readonly order: Order
    readonly requestedAt: number
    readonly exit: Exit.Exit<Answer, OrderError>
  }
  readonly logged: string
  /** The faults have stopped, and time enough has passed. */
  readonly ended: undefined
  /** Then the books were compared; undefined where nobody answered. */
  readonly reconciled: Exit.Exit<Report, StorageError> | undefined
}

/** Checks one invariant at the moments that matter to it. */
export type Auditor = { readonly [E in keyof Events]?: (event: Events[E]) => void }

/** Has all checks hear of something, in their order. */
export type Audit = <E extends keyof Events>(name: E, event: Events[E]) => void
