/** The rules by which an approval that is not kept is taken back. Source: D40. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { noReport } from "../cards/AcquirerReport.js"
import { openActionOf } from "../cards/AtProvider.js"
import { apply } from "../cards/CardChange.js"
import { CardEvent } from "../cards/CardEvent.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction, FollowUpRequest as ChargeAttempt } from "../cards/CardTransaction.js"
import { type Decision, decided, refuse, Stale } from "../commits/Commit.js"
import type * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Renewal } from "../due-work/Lease.js"
import type { AcquirerKey } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type Amount, add, subtractOrZero } from "../money/Amount.js"
import type { Conclusion, Reversal as ReversalFacts } from "../operations/AttemptMachine.js"
import type { HookFacts } from "../operations/TransactionHook.js"
import type { ProviderStatus } from "../operations/TransactionKind.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { given } from "../request/Given.js"
import { isReleasedByCapture } from "../routing/Capabilities.js"
import type { Shop } from "../shops/Shop.js"
import { nextQueryAt } from "../time/RetrySchedule.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import type { AcquirerOf } from "./ChildRules.js"
import * as HoldRules from "./HoldRules.js"
import * as SavedCardUpdates from "./SavedCardUpdates.js"

/** Includes the job's row: a reversal does not begin once another process holds its job. */
export interface BeginFacts extends HoldRules.HoldFacts {
  readonly held: Reads.JobRecord | undefined
}

/** The reversal in progress, nothing to do, or a charge whose outcome must be queried first. */
export type Begun =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "InDoubt"; readonly transaction: CardTransaction }
  | BegunReversal

export interface BegunReversal {
  readonly _tag: "Begun"
  readonly transaction: CardTransaction
  readonly attempt: ChargeAttempt
  /** It was begun before, and may have been sent. */
  readonly isRepeated: boolean
}

// An approval whose reversal the acquirer refused is successful; its hold is released later, by a separate request.
const stepOf = ({ status }: CardTransaction): "release" | "reversal" =>
  status === "successful" ? "release" : "reversal"

const attemptOf = (transaction: CardTransaction): ChargeAttempt | undefined =>
  transaction.attempts?.find(({ step }) => step === stepOf(transaction))

const keyOf = ({ attempts = [], uid }: CardTransaction): AcquirerKey => {
  const before = attempts.filter(({ step }) => step !== "charge").length
  return (before === 0 ? `${uid}:reverse` : `${uid}:reverse-${before + 1}`) as AcquirerKey
}

const leftOf = (transaction: CardTransaction, totals: ParentTotals): Amount =>
  subtractOrZero(transaction.amount, add(totals.captured, totals.voided))

/** Whether a charge can still be decided by its acquirer, so that nothing is taken back yet. */
export const isUndecided = ({ status }: CardTransaction): boolean => status === "pending" || status === "incomplete"

/** What the acquirer says of a charge that has ended otherwise here: approved, or may still be. */
export const mayBeApproved = (known: ProviderStatus): boolean | undefined => {
  if (known === "unknown") return undefined
  // An acquirer that has it, and has not decided, may still approve.
  return known === "waiting" || (known !== "never-seen" && known._tag !== "Declined")
}

/**
 * Whether to reverse the acquirer's approval, or what it may still approve: an action that its customer has not ended.
 * `known`: the queried status of the charge, if any.
 */
const isToBeReversed = (transaction: CardTransaction, known: ProviderStatus | undefined): boolean | undefined => {
  const { closedAt, isApprovedThere, reason, status } = transaction
  if (isUndecided(transaction)) return undefined
  if (status === "successful") return closedAt !== null
  if (reason === "avs-cvc" || openActionOf(transaction) !== undefined) return true
  if (known === undefined) return undefined
  // It has told of the approval since it was asked.
  if (known === "never-seen" && isApprovedThere === true) return undefined
  // An acquirer that cannot be asked has told it.
  return mayBeApproved(known) ?? isApprovedThere
}

/** Whether the approval is certain. What is not approved yet may be refused to be taken back, and be approved later. */
export const isApproved = (
  { isApprovedThere }: CardTransaction,
  { ofOpen }: ChargeAttempt,
  known: ProviderStatus | undefined
): boolean => ofOpen !== true || isApprovedThere === true || (typeof known === "object" && known._tag === "Approved")

