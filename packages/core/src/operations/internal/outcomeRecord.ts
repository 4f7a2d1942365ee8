import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Runtime from "effect/Runtime"
import { type Commit, decided, refuse, Stale, type CommitOutcome as StoreOutcome } from "../../commits/Commit.js"
import type { Write } from "../../commits/Write.js"
import { makeNotificationId } from "../../ids/Ids.js"
import { type ClaimedJob, lateApproval } from "../../jobs/Job.js"
import * as PartitionKey from "../../jobs/PartitionKey.js"
import { Mailer } from "../../mail/Mailer.js"
import type { Shop } from "../../shops/Shop.js"
import { MonotonicClock } from "../../time/MonotonicClock.js"
import { nextLookAt } from "../../time/RetrySchedule.js"
import { lastCharge } from "../../transaction-base/TransactionBase.js"
import type { Transaction } from "../../transactions/Transaction.js"
import { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import type { Answer } from "../Answer.js"
import type { State, TransactionCommit, Trigger } from "../AttemptMachine.js"
import type { Change } from "../Change.js"
import type { AttemptOperation, ProviderAttempt, Subject } from "../ProviderAttempt.js"
import type { ProviderCall } from "../ProviderOperation.js"
import * as TimeSinceLastSend from "../TimeSinceLastSend.js"
import { TransactionHook } from "../TransactionHook.js"
import type { ExtraWrites, NeverSeen, ProviderStatus, RecordContext, TransactionKind } from "../TransactionKind.js"
import * as TransactionWriter from "../TransactionWriter.js"
import { reschedule, stillPending } from "./reschedule.js"
import { supersede } from "./supersede.js"

/**
 * An outcome to record. `job` finishes the attempt otherwise: a decision ends the job, an open outcome postpones it, or
 * suspends it after the last query.
 */
export interface RecordedOutcome {
  readonly kind: TransactionKind
  readonly transaction: Transaction
  readonly event: TransactionEvent
  readonly job: ClaimedJob
  /** The call may still be running: this process keeps the job. */
  readonly lingers?: boolean
  /** The provider has never seen it, and is asked again later whether it has. */
  readonly isUnseen?: boolean
}

const millis = DateTime.toEpochMillis

/** Whether the provider is asked again later. */
const staysOpen = ({ _tag }: TransactionEvent): boolean =>
  _tag === "NoAnswer" || _tag === "Waiting" || _tag === "Acknowledged"

/** Whether another provider is asked next, by the same process. */
const goesOn = ({ _tag }: TransactionEvent): boolean => _tag === "PassedOn"

const jobAfter = (
  { event, job, kind, lingers }: RecordedOutcome,
  transaction: Transaction,
  now: DateTime.Utc
): { readonly write: Write; readonly runAt?: number } => {
  if (!staysOpen(event)) return { write: { _tag: "FinishJob", job } }
  const next = kind.nextQueryAt(transaction, now, job.attempts)
  if (lingers === true) return { write: { _tag: "ExtendLease", job, runAt: millis(next ?? now) } }
  if (next === undefined) return { write: { _tag: "SuspendJob", job } }
  const runAt = millis(next)
  return { write: { _tag: "PostponeJob", job, runAt }, runAt }
}

// Recovery queries the next provider, so it moves to that provider's share. Source: D42.
const jobMoved = ({ job }: RecordedOutcome, transaction: Transaction, now: DateTime.Utc): ReadonlyArray<Write> => [
  { _tag: "FinishJob", job },
  TransactionWriter.heldRecoveryJob(transaction, { ...job, now }).write
]

/** Has it looked for again, with all its looks to come. There is nothing to take back of a check of a card. */
const lookedFor = (
  { isUnseen }: RecordedOutcome,
  transaction: Transaction,
  now: DateTime.Utc
): ReadonlyArray<Write> => {
  if (isUnseen !== true || transaction.amount === 0) return []
  const job = TransactionWriter.job(transaction, lateApproval)
  const share = PartitionKey.ofAcquirer(transaction.shop, lastCharge(transaction).gatewayId)
  return [
    { _tag: "CancelJob", job },
    { _tag: "EnqueueJob", job, runAt: millis(nextLookAt(now, 0)!), share }
  ]
}

const soonest = (...instants: ReadonlyArray<number | undefined>): number | undefined => {
  const known = instants.filter((instant) => instant !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

/** What the kind has read, and the rows of `HoldContext.projection`. */
type Facts = Readonly<Record<string, unknown>>

const nothing: { readonly writes: ReadonlyArray<Write>; readonly change?: Change } = { writes: [] }

const write = (outcome: RecordedOutcome, context: RecordContext, besides: ExtraWrites | undefined, facts: Facts) => {
  const change = outcome.kind.decide(outcome.transaction, outcome.event, context.now)
  // The machine has no row left for this event: another process finished the transaction first.
  if (Either.isLeft(change)) return refuse(new Stale())
  if (goesOn(outcome.event)) {
    const { transaction } = change.right
    const moved = jobMoved(outcome, transaction, context.now)
    const writes = [...TransactionWriter.begun(change.right), ...moved]
    return decided(writes, TransactionWriter.answerOf(transaction, context))
  }
  const own = TransactionWriter.replaced(change.right, context)
  const projection = context.projection?.follow(facts, change.right) ?? []
  const other = besides?.write(facts, change.right, context) ?? nothing
  const { runAt, write: ended } = jobAfter(outcome, change.right.transaction, context.now)
  // The transaction comes before its job, as it does when a bank reports: locking them in different orders would deadlock.
  const looks = lookedFor(outcome, change.right.transaction, context.now)
  const writes = [...own.writes, ...projection, ...other.writes, ...looks, ended]
  return decided(writes, own.answer, {
    wakeAt: soonest(TransactionWriter.earliest(writes), runAt),
    changes: other.change === undefined ? [own.change] : [own.change, other.change]
  })
}

/**
 * Records the outcome of a transaction, with everything that follows from it. Refused as stale if another process has
 * claimed the job since, or has finished the transaction.
 */
export const record = (outcome: RecordedOutcome, context: RecordContext): Commit<Facts, Answer, Stale> => {
  const name = outcome.event._tag === "NoAnswer" ? "record-no-answer" : "record"
  const { event, kind, transaction } = outcome
  const besides = kind.consequencesOf?.(transaction, event)
  const { projection } = context
  // Most outcomes need no read: the version and the fence refuse the write if anything has changed.
  const load = { ...besides?.load, ...projection?.load }
  return { name, load, decide: (facts) => write(outcome, context, besides, facts) }
}

/** What every attempt needs for its commits. */
export const attemptServices = Effect.gen(function* () {
  const { unsafeNow } = yield* MonotonicClock
  return {
    encode: (yield* TransactionDocuments).encode,
    newNotificationId: yield* makeNotificationId,
    mails: (yield* Mailer) !== undefined,
    follows: yield* TransactionHook,
    quiet: TimeSinceLastSend.make(unsafeNow),
    // biome-ignore lint/plugin/runners: a log beside a commit
    log: Runtime.runFork(yield* Effect.runtime<never>())
  }
})

/** What an attempt at a transaction is about. */
export interface TransactionSubject extends Subject {
  readonly shop: Shop
  readonly kind: TransactionKind
  /** What the commit that accepted it has written beside it. Absent: it was accepted before. */
  readonly besides?: ReadonlyArray<Write>
}

/** The outcome of a commit of an attempt; without an answer where it only reschedules the next query. */
export type Committed = StoreOutcome<Answer | undefined, Stale>

/** Only what belongs to a subscription or a checkout, or has a card to erase, is followed; the check costs less than to ask. */
const mayFollow = (transaction: Transaction): boolean =>
  transaction.checkout !== undefined ||
  (transaction.method === undefined && (transaction.subscription !== undefined || transaction.forgetsCard === true))

const noAnswer = TransactionEvent.NoAnswer()
const notDone = TransactionEvent.NotDone()

const notRepeatable = "A transaction is pending, its acquirer has never seen it, and its key may not be used again"

/** An attempt at a transaction. */
export class TransactionAttempt implements ProviderAttempt {
  state: State = "none"
  event: TransactionEvent | undefined
  owner: string | undefined
  outcome: Committed | undefined
  quietFor = 0

  constructor(
    private readonly services: Effect.Effect.Success<typeof attemptServices>,
    readonly subject: TransactionSubject,
    private transaction: Transaction,
    readonly call: ProviderCall | undefined,
    private done: (outcome: Committed) => void
  ) {}

  get kind(): TransactionKind {
    return this.subject.kind
  }

  get window(): number {
    return Duration.toMillis(this.kind.inFlightWindow(this.transaction))
  }

  get completion(): Effect.Effect<TransactionEvent> | undefined {
    return this.event?._tag === "Approved" ? this.call?.after?.(this.event) : undefined
  }

  /** Measured before the query: a slow answer is only as recent as its query. */
  query(): Effect.Effect<ProviderStatus | NeverSeen> {
    const isSentAgain = this.kind.unknownOutcome === "rolls-forward"
    this.quietFor = this.services.quiet.since(this.subject.job, isSentAgain)
    return this.kind.status(this.transaction)
  }

  queried(known: ProviderStatus | NeverSeen): readonly [Trigger, TransactionEvent?] {
    if (known === "unknown" || known === "waiting") return ["Unknown"]
    if (known === "never-seen") return ["NeverSeen", notDone]
    return known._tag === "NeverSeen" ? ["NeverSeen", known.then] : ["Answered", known]
  }

  commit(commit: TransactionCommit): AttemptOperation {
    const { job, kind } = this.subject
    const { quiet } = this.services
    const { event = noAnswer, transaction } = this
    switch (commit) {
      case "record":
        // After the end of a call nothing more is sent for it.
        if (event._tag === "NoAnswer") quiet.begin(job)
        else if (quiet.known.size > 0) quiet.forget(job)
        return record({ kind, transaction, event, job }, this.context())
      case "record-no-answer":
        return record({ kind, transaction, event: noAnswer, job, lingers: true }, this.context())
      case "record-unseen":
        quiet.forget(job)
        return record({ kind, transaction, event, job, isUnseen: true }, this.context())
      case "supersede":
        return supersede({ kind, transaction, event }, this.context())
      case "supersede-no-answer":
        return supersede({ kind, transaction, event: noAnswer }, this.context())
      case "supersede-unsent":
        return supersede({ kind, transaction, event: notDone }, this.context())
      case "reschedule":
        return this.rescheduled(Number.POSITIVE_INFINITY)
      case "await-window":
        return this.rescheduled(this.window - this.quietFor)
    }
  }

  committed(commit: TransactionCommit, answer: Answer | undefined): Trigger {
    if (answer === undefined) return "Committed"
    this.transaction = answer.transaction
    if (commit === "record" && this.event !== undefined && goesOn(this.event) && this.call?.again) return "PassedOn"
    if (answer.transaction.status === "pending" && this.next() === undefined) this.report()
    return "Committed"
  }

  rerouted(): TransactionAttempt {
    const { call, done, services, subject, transaction } = this
    return new TransactionAttempt(services, subject, transaction, call?.again?.(transaction), done)
  }

  reply(): void {
    const { done } = this
    this.done = () => undefined
    done(this.outcome!)
  }

  warn(): void {
    this.services.log(Effect.logWarning(notRepeatable, { uid: this.transaction.uid }))
  }

  private now(): DateTime.Utc {
    return DateTime.unsafeMake(this.subject.clock.unsafeCurrentTimeMillis())
  }

  private context(): RecordContext {
    const { encode, follows, mails, newNotificationId } = this.services
    const { besides, shop } = this.subject
    const now = this.now()
    return {
      shop,
      encode,
      mails,
      writesOf: this.kind.writesOf,
      now,
      projection: mayFollow(this.transaction) ? follows(this.transaction, shop, now, besides) : undefined,
      notification: newNotificationId(now.epochMillis),
      parentNotification: newNotificationId(now.epochMillis)
    }
  }

  /** When the provider is asked next. */
  private next(): DateTime.Utc | undefined {
    return this.kind.nextQueryAt(this.transaction, this.now(), this.subject.job.attempts)
  }

  private rescheduled(after: number): AttemptOperation {
    const next = this.next()
    // Logged before the commit: if its outcome is unknown, no later run would log it.
    if (next === undefined) this.report()
    // A monotonic clock counts fractions of milliseconds, and no store keeps one in an instant.
    return reschedule(this.subject.job, next, this.now().epochMillis + Math.ceil(after))
  }

  private report(): void {
    this.services.log(stillPending(this.transaction.uid))
  }
}
