import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import { AcquirerRequest, callLimit } from "../../cards/Acquirer.js"
import { noReport } from "../../cards/AcquirerReport.js"
import { apply } from "../../cards/CardChange.js"
import { CardEvent } from "../../cards/CardEvent.js"
import type { SavedCard } from "../../cards/CardStore.js"
import type { Attempt, CardTransaction } from "../../cards/CardTransaction.js"
import {
  commit,
  type Decision,
  decided,
  type Operation,
  OperationStore,
  refuse,
  Stale
} from "../../commits/Operation.js"
import * as Reads from "../../commits/Reads.js"
import type { Write } from "../../commits/Write.js"
import { Lease, type Renewal } from "../../due-work/Lease.js"
import { Worker } from "../../due-work/Worker.js"
import { lastCharge } from "../../envelope/Envelope.js"
import { type AcquirerKey, makeNotificationId, TransactionUid } from "../../ids/Ids.js"
import type { ClaimedJob } from "../../jobs/Job.js"
import { Mailer } from "../../mail/Mailer.js"
import { type Amount, add, remainder } from "../../money/Amount.js"
import { ChangeFollower, type Following } from "../../operations/ChangeFollower.js"
import type { Knowledge } from "../../operations/TransactionKind.js"
import * as TransactionWriter from "../../operations/TransactionWriter.js"
import { bounded, Calls } from "../../providers/Calls.js"
import { type Shop, ShopDirectory } from "../../shops/Shop.js"
import { askAgainAt } from "../../time/RetrySchedule.js"
import { type ParentTotals, TransactionDocuments } from "../../transactions/TransactionStore.js"
import { writesOf } from "../CardWrites.js"
import * as Contracts from "../Contracts.js"
import * as Asking from "./asking.js"

const refusedReversal = "The acquirer refused to reverse an approval"
const unansweredReversal = "The acquirer did not confirm the reversal of an approval for 7 days"

interface Facts {
  readonly transaction: CardTransaction | undefined
  readonly totals: ParentTotals
}

/** Includes the job's row: a reversal does not begin once another process holds its job. */
interface BeginFacts extends Facts {
  readonly held: Reads.JobRecord | undefined
}

/** The reversal in progress, nothing to do, or a charge whose outcome must be queried first. */
type Begun =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "InDoubt"; readonly transaction: CardTransaction }
  | { readonly _tag: "Begun"; readonly transaction: CardTransaction; readonly attempt: Attempt }

// An approval whose reversal the acquirer refused is successful; its hold is released later, by a separate request.
const stepOf = ({ status }: CardTransaction): "release" | "reversal" =>
  status === "successful" ? "release" : "reversal"

const attemptOf = (transaction: CardTransaction): Attempt | undefined =>
  transaction.attempts?.find(({ step }) => step === stepOf(transaction))

const keyOf = ({ attempts = [], uid }: CardTransaction): AcquirerKey => {
  const before = attempts.filter(({ step }) => step !== "charge").length
  return (before === 0 ? `${uid}:reverse` : `${uid}:reverse-${before + 1}`) as AcquirerKey
}

const leftOf = (transaction: CardTransaction, totals: ParentTotals): Amount =>
  remainder(transaction.amount, add(totals.captured, totals.voided))

/** Whether to reverse the acquirer's approval. `known`: the queried status of the charge, if any. */
const isToBeReversed = (
  { closedAt, reason, status }: CardTransaction,
  known: Knowledge | undefined
): boolean | undefined => {
  if (status === "pending") return undefined
  if (status === "successful") return closedAt !== null
  if (reason === "avs-cvc") return true
  if (known === undefined || known === "unknown" || known === "waiting") return undefined
  return known !== "never-seen" && known._tag === "Approved"
}

const nothing = (job: ClaimedJob): Decision<Begun, never> =>
  decided([{ _tag: "FinishJob", job } as const], { _tag: "Nothing" })