/**
 * Whether a reversal that has begun goes on: of what was approved always; of what was open, the acquirer is asked first
 * whether there is still anything to take back.
 */
const goesOn = ({ ofOpen }: ChargeAttempt, known: ProviderStatus | undefined): boolean | undefined => {
  if (ofOpen !== true) return true
  return known === undefined ? undefined : (mayBeApproved(known) ?? true)
}

/** Nothing is left to take back. What waits until no approval can follow any more is told. Source: D44. */
const calledOff = <Answer>(
  job: ClaimedJob,
  { transaction, ...followed }: HookFacts & { readonly transaction: CardTransaction | undefined },
  context: HoldRules.HoldContext | undefined,
  answer: Answer
): Decision<Answer, never> => {
  const written =
    transaction && context && HoldRules.writesOfEvent(transaction, CardEvent.TakenBack(), followed, context)
  if (written === undefined) return decided([{ _tag: "FinishJob", job }], answer)
  const writes: ReadonlyArray<Write> = [{ _tag: "FinishJob", job }, ...written.writes]
  return decided(writes, answer, { wakeAt: TransactionWriter.earliest(writes), changes: [written.change] })
}

const resumed = (
  transaction: CardTransaction,
  attempt: ChargeAttempt,
  known: ProviderStatus | undefined
): Decision<Begun, never> | undefined => {
  const wanted = goesOn(attempt, known)
  if (wanted === undefined) return decided([], { _tag: "InDoubt", transaction })
  return wanted ? decided([], { _tag: "Begun", transaction, attempt, isRepeated: true }) : undefined
}

/** Whether what is taken back may not be approved yet. */
const isOfOpen = (transaction: CardTransaction, known: ProviderStatus | undefined): boolean => {
  const { isApprovedThere, reason, status } = transaction
  if (status === "successful" || reason === "avs-cvc") return false
  if (known === "unknown" && isApprovedThere === true) return false
  return known === undefined || typeof known === "string" || known._tag !== "Approved"
}

/** What a reversal begins with. Undefined: nothing is taken back. */
const begunWith = (
  transaction: CardTransaction,
  totals: ParentTotals,
  known: ProviderStatus | undefined,
  now: DateTime.Utc,
  acquirerOf: AcquirerOf
): Decision<Begun, never> | undefined => {
  const before = attemptOf(transaction)
  if (before !== undefined) return resumed(transaction, before, known)
  const wanted = isToBeReversed(transaction, known)
  if (wanted === undefined) return decided([], { _tag: "InDoubt", transaction })
  const amount = leftOf(transaction, totals)
  // There is no money to take back of an action that checks a card: it is asked how it ended.
  const isUnheard = known === undefined && openActionOf(transaction) !== undefined
  if (amount === 0 && isUnheard) return decided([], { _tag: "InDoubt", transaction })
  if (!wanted || amount === 0) return undefined
  const { gatewayId } = lastCharge(transaction)
  const ofOpen = isOfOpen(transaction, known) || undefined
  const [step, key] = [stepOf(transaction), keyOf(transaction)]
  if (step === "release" && isReleasedByCapture(acquirerOf(gatewayId), totals.captured)) return undefined
  const attempt: ChargeAttempt = { step, key, gatewayId, amount, at: now, ...given({ ofOpen }) }
  const change = apply(transaction, CardEvent.ReversalBegun({ attempt }), now)
  if (Either.isLeft(change)) return undefined
  return decided(TransactionWriter.begun(change.right), {
    _tag: "Begun",
    transaction: change.right.transaction,
    attempt,
    isRepeated: false
  })
}

/** What a reversal needs to begin beside its facts. `known`: the queried status of the charge, if any. */
export interface BeginContext {
  readonly known: ProviderStatus | undefined
  readonly now: DateTime.Utc
  readonly acquirerOf?: AcquirerOf
  /** How what follows is written. Absent: nothing follows. */
  readonly writing?: HoldRules.HoldContext
}

/**
 * Begins a reversal: commits its key and amount before they are used. An acquirer that takes one capture has given the
 * rest back with it: nothing is released there. Source: D40, D53.
 */
