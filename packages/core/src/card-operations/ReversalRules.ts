/** The rules by which an approval that is not kept is taken back. Source: D40. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import { noReport } from "../cards/AcquirerReport.js"
import { apply } from "../cards/CardChange.js"
import { CardEvent } from "../cards/CardEvent.js"
import type { SavedCard } from "../cards/CardStore.js"
import type { CardTransaction, Attempt as ChargeAttempt } from "../cards/CardTransaction.js"
import { type Decision, decided, refuse, Stale } from "../commits/Commit.js"
import type * as Reads from "../commits/Reads.js"
import type { Write } from "../commits/Write.js"
import type { Renewal } from "../due-work/Lease.js"
import type { AcquirerKey } from "../ids/Ids.js"
import type { ClaimedJob } from "../jobs/Job.js"
import { type Amount, add, remainder } from "../money/Amount.js"
import type { Conclusion, Reversal as ReversalFacts } from "../operations/AttemptMachine.js"
import type { ProviderStatus } from "../operations/TransactionKind.js"
import * as TransactionWriter from "../operations/TransactionWriter.js"
import { isReleasedByCapture } from "../routing/Capabilities.js"
import type { Shop } from "../shops/Shop.js"
import { askAgainAt } from "../time/RetrySchedule.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"
import type { TransactionEvent } from "../transactions/TransactionEvent.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import type { AcquirerOf } from "./ChildRules.js"
import * as Contracts from "./Contracts.js"
import * as HoldRules from "./HoldRules.js"

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
  remainder(transaction.amount, add(totals.captured, totals.voided))

/** Whether to reverse the acquirer's approval. `known`: the queried status of the charge, if any. */
const isToBeReversed = (
  { closedAt, reason, status }: CardTransaction,
  known: ProviderStatus | undefined
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
 * any. An acquirer that takes one capture has given the rest back with it: nothing is released there. Source: D40, D53.
 */
export const begin = (
  job: ClaimedJob,
  { totals, transaction }: HoldRules.HoldFacts,
  known: ProviderStatus | undefined,
  now: DateTime.Utc,
  acquirerOf: AcquirerOf = () => undefined
): Decision<Begun, never> => {
  if (transaction === undefined) return nothing(job)
  const before = attemptOf(transaction)
  if (before !== undefined) return decided([], { _tag: "Begun", transaction, attempt: before, isRepeated: true })
  const wanted = isToBeReversed(transaction, known)
  if (wanted === undefined) return decided([], { _tag: "InDoubt", transaction })
  const amount = leftOf(transaction, totals)
  if (!wanted || amount === 0) return nothing(job)
  const { gatewayId } = lastCharge(transaction)
  const step = stepOf(transaction)
  if (step === "release" && isReleasedByCapture(acquirerOf(gatewayId), totals.captured)) return nothing(job)
  const attempt: ChargeAttempt = { step, key: keyOf(transaction), gatewayId, amount, at: now }
  const change = apply(transaction, CardEvent.ReversalBegun({ attempt }), now)
  if (Either.isLeft(change)) return nothing(job)
  return decided(TransactionWriter.begun(change.right), {
    _tag: "Begun",
    transaction: change.right.transaction,
    attempt,
    isRepeated: false
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

export interface ResultFacts extends Omit<HoldRules.HoldFacts, "totals"> {
  /** The card on which the charge sets up contracts. */
  readonly card?: SavedCard | undefined
}

/** What was announced as failed, or as released, remains at the acquirer: it is corrected and the merchant is notified. */
const corrected = (
  transaction: CardTransaction,
  facts: ResultFacts,
  context: HoldRules.HoldContext
): TransactionWriter.Written | undefined => {
  const event = CardEvent.Corrected({ report: transaction.report ?? noReport })
  const written = HoldRules.written(transaction, event, facts, context)
  return (
    written && {
      ...written,
      writes: [...written.writes, ...Contracts.written(facts.card, written.change.transaction)]
    }
  )
}

/** The last commit of a reversal. Source: D40. */
export const concluded = (
  conclusion: Conclusion,
  job: ClaimedJob,
  facts: ResultFacts,
  context: HoldRules.HoldContext
): Decision<undefined, never> => {
  const { transaction } = facts
  const finish: Write = { _tag: "FinishJob", job }
  if (transaction === undefined) return decided([finish], undefined)
  switch (conclusion) {
    case "finish":
      return decided([finish], undefined)
    case "give-up":
      // Among the doubts, until the acquirer is asked again and answers, or the shop is known again.
      return decided([{ _tag: "SuspendJob", job }], undefined)
    case "reverse-later": {
      const runAt = (askAgainAt(context.now, job.attempts) ?? context.now).epochMillis
      return decided([{ _tag: "PostponeJob", job, runAt }], undefined, { wakeAt: runAt })
    }
    case "correct": {
      const written = corrected(transaction, facts, context)
      if (written === undefined) return decided([finish], undefined)
      const writes = [finish, ...written.writes]
      return decided(writes, undefined, { wakeAt: TransactionWriter.earliest(writes), changes: [written.change] })
    }
  }
}

/** What an event is to a reversal. What was never sent says nothing about an earlier attempt. */
export const answerOf = (event: TransactionEvent | undefined, shop: Shop | undefined): ReversalFacts["answer"] => {
  if (event?._tag === "Approved") return "taken-back"
  return event?._tag === "Declined" && shop !== undefined ? "refused" : "none"
}