/**
 * Begins a reversal: commits its key and amount before they are used. `known`: the queried status of the charge, if
 * any.
 */
export const begin = (
  job: ClaimedJob,
  { totals, transaction }: Facts,
  known: Knowledge | undefined,
  now: DateTime.Utc
): Decision<Begun, never> => {
  if (transaction === undefined) return nothing(job)
  const before = attemptOf(transaction)
  if (before !== undefined) return decided([], { _tag: "Begun", transaction, attempt: before })
  const wanted = isToBeReversed(transaction, known)
  if (wanted === undefined) return decided([], { _tag: "InDoubt", transaction })
  const amount = leftOf(transaction, totals)
  if (!wanted || amount === 0) return nothing(job)
  const { gatewayId } = lastCharge(transaction)
  const attempt: Attempt = { step: stepOf(transaction), key: keyOf(transaction), gatewayId, amount }
  const change = apply(transaction, CardEvent.ReversalBegun({ attempt }), now)
  if (Either.isLeft(change)) return nothing(job)
  return decided(TransactionWriter.begun(change.right), {
    _tag: "Begun",
    transaction: change.right.transaction,
    attempt
  })
}

/** Adds the heartbeat, and refuses unless this process still holds the job. */
export const whileHeld = (
  job: ClaimedJob,
  { held }: BeginFacts,
  renewal: Renewal,
  decision: Decision<Begun, never>
): Decision<Begun, Stale> => {
  if (held?.fence !== job.fence || held.owner !== renewal.owner) return refuse(new Stale())
  return decision._tag === "Refused" ? decision : { ...decision, writes: [...renewal.writes, ...decision.writes] }
}

/** `followed`: the row of `following`. */
interface ResultFacts extends Pick<Facts, "transaction"> {
  readonly followed?: unknown
  /** The card on which the charge sets up contracts. */
  readonly card?: SavedCard | undefined
}

interface ResultRegime extends Omit<TransactionWriter.Regime, "shop" | "writesOf"> {
  readonly shop: Shop | undefined
  /** What else follows, in the room that the transaction belongs to. */
  readonly following?: Following | undefined
}

type Ended = "done" | "refused" | "given-up" | "later" | "gone"

/** Applies the acquirer's answer to a reversal. Source: D40. */
export const result = (
  job: ClaimedJob,
  { card, followed, transaction }: ResultFacts,
  event: CardEvent,
  now: DateTime.Utc,
  regime: ResultRegime
): Decision<Ended, never> => {
  if (event._tag === "Approved") return decided([{ _tag: "FinishJob", job } as const], "done")
  const next = askAgainAt(now, job.attempts)
  const isUndecided = event._tag !== "Declined" || regime.shop === undefined
  if (transaction !== undefined && isUndecided && next !== undefined) {
    const runAt = next.epochMillis
    return decided([{ _tag: "PostponeJob", job, runAt } as const], "later", { wakeAt: runAt })
  }
  if (transaction === undefined) return decided([{ _tag: "FinishJob", job } as const], "gone")
  const { shop } = regime
  // Among the doubts, until the acquirer is asked again and answers, or the shop is known again.
  if (event._tag !== "Declined" || shop === undefined) return decided([{ _tag: "ParkJob", job } as const], "given-up")
  // What was told as failed, or as released, remains at the acquirer: it is corrected and the merchant is notified.
  const change = apply(transaction, CardEvent.Corrected({ report: transaction.report ?? noReport }), now)
  if (Either.isLeft(change)) return decided([{ _tag: "FinishJob", job } as const], "refused")
  const written = TransactionWriter.replaced(change.right, { ...regime, shop, writesOf })
  const followUp = regime.following?.follow(followed, change.right) ?? []
  const more = [...followUp, ...Contracts.written(card, change.right.transaction)]
  const writes: ReadonlyArray<Write> = [{ _tag: "FinishJob", job }, ...written.writes, ...more]
  return decided(writes, "refused", { wakeAt: TransactionWriter.earliest(writes), changes: [written.change] })
}

