import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { AcquirerRequest, callLimit } from "../../cards/Acquirer.js"
import type { CardTransaction } from "../../cards/CardTransaction.js"
import { type Operation, type Outcome, type Stale, settledAs } from "../../commits/Operation.js"
import * as Reads from "../../commits/Reads.js"
import { Lease, type Renewal } from "../../due-work/Lease.js"
import { lastCharge } from "../../envelope/Envelope.js"
import { makeNotificationId, TransactionUid } from "../../ids/Ids.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { Mailer } from "../../mail/Mailer.js"
import type { Attempt, AttemptOperation, Subject } from "../../operations/Attempt.js"
import type {
  Conclusion,
  ReversalCommit,
  Reversal as ReversalFacts,
  State,
  Trigger
} from "../../operations/AttemptMachine.js"
import { ChangeFollower } from "../../operations/ChangeFollower.js"
import type { Performance } from "../../operations/Intent.js"
import { attempting, inFiber } from "../../operations/Operations.js"
import type { Knowledge } from "../../operations/TransactionKind.js"
import { type Shop, ShopDirectory } from "../../shops/Shop.js"
import type { StorageError } from "../../store/StorageError.js"
import { askAgainAt } from "../../time/RetrySchedule.js"
import type { TransactionEvent } from "../../transactions/TransactionEvent.js"
import { TransactionDocuments } from "../../transactions/TransactionStore.js"
import * as Contracts from "../Contracts.js"
import {
  answerOf,
  type BeginFacts,
  type Begun,
  type BegunReversal,
  begin,
  concluded,
  type Facts,
  type ResultFacts,
  whileHeld
} from "../ReversalRules.js"
import * as Asking from "./asking.js"

const refusedReversal = "The acquirer refused to reverse an approval"
const unansweredReversal = "The acquirer did not confirm the reversal of an approval for 7 days"

const reversalServices = Effect.gen(function* () {
  return {
    asking: yield* Asking.make,
    documents: yield* TransactionDocuments,
    lease: yield* Lease,
    newNotificationId: yield* makeNotificationId,
    mails: (yield* Mailer) !== undefined,
    follows: yield* ChangeFollower
  }
})

const readsOf = ({ shop, subject }: ClaimedJob): Reads.Reads<Facts> => {
  const uid = TransactionUid.make(subject)
  return { transaction: Reads.cardTransaction(shop, uid), totals: Reads.parentTotals(shop, uid) }
}

/** One round of taking an approval back. */
export class Reversal implements Attempt {
  readonly kind = { unknownOutcome: "rolls-forward" } as const
  readonly quietFor = 0
  readonly window = 0
  state: State = "none"
  event: TransactionEvent | undefined
  owner: string | undefined
  outcome: Outcome<unknown, Stale> | undefined
  call: Performance | undefined
  private transaction: CardTransaction | undefined
  private known: Knowledge | undefined
  private renewal: Renewal | undefined

  constructor(
    private readonly services: Effect.Effect.Success<typeof reversalServices>,
    readonly subject: Subject,
    private readonly shop: Shop | undefined,
    private readonly log: (message: string) => void,
    private readonly done: (outcome: Outcome<unknown, Stale>) => void
  ) {}

  get reversal(): ReversalFacts {
    const isLast = askAgainAt(this.now(), this.subject.job.attempts) === undefined
    return { isAsked: this.known !== undefined, answer: answerOf(this.event, this.shop), isLast }
  }

  query(): Effect.Effect<Knowledge> {
    const { gatewayId, key } = lastCharge(this.transaction!)
    return this.services.asking.status(gatewayId, key)
  }

  queried(known: Knowledge): readonly [Trigger] {
    this.known = known
    return [known === "never-seen" ? "NeverSeen" : known === "unknown" || known === "waiting" ? "Unknown" : "Answered"]
  }

  commit(commit: ReversalCommit): AttemptOperation {
    return commit === "begin-reversal" ? this.beginning() : this.concluding(commit)
  }

  committed(commit: ReversalCommit, answer: unknown): Trigger {
    if (commit !== "begin-reversal") return "Committed"
    const begun = answer as Begun
    this.renewal?.committed()
    this.owner = this.renewal?.owner
    if (begun._tag === "Nothing") return "Unneeded"
    this.transaction = begun.transaction
    if (begun._tag === "Begun") this.call = this.takingBack(begun)
    // Of a charge that is pending, recovery finds out.
    if (begun.transaction.status === "pending") this.known = "unknown"
    return begun._tag
  }

  reply(): void {
    this.done(this.outcome!)
  }

  warn(): void {
    this.log(this.event?._tag === "Declined" ? refusedReversal : unansweredReversal)
  }

  private now(): DateTime.Utc {
    return DateTime.unsafeMake(this.subject.clock.unsafeCurrentTimeMillis())
  }

  private takingBack({ attempt: { amount, gatewayId, key }, transaction }: BegunReversal): Performance {
    const { key: parent } = lastCharge(transaction)
    const request = AcquirerRequest.Void({ key, parent, amount, currency: transaction.currency })
    return { ask: this.services.asking.perform(gatewayId, request), limit: callLimit }
  }

  private beginning(): Operation<BeginFacts, Begun, Stale> {
    const { job } = this.subject
    const { known } = this
    const now = this.now()
    const renewal = this.services.lease.renewal("now")
    this.renewal = renewal
    return {
      name: "reversal-begin",
      load: { ...readsOf(job), held: Reads.job(job) },
      decide: (facts) => whileHeld(job, facts, renewal, begin(job, facts, known, now))
    }
  }

  private concluding(conclusion: Conclusion): Operation<ResultFacts, undefined, never> {
    const { documents, follows, mails, newNotificationId } = this.services
    const { shop, transaction } = this
    const { job } = this.subject
    const now = this.now()
    const following = shop === undefined ? undefined : follows(transaction!, shop, now)
    const notification = newNotificationId(now.epochMillis)
    const regime = { shop, encode: documents.encode, mails, notification, following }
    const card = Contracts.cardOf(transaction!)
    const own = { transaction: readsOf(job).transaction }
    return {
      name: "reversal-result",
      load: {
        ...own,
        ...(following && { followed: following.load }),
        ...(card && { card })
      } as Reads.Reads<ResultFacts>,
      decide: (facts) => concluded(conclusion, job, facts, now, regime)
    }
  }
}

/** Takes approvals back, as due work. */
export const make = Effect.gen(function* () {
  const { begin } = yield* attempting
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
          (outcome: Outcome<unknown, Stale>) => resume(Effect.asVoid(settledAs(outcome)))
        )
      )
    )
  }

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    const shop = Option.getOrUndefined(yield* shops.find(job.shop))
    yield* reversed(job, shop, yield* Effect.runtime<never>())
  })
})
