/** What waits for an operator, of all shops. */
import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { TransactionUid } from "../ids/Ids.js"
import type { JobKind } from "../jobs/Job.js"
import type { VisibleShops } from "../people/Role.js"
import type { StorageError } from "../store/StorageError.js"
import type { Transaction } from "../transactions/Transaction.js"
import type { StoredDocument } from "../transfers/DocumentStore.js"
import type { Transfer } from "../transfers/Transfer.js"
import type { OverviewQueries } from "./OverviewStore.js"

/**
 * A page of a list. `after`: the last uid of the previous page, also if it has left the list since; an unknown one finds
 * nothing.
 */
export interface OperatorPageRequest {
  readonly limit: number
  readonly after?: TransactionUid
  /** Only what these shops have. Default: all. */
  readonly sight?: VisibleShops
}

/** A proof that waits for a decision. */
export interface WaitingProof {
  readonly proof: Transfer
  /** The payment that it is to prove. */
  readonly payment: Transfer
  readonly document: Pick<StoredDocument, "fileName" | "size">
}

/** A pending transaction that due work asks about, a charge whose reversal it asks for, or one that its acquirer contradicts. */
export interface InDoubt {
  readonly transaction: Transaction
  /** How many status queries have ended without an outcome since its job was last enqueued or parked. */
  readonly attempts: number
  /** When the next status query is due; null when none is (a parked job). */
  readonly nextAt: DateTime.Utc | null
  /** The acquirer contradicts what it had decided, and nobody has settled it. */
  readonly isContradicted: boolean
}

/** What has not been done, in numbers, of all shops. */
export interface Backlog {
  /** Notifications that no receiver has acknowledged and that are still attempted. */
  readonly webhooksWaiting: number
  /** Notifications whose last attempt has failed. */
  readonly webhooksExhausted: number
  /** Jobs that no process holds, by kind; kinds without such a job may be missing. */
  readonly late: ReadonlyArray<{ readonly kind: JobKind; readonly count: number }>
}

/** Transactions made, or marked, in the same millisecond are listed by uid. */
export class OperatorStore extends Context.Tag("@florin/core/OperatorStore")<
  OperatorStore,
  {
    /** Proofs that wait for a decision, of all shops, oldest first. */
    readonly proofs: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<WaitingProof>, StorageError>
    /** Transfers marked by `KeepEvidence`, of all shops, oldest mark first. */
    readonly evidence: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<Transfer>, StorageError>
    /**
     * Pending transactions that have a `recover` job, of all shops, oldest first: those whose outcome is unknown, and
     * transfers that wait for the customer or a bank; and among them others that have a `reverse` job: charges that the
     * acquirer has not taken back yet; or, without that, a `contradiction` job.
     */
    readonly inDoubt: (page: OperatorPageRequest) => Effect.Effect<ReadonlyArray<InDoubt>, StorageError>
    /** What is looked up beside what waits. */
    readonly overview: OverviewQueries
    /** Numbers for whoever is on call. Late are jobs that have been due since `lateSince` or longer. */
    readonly backlog: (lateSince: DateTime.Utc) => Effect.Effect<Backlog, StorageError>
  }
>() {}