export const begin = (
  job: ClaimedJob,
  { totals, transaction, ...followed }: HoldRules.HoldFacts,
  { acquirerOf = () => undefined, known, now, writing }: BeginContext
): Decision<Begun, never> => {
  const begun = transaction && begunWith(transaction, totals, known, now, acquirerOf)
  return begun ?? calledOff(job, { ...followed, transaction }, writing, { _tag: "Nothing" })
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

export interface ResultFacts extends Omit<HoldRules.HoldFacts, "totals"> {
  /** The card on which the charge sets up contracts, or of which the acquirer has told more. */
  readonly card?: SavedCard | undefined
}

/** What the last commit needs beside its facts. */
export interface ReversalContext extends HoldRules.HoldContext {
  /** What the acquirer said of the charge, where it was asked. */
  readonly known?: ProviderStatus | undefined
  /** The key of the reversal, and the reference under which the acquirer has it from now on. */
  readonly acknowledged?: { readonly key: AcquirerKey; readonly reference: string } | undefined
}

/** The approval of the charge, where the acquirer has said it when it was asked. */
export const approvalIn = (
  known: ProviderStatus | undefined
): Extract<CardEvent, { readonly _tag: "Approved" }> | undefined =>
  typeof known === "object" && known._tag === "Approved" && "report" in known ? known : undefined

/** What it says of the card. */
const reportedIn = (approval: ReturnType<typeof approvalIn>) => {
  if (approval === undefined) return {}
  const { card, networkTransactionId, token } = approval
  return given({ card, networkTransactionId, token })
}

/** What was announced as failed, or as released, remains at the acquirer: it is corrected and the merchant is notified. */
const corrected = (
  transaction: CardTransaction,
  facts: ResultFacts,
  context: ReversalContext
): TransactionWriter.Written | undefined => {
  const approval = approvalIn(context.known)
  const event = CardEvent.Corrected({
    ...reportedIn(approval),
    report: approval?.report ?? transaction.report ?? noReport
  })
  const written = HoldRules.writesOfEvent(transaction, event, facts, context)
  return (
    written && {
      ...written,
      writes: [
        ...written.writes,
        ...SavedCardUpdates.written(facts.card, written.change.transaction as CardTransaction, event)
      ]
    }
  )
}

/** Keeps the reference of a reversal that its acquirer decides later. */
const acknowledged = (transaction: CardTransaction, { acknowledged, now }: ReversalContext): ReadonlyArray<Write> => {
  if (acknowledged === undefined) return []
  const change = apply(transaction, CardEvent.ReversalAcknowledged(acknowledged), now)
  return Either.isLeft(change) ? [] : TransactionWriter.begun(change.right)
}

/** The last commit of a reversal. Source: D40. */
export const concluded = (
  conclusion: Conclusion,
  job: ClaimedJob,
  facts: ResultFacts,
  context: ReversalContext
): Decision<undefined, never> => {
  const { transaction } = facts
  const finish: Write = { _tag: "FinishJob", job }
  if (transaction === undefined) return decided([finish], undefined)
  switch (conclusion) {
    case "finish":
      return calledOff(job, { ...facts, transaction }, context, undefined)
    case "give-up":
      // Among the doubts, until the acquirer is asked again and answers, or the shop is known again.
      return decided([{ _tag: "SuspendJob", job }], undefined)
    case "reverse-later": {
      const runAt = (nextQueryAt(context.now, job.attempts) ?? context.now).epochMillis
      const postponed: Write = { _tag: "PostponeJob", job, runAt }
      return decided([...acknowledged(transaction, context), postponed], undefined, { wakeAt: runAt })
    }
    case "correct": {
      const written = corrected(transaction, facts, context)
      if (written === undefined) return decided([finish], undefined)
      const writes = [finish, ...written.writes]
      return decided(writes, undefined, { wakeAt: TransactionWriter.earliest(writes), changes: [written.change] })
    }
  }
}

/**
 * What an event is to a reversal. What was never sent says nothing about an earlier attempt, and what is not approved was
 * not refused.
 */
export const outcomeOf = (
  event: TransactionEvent | undefined,
  shop: Shop | undefined,
  isApproved: boolean
): ReversalFacts["answer"] => {
  if (event?._tag === "Approved") return "taken-back"
  return event?._tag === "Declined" && shop !== undefined && isApproved ? "refused" : "none"
}