/** The log message for the operator when retries end. */
export const handedOver = (job: ClaimedJob, { _tag }: CardEvent, now: DateTime.Utc): string | undefined => {
  if (_tag === "Declined") return refusedReversal
  return _tag !== "Approved" && askAgainAt(now, job.attempts) === undefined ? unansweredReversal : undefined
}

/** Reverses approvals: commits the reversal's key and amount before using them. */
export const make = Effect.gen(function* () {
  const write = commit(yield* OperationStore)
  const asking = yield* Asking.make
  const shops = yield* ShopDirectory
  const documents = yield* TransactionDocuments
  const worker = yield* Worker
  const lease = yield* Lease
  const newNotificationId = yield* makeNotificationId
  const inTime = bounded(yield* Calls)
  const mails = (yield* Mailer) !== undefined
  const follows = yield* ChangeFollower

  const reads = ({ shop, subject }: ClaimedJob): Reads.Reads<Facts> => {
    const uid = TransactionUid.make(subject)
    return { transaction: Reads.cardTransaction(shop, uid), totals: Reads.parentTotals(shop, uid) }
  }

  const begun = Effect.fnUntraced(function* (job: ClaimedJob, known?: Knowledge) {
    const now = yield* DateTime.now
    const renewal = lease.renewal("now")
    const operation: Operation<BeginFacts, Begun, Stale> = {
      name: "reversal-begin",
      load: { ...reads(job), held: Reads.job(job) },
      decide: (facts) => whileHeld(job, facts, renewal, begin(job, facts, known, now))
    }
    const begun = yield* write(operation)
    renewal.committed()
    return { ...begun, owner: renewal.owner }
  })

  const conclude = Effect.fnUntraced(function* (job: ClaimedJob, event: CardEvent, known: CardTransaction) {
    const now = yield* DateTime.now
    const shop = Option.getOrUndefined(yield* shops.find(job.shop))
    const notification = newNotificationId(now.epochMillis)
    const following = shop === undefined ? undefined : follows(known, shop, now)
    const regime = { shop, encode: documents.encode, mails, notification, following }
    const card = Contracts.cardOf(known)
    const own = { transaction: reads(job).transaction }
    const load = { ...own, ...(following && { followed: following.load }), ...(card && { card }) }
    // Logged before the commit that ends the job: if that commit's outcome is unknown, no later run would log it.
    const toOperator = handedOver(job, event, now)
    if (toOperator !== undefined) yield* Effect.logError(toOperator, { uid: job.subject })
    yield* write({
      name: "reversal-result",
      load: load as Reads.Reads<ResultFacts>,
      decide: (facts) => result(job, facts, event, now, regime)
    } satisfies Operation<ResultFacts, Ended, never>)
    yield* worker.wake
  })

  const takeBack = (transaction: CardTransaction, { amount, gatewayId, key }: Attempt, owner: string) => {
    const { key: parent } = lastCharge(transaction)
    const request = AcquirerRequest.Void({ key, parent, amount, currency: transaction.currency })
    return inTime(asking.perform(gatewayId, request)(owner), callLimit, CardEvent.NoAnswer())
  }

  return Effect.fnUntraced(function* (job: ClaimedJob) {
    let first = yield* begun(job)
    if (first._tag === "InDoubt") {
      const { gatewayId, key } = lastCharge(first.transaction)
      const isPending = first.transaction.status === "pending"
      const known = isPending ? ("unknown" as const) : yield* asking.status(gatewayId, key)
      first = yield* begun(job, known)
    }
    if (first._tag === "Nothing") return
    const event =
      first._tag === "InDoubt" ? CardEvent.NoAnswer() : yield* takeBack(first.transaction, first.attempt, first.owner)
    // An attempt that was never sent says nothing about the earlier one.
    yield* conclude(job, event._tag === "NotDone" ? CardEvent.NoAnswer() : event, first.transaction)
  })
})
