import type * as DateTime from "effect/DateTime"
import * as DateTimes from "effect/DateTime"
import * as Either from "effect/Either"
import { decided, type Operation, refuse, Stale } from "../../commits/Operation.js"
import type { Write } from "../../commits/Write.js"
import { lastCharge } from "../../envelope/Envelope.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import * as Share from "../../jobs/Share.js"
import type { Transaction } from "../../transactions/Transaction.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import type { Answer } from "../Answer.js"
import type { Change } from "../Change.js"
import type { Following } from "../ChangeFollower.js"
import type { Besides, RecordRegime, TransactionKind } from "../TransactionKind.js"
import * as TransactionWriter from "../TransactionWriter.js"

export interface Regime extends RecordRegime {
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

const soonest = (...instants: ReadonlyArray<number | undefined>): number | undefined => {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** What the kind has read, and as `followed` the row of `Regime.following`. */
type Facts = Readonly<Record<string, unknown>>

const nothing: { readonly writes: ReadonlyArray<Write>; readonly change?: Change } = { writes: [] }

const write = (outcome: Outcome, regime: Regime, besides: Besides | undefined, facts: Facts) => {
  const change = outcome.kind.decide(outcome.transaction, outcome.event, regime.now)
  // The machine has no row left for this event: another process finished the transaction first.
  if (Either.isLeft(change)) return refuse(new Stale())
  if (goesOn(outcome.event)) {
    const { transaction } = change.right
    const moved = jobMoved(outcome, transaction, regime.now)
    return decided([...TransactionWriter.begun(change.right), ...moved], { transaction, document: "" })
  }
  const own = TransactionWriter.replaced(change.right, regime)
  const following = regime.following?.follow(facts.followed, change.right) ?? []
  const other = besides?.write(facts, change.right, regime) ?? nothing
  const { runAt, write: ended } = jobAfter(outcome, change.right.transaction, regime.now)
  const answer: Answer = { transaction: change.right.transaction, document: own.document }
  // The transaction comes before its job, as it does when a bank reports: locking them in different orders would deadlock.
  const writes = [...own.writes, ...following, ...other.writes, ended]
  return decided(writes, answer, {
    wakeAt: soonest(TransactionWriter.earliest(writes), runAt),
    changes: other.change === undefined ? [own.change] : [own.change, other.change]
  })
}

/**
 * Records the outcome of a transaction, with everything that follows from it. Refused as stale if another process has
 * claimed the job since, or has finished the transaction.
 */
export const record = (outcome: Outcome, regime: Regime): Operation<Facts, Answer, Stale> => {
  const name = outcome.event._tag === "NoAnswer" ? "record-no-answer" : "record"
  const { event, kind, transaction } = outcome
  const besides = kind.besides?.(transaction, event)
  const { following } = regime
  // Most outcomes need no read: the version and the fence refuse the write if anything has changed.
  const load = { ...besides?.load, ...(following && { followed: following.load }) }
  return { name, load, decide: (facts) => write(outcome, regime, besides, facts) }
}
