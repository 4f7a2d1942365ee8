import type * as DateTime from "effect/DateTime"
import * as DateTimes from "effect/DateTime"
import * as Either from "effect/Either"
import * as Contracts from "../../card-operations/Contracts.js"
import { apply } from "../../cards/CardChange.js"
import type { SavedCard } from "../../cards/CardStore.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { decided, type Operation, refuse, Stale } from "../../commits/Operation.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { lastCharge } from "../../envelope/Envelope.js"
import type { TransactionUid } from "../../ids/Ids.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import * as Share from "../../jobs/Share.js"
import * as Amount from "../../money/Amount.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import type { ParentTotals } from "../../transactions/TransactionStore.js"
import type { Answer } from "../Answer.js"
import type { Following } from "../ChangeFollower.js"
import type { TransactionKind } from "../TransactionKind.js"
import * as TransactionWriter from "../TransactionWriter.js"

/** The context of a record. `parentNotification` is for the parent that the record may close. */
export interface Regime extends TransactionWriter.Regime {
  readonly now: DateTime.Utc
  readonly parentNotification: TransactionWriter.Regime["notification"]
  /** What else follows, in the room that the transaction belongs to. */
  readonly following?: Following | undefined
}

/** The outcome of an operation. `job` finishes it otherwise: a decision ends the job, an open outcome postpones it, or parks it after the last query. */
export interface Outcome {
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly event: TransactionEvent
  readonly job: ClaimedJob
  /** The call may still be running: this process keeps the job. */
  readonly lingers?: boolean
}

const millis = DateTimes.toEpochMillis

// Recovery takes over after this long if this process does not go on.
const recoverAfter = 2000

/** Whether the provider is asked again later. */
const staysOpen = ({ _tag }: TransactionEvent): boolean => _tag === "NoAnswer" || _tag === "Waiting"

/** Whether another provider is asked next, by the same process. */
export const goesOn = ({ _tag }: TransactionEvent): boolean => _tag === "PassedOn"

const jobAfter = (
  { event, job, kind, lingers }: Outcome,
  transaction: Transaction,
  now: DateTime.Utc
): { readonly write: Write; readonly runAt?: number } => {
  if (!staysOpen(event)) return { write: { _tag: "FinishJob", job } }
  const next = kind.askAgainAt(transaction, now, job.attempts)
  if (lingers === true) return { write: { _tag: "KeepJob", job, runAt: millis(next ?? now) } }
  if (next === undefined) return { write: { _tag: "ParkJob", job } }
  const runAt = millis(next)
  return { write: { _tag: "PostponeJob", job, runAt }, runAt }
}

// Recovery queries the next provider, so it moves to that provider's share. Source: D42.
const jobMoved = ({ job }: Outcome, transaction: Transaction, now: DateTime.Utc): ReadonlyArray<Write> => {
  const share = Share.ofAcquirer(transaction.shop, lastCharge(transaction).gatewayId)
  return [
    { _tag: "FinishJob", job },
    { _tag: "HoldJob", job, runAt: millis(now) + recoverAfter, share, owner: job.owner }
  ]
}

const closesParent = ({ event, transaction }: Outcome): TransactionUid | undefined =>
  event._tag === "Approved" && (transaction.type === "capture" || transaction.type === "void")
    ? transaction.parentUid
    : undefined

/** Whether nothing of the parent remains once this child, which still counts as pending, is approved. */
export const isWhole = (parent: CardTransaction, totals: ParentTotals): boolean =>
  totals.pending <= 1 && parent.closedAt === null && Amount.add(totals.captured, totals.voided) >= parent.amount

const soonest = (...instants: ReadonlyArray<number | undefined>): number | undefined => {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

const parentWritten = (parent: CardTransaction | undefined, totals: ParentTotals, regime: Regime) => {
  if (parent === undefined || !isWhole(parent, totals)) return undefined
  const closed = apply(parent, { _tag: "Closed" }, regime.now)
  return Either.isLeft(closed)
    ? undefined
    : TransactionWriter.replaced(closed.right, { ...regime, notification: regime.parentNotification })
}

/** The facts that decide whether a child closes its parent. */
interface ParentFacts {
  readonly parent: CardTransaction | undefined
  readonly totals: ParentTotals
  /** The row of `Regime.following`. */
  readonly followed?: unknown
  /** The card on which the charge sets up contracts. */
  readonly card?: SavedCard | undefined
}

const none: ParentFacts = {
  parent: undefined,
  totals: { captured: Amount.zero, voided: Amount.zero, refunded: Amount.zero, pending: 0 }
}

const nothing: ReadonlyArray<Write> = []

const write = (outcome: Outcome, regime: Regime, { card, followed, parent, totals }: ParentFacts) => {
  const change = outcome.kind.decide(outcome.transaction, outcome.event, regime.now)
  // The machine has no row left for this event: another process finished the transaction first.
  if (Either.isLeft(change)) return refuse(new Stale())
  if (goesOn(outcome.event)) {
    const { transaction } = change.right
    const moved = jobMoved(outcome, transaction, regime.now)
    return decided([...TransactionWriter.begun(change.right), ...moved], { transaction, document: "" })
  }
  const own = TransactionWriter.replaced(change.right, regime)
  const other = parentWritten(parent, totals, regime)
  const { runAt, write: ended } = jobAfter(outcome, change.right.transaction, regime.now)
  const others = regime.following?.follow(followed, change.right) ?? nothing
  const following = card === undefined ? others : [...others, ...Contracts.written(card, change.right.transaction)]
  const answer: Answer = { transaction: change.right.transaction, document: own.document }
  // The transaction comes before its job, as it does when a bank reports: locking them in different orders would deadlock.
  return decided([...own.writes, ...(other?.writes ?? []), ...following, ended], answer, {
    wakeAt: soonest(own.wakeAt, other?.wakeAt, runAt, TransactionWriter.earliest(following)),
    changes: other === undefined ? [own.change] : [own.change, other.change]
  })
}

/** Most charges ask for no contract; the check costs less than to ask. */
const mayContract = ({ event, transaction: { details } }: Outcome): boolean =>
  event._tag === "Approved" && "additionalData" in details

/**
 * Records the outcome of a transaction, with everything that follows from it. Refused as stale if another process has
 * claimed the job since, or has finished the transaction.
 */
export const record = (outcome: Outcome, regime: Regime): Operation<ParentFacts, Answer, Stale> => {
  const name = outcome.event._tag === "NoAnswer" ? "record-no-answer" : "record"
  const parent = closesParent(outcome)
  const { following } = regime
  const card = mayContract(outcome) ? Contracts.cardOf(outcome.transaction) : undefined
  if (following !== undefined || card !== undefined) {
    const load = { ...(following && { followed: following.load }), ...(card && { card }) } as Reads.Reads<ParentFacts>
    return { name, load, decide: (facts) => write(outcome, regime, { ...none, ...facts }) }
  }
  // Needs no read: the version and the fence refuse the write if anything has changed.
  if (parent === undefined) return { name, load: {} as never, decide: () => write(outcome, regime, none) }
  const { shop } = outcome.transaction
  return {
    name,
    load: { parent: Reads.cardTransaction(shop, parent), totals: Reads.parentTotals(shop, parent) },
    decide: (facts) => write(outcome, regime, facts)
  }
}
