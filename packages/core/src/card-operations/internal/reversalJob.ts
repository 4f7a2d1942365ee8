import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { AcquirerRequest, callLimit } from "../../cards/Acquirer.js"
import { referenceOf } from "../../cards/AtProvider.js"
import { CardEvent, isDecision } from "../../cards/CardEvent.js"
import type { CardTransaction, FollowUpRequest } from "../../cards/CardTransaction.js"
import { type Commit, type CommitOutcome, type Stale, settledAs } from "../../commits/Commit.js"
import * as Reads from "../../commits/Reads.js"
import { Lease, type Renewal } from "../../due-work/Lease.js"
import { makeNotificationId } from "../../ids/Ids.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { Mailer } from "../../mail/Mailer.js"
import type {
  Conclusion,
  ReversalCommit,
  Reversal as ReversalFacts,
  State,
  Trigger
} from "../../operations/AttemptMachine.js"
import { inFiber, makeAttempting } from "../../operations/Operations.js"
import type { AttemptOperation, ProviderAttempt, Subject } from "../../operations/ProviderAttempt.js"
import type { ProviderCall } from "../../operations/ProviderOperation.js"
import * as TimeSinceLastSend from "../../operations/TimeSinceLastSend.js"
import { TransactionHook } from "../../operations/TransactionHook.js"
import type { ProviderStatus } from "../../operations/TransactionKind.js"
import { type Shop, ShopDirectory } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import { MonotonicClock } from "../../time/MonotonicClock.js"
import { nextQueryAt } from "../../time/RetrySchedule.js"
import { lastCharge } from "../../transaction-base/TransactionBase.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import * as HoldRules from "../HoldRules.js"
import * as KeyRules from "../KeyRules.js"
import {
  approvalIn,
  type BeginFacts,
  type Begun,
  type BegunReversal,
  begin,
  concluded,
  isApproved,
  isUndecided,
  outcomeOf,
  type ResultFacts,
  type ReversalContext,
  whileHeld
} from "../ReversalRules.js"
import * as SavedCardUpdates from "../SavedCardUpdates.js"
import * as AcquirerCalls from "./acquirerCalls.js"

const refusedReversal = "The acquirer refused to reverse an approval"
const unansweredReversal = "The acquirer did not confirm the reversal of an approval for 7 days"

/** The reference that the acquirer gives where none was kept. */
const referenceIn = (known: ProviderStatus | undefined): string | undefined => {
  if (typeof known !== "object") return undefined
  if (known._tag === "ActionNeeded" || known._tag === "Acknowledged") return known.reference
  return known._tag === "Approved" && "report" in known ? (known.report.refId ?? undefined) : undefined
}

const reversalServices = Effect.gen(function* () {
  return {
    asking: yield* AcquirerCalls.make,
    documents: yield* TransactionDocuments,
    lease: yield* Lease,
    newNotificationId: yield* makeNotificationId,
    mails: (yield* Mailer) !== undefined,
    follows: yield* TransactionHook,
    quiet: TimeSinceLastSend.make((yield* MonotonicClock).unsafeNow)
  }
})

type ReversalServices = Effect.Effect.Success<typeof reversalServices>

/** What is sent, and for which job. */
interface Sending extends Pick<BegunReversal, "attempt" | "transaction"> {
  readonly job: ClaimedJob
  readonly send: ProviderCall["ask"]
}

/** Takes an approval back once more: under a key that may be dead, or was not kept, the acquirer is asked. Source: D53. */
const repeating = (
  { asking, quiet }: ReversalServices,
  { attempt, job, send, transaction }: Sending
): ProviderCall["ask"] => {
  const acquirer = asking.acquirerOf(attempt.gatewayId)
  if (acquirer === undefined) return send
  const began = attempt.at ?? transaction.createdAt
  return Effect.fnUntraced(function* (owner: string) {
    if (KeyRules.repetitionOf(acquirer, began, yield* DateTime.now) === "send") return yield* send(owner)
    // Measured before the question: a slow answer is only as recent as that.
    const quietFor = quiet.since(job, true)
    const known = yield* asking.reversalStatus(transaction, attempt)
    if (typeof known !== "string") return known
    // The key has grown older while the acquirer was asked.
    const isAlive = KeyRules.isAlive(acquirer, began, yield* DateTime.now)
    return known === "never-seen" && isAlive && quietFor >= Duration.toMillis(KeyRules.resendWindow(acquirer))
      ? yield* send(owner)
      : CardEvent.NoAnswer()
  })
}

/** One round of taking an approval back. */
export class Reversal implements ProviderAttempt {
  readonly kind = { unknownOutcome: "rolls-forward" } as const
  readonly quietFor = 0
  readonly window = 0
  state: State = "none"
  event: TransactionEvent | undefined
  owner: string | undefined
  outcome: CommitOutcome<unknown, Stale> | undefined
  call: ProviderCall | undefined
  private transaction: CardTransaction | undefined
  private known: ProviderStatus | undefined
  private attempt: FollowUpRequest | undefined
  private renewal: Renewal | undefined

  constructor(
    private readonly services: ReversalServices,
    readonly subject: Subject,
    private readonly shop: Shop | undefined,
    private readonly log: (message: string) => void,
    private readonly done: (outcome: CommitOutcome<unknown, Stale>) => void
  ) {}

  get reversal(): ReversalFacts {
    const isLast = nextQueryAt(this.now(), this.subject.job.attempts) === undefined
    const isCertain = this.attempt !== undefined && isApproved(this.transaction!, this.attempt, this.known)
    return { isQueried: this.known !== undefined, answer: outcomeOf(this.event, this.shop, isCertain), isLast }
  }

  query(): Effect.Effect<ProviderStatus> {
    return this.services.asking.status(this.transaction!)
  }

  queried(known: ProviderStatus): readonly [Trigger] {
    this.known = known
    return [known === "never-seen" ? "NeverSeen" : known === "unknown" || known === "waiting" ? "Unknown" : "Answered"]
  }

  commit(commit: ReversalCommit): AttemptOperation {
    return commit === "begin-reversal" ? this.initial() : this.concluding(commit)
  }

  committed(commit: ReversalCommit, answer: unknown): Trigger {
    if (commit !== "begin-reversal") return "Committed"
    const begun = answer as Begun
    this.renewal?.committed()
    this.owner = this.renewal?.owner
    if (begun._tag === "Nothing") return "Unneeded"
    this.transaction = begun.transaction
    if (begun._tag === "Begun") {
      this.attempt = begun.attempt
      this.call = this.takingBack(begun)
    }
    // Of a charge that is open, recovery or its customer finds out.
    if (isUndecided(begun.transaction)) this.known = "unknown"
    return begun._tag
  }

  reply(): void {
    this.done(this.outcome!)
  }

  warn(): void {
    // Of an approval that nobody knows of, a refusal says nothing.
    this.log(this.reversal.answer === "refused" ? refusedReversal : unansweredReversal)
  }

  private now(): DateTime.Utc {
    return DateTime.unsafeMake(this.subject.clock.unsafeCurrentTimeMillis())
  }

  private takingBack({ attempt, isRepeated, transaction }: BegunReversal): ProviderCall {
    const { asking, quiet } = this.services
    const { job } = this.subject
    // What the acquirer has is not sent again.
    if (attempt.reference !== undefined) {
      const ask = () => Effect.map(asking.reversalStatus(transaction, attempt), AcquirerCalls.orNoAnswer)
      return { ask, limit: callLimit }
    }
    const { amount, gatewayId, key } = attempt
    const { key: parent } = lastCharge(transaction)
    const { currency, type } = transaction
    const parentReference = referenceOf(transaction) ?? referenceIn(this.known) ?? null
    const request = AcquirerRequest.Void({ key, parent, parentKind: type, parentReference, amount, currency })
    const perform = asking.perform(gatewayId, request)
    const send = (owner: string) => quiet.sending(job, perform(owner), isDecision)
    const ask = isRepeated ? repeating(this.services, { attempt, job, send, transaction }) : send
    return { ask, limit: callLimit }
  }

  private get acknowledged(): ReversalContext["acknowledged"] {
    const { attempt, event } = this
    return attempt !== undefined && event?._tag === "Acknowledged"
      ? { key: attempt.key, reference: event.reference }
      : undefined
  }

  private initial(): Commit<BeginFacts, Begun, Stale> {
    const { job } = this.subject
    const { known } = this
    const now = this.now()
    const renewal = this.services.lease.renewal("now")
    this.renewal = renewal
    const { acquirerOf } = this.services.asking
    const writing = this.writing(now)
    return {
      name: "reversal-begin",
      load: { ...HoldRules.read(job, writing), held: Reads.job(job) },
      decide: (facts) => whileHeld(job, facts, renewal, begin(job, facts, { known, now, acquirerOf, writing }))
    }
  }

  /** What belongs to the charge follows it only once the charge is known. */
  private writing(now: DateTime.Utc): HoldRules.HoldContext {
    const { documents, follows, mails, newNotificationId } = this.services
    const { shop, transaction } = this
    return {
      shop,
      encode: documents.encode,
      mails,
      now,
      notification: newNotificationId(now.epochMillis),
      projection: shop === undefined || transaction === undefined ? undefined : follows(transaction, shop, now)
    }
  }

  private concluding(conclusion: Conclusion): Commit<ResultFacts, undefined, never> {
    const { job } = this.subject
    if (conclusion !== "reverse-later") this.services.quiet.forget(job)
    const { acknowledged, known } = this
    const context = { ...this.writing(this.now()), known, acknowledged }
    const card = SavedCardUpdates.readCard(this.transaction!, approvalIn(known) ?? {})
    const { totals: _, ...own } = HoldRules.read(job, context)
    return {
      name: "reversal-result",
      load: { ...own, ...(card && { card }) } as Reads.Reads<ResultFacts>,
      decide: (facts) => concluded(conclusion, job, facts, context)
    }
  }
}

/** Takes approvals back, as due work. */
export const make = Effect.gen(function* () {
  const { begin } = yield* makeAttempting
  const all = yield* reversalServices
  const shops = yield* ShopDirectory

  const reversed = (job: ClaimedJob, shop: Shop | undefined, runtime: Runtime.Runtime<never>) => {
    const log = (message: string): void => {
      // biome-ignore lint/plugin/runners: a log beside a commit
      Runtime.runFork(runtime)(Effect.logError(message, { uid: job.subject }))
    }
    return inFiber((clock, trace) =>
      Effect.async<void, Stale | StorageError>((resume) =>
        begin(
          "ReversalDue",
          (reply) => new Reversal(all, { job, clock, trace }, shop, log, reply),
          (outcome: CommitOutcome<unknown, Stale>) => resume(Effect.asVoid(settledAs(outcome)))
        )
      )
    )
  }

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    const shop = Option.getOrUndefined(yield* shops.find(job.shop))
    yield* reversed(job, shop, yield* Effect.runtime<never>())
  })
})
