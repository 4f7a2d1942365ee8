/** The rules by which an acquirer that tells an outcome by itself is believed. Pure. Source: D40, D53. */
import { noReport } from "../cards/AcquirerReport.js"
import { referenceOf } from "../cards/AtProvider.js"
import { isCharge } from "../cards/CardChange.js"
import { type AcquirerDecision, CardEvent } from "../cards/CardEvent.js"
import type { CardTransaction, FollowUpRequest as ChargeAttempt } from "../cards/CardTransaction.js"
import { uidIn } from "../ids/AcquirerKeys.js"
import type { AcquirerKey } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { Currency } from "../money/Currency.js"
import { lastCharge } from "../transaction-base/TransactionBase.js"

/** What a provider reports of one operation, read and validated. `decision`: absent where it has not decided. */
export interface OutcomeReport {
  readonly gatewayId: number
  readonly key?: AcquirerKey | undefined
  readonly reference?: string | undefined
  readonly amount?: Amount | undefined
  readonly currency?: Currency | undefined
  readonly decision: AcquirerDecision | undefined
  /** What the payment has taken failed later. */
  readonly hasFailedSince?: boolean | undefined
}

/**
 * The attempt that a report is about.
 *
 * - `outcome`: the one whose decision is the outcome of the transaction
 * - `earlier`: a charge that was passed on to another acquirer, or back to the same one, since
 * - `reversal`: the one that takes an approval back, or releases a hold
 */
export interface Reported {
  readonly of: "outcome" | "earlier" | "reversal"
  readonly amount: Amount
  readonly attempt?: ChargeAttempt
}

const byKey = (transaction: CardTransaction, gatewayId: number, key: string): Reported | undefined => {
  const { acquirerKey, amount, attempts = [] } = transaction
  const last = lastCharge(transaction)
  if (key === last.key) return gatewayId === last.gatewayId ? { of: "outcome", amount } : undefined
  if (key === acquirerKey) return gatewayId === transaction.gatewayId ? { of: "earlier", amount } : undefined
  const attempt = attempts.find((one) => one.key === key && one.gatewayId === gatewayId)
  if (attempt === undefined) return undefined
  return { of: attempt.step === "charge" ? "earlier" : "reversal", amount: attempt.amount, attempt }
}

const byReference = (transaction: CardTransaction, gatewayId: number, reference: string): Reported | undefined => {
  const { amount, attempts = [] } = transaction
  if (lastCharge(transaction).gatewayId === gatewayId && referenceOf(transaction) === reference) {
    return { of: "outcome", amount }
  }
  const attempt = attempts.find((one) => one.reference === reference && one.gatewayId === gatewayId)
  return attempt && { of: "reversal", amount: attempt.amount, attempt }
}

/** The attempt at a transaction that a report is about. Undefined: none that went to this acquirer. */
export const reportedOf = (
  transaction: CardTransaction,
  { gatewayId, key, reference }: OutcomeReport
): Reported | undefined => {
  // A key of ours says which attempt is meant, whatever the reference.
  if (key !== undefined && uidIn(key) !== undefined) return byKey(transaction, gatewayId, key)
  return reference === undefined ? undefined : byReference(transaction, gatewayId, reference)
}

/**
 * What a report leads to.
 *
 * - `Nothing`: it repeats what is known, is about nothing known, or comes too late to matter
 * - `Question`: the acquirer is asked, because it has not decided, or is not believed
 * - `Record`: the decision goes through the machine of the transaction
 * - `TakeBack`: an approval that is not kept is taken back, as one that a late answer brings
 * - `TakenBack`, `Kept`: the acquirer has taken an approval back, or has refused to
 * - `Contradiction`: the acquirer contradicts what it had decided; an operator has to look
 */
export type Consequence =
  | { readonly _tag: "Nothing" }
  | { readonly _tag: "Question"; readonly mismatch?: true }
  | { readonly _tag: "Record"; readonly event: AcquirerDecision }
  | { readonly _tag: "TakeBack" }
  | { readonly _tag: "TakenBack" }
  | { readonly _tag: "Kept"; readonly event: CardEvent }
  | { readonly _tag: "Contradiction" }

const nothing: Consequence = { _tag: "Nothing" }
const question: Consequence = { _tag: "Question" }
const contradiction: Consequence = { _tag: "Contradiction" }

/** What is known of the jobs of a transaction. */
export interface JobsInFlight {
  /** A process is calling the acquirer for it, and will have an answer. */
  readonly isCalled: boolean
  /** A reversal is due, or under way. */
  readonly isReversing: boolean
}

/** A decline with which the process that called goes on to the next acquirer. Source: D17. */
const goesOn = (decision: AcquirerDecision): boolean =>
  decision._tag === "Declined" && (decision.reason === "acquirer-temporary" || decision.reason === "issuer-temporary")

const ofEnded = (transaction: CardTransaction, decision: AcquirerDecision): Consequence => {
  const { attempts = [], status, type } = transaction
  if (status === "successful") return decision._tag === "Approved" ? nothing : contradiction
  if (decision._tag === "Declined") return nothing
  if (!isCharge(type)) return contradiction
  // The reversal of an approval goes on, or has ended: nothing is new. What was taken back while it was open was not known
  // to be approved.
  const isKnown = attempts.some(({ ofOpen, step }) => step === "reversal" && ofOpen !== true)
  return isKnown ? nothing : { _tag: "TakeBack" }
}

const ofOutcome = (
  transaction: CardTransaction,
  decision: AcquirerDecision,
  { isCalled }: JobsInFlight
): Consequence => {
  if (transaction.status !== "pending" && transaction.status !== "incomplete") return ofEnded(transaction, decision)
  if (goesOn(decision) && isCalled) return nothing
  return { _tag: "Record", event: decision }
}

/** Only of a reversal that has not ended: what comes later repeats what is known, or contradicts it. */
const ofReversal = (
  transaction: CardTransaction,
  { ofOpen, step }: ChargeAttempt,
  decision: AcquirerDecision,
  { isReversing }: JobsInFlight
): Consequence => {
  const isCurrent = step === (transaction.status === "successful" ? "release" : "reversal")
  if (!isReversing || !isCurrent) return nothing
  if (decision._tag === "Approved") return { _tag: "TakenBack" }
  // What was not approved was not refused either: whether there is anything to take back is asked first.
  if (ofOpen === true && transaction.isApprovedThere !== true) return question
  return { _tag: "Kept", event: CardEvent.Corrected({ report: transaction.report ?? noReport }) }
}

/** Of a payment alone: a hold keeps what a capture of it could not take. */
const ofLaterFailure = ({ status, type }: CardTransaction, { of: about }: Reported): Consequence => {
  if (type !== "payment" || about !== "outcome") return nothing
  if (status === "pending" || status === "incomplete") return question
  return status === "successful" ? contradiction : nothing
}

const isOther = (
  { amount: reported, currency }: OutcomeReport,
  { amount }: Reported,
  transaction: CardTransaction
): boolean =>
  (reported !== undefined && reported !== amount) || (currency !== undefined && currency !== transaction.currency)

/** What a report leads to, for a transaction as it is. */
export const consequence = (
  transaction: CardTransaction,
  report: OutcomeReport,
  underway: JobsInFlight
): Consequence => {
  const reported = reportedOf(transaction, report)
  if (reported === undefined) return nothing
  const { decision } = report
  if (report.hasFailedSince === true) return ofLaterFailure(transaction, reported)
  if (decision === undefined) return question
  if (decision._tag === "Approved" && isOther(report, reported, transaction))
    return { _tag: "Question", mismatch: true }
  switch (reported.of) {
    case "outcome":
      return ofOutcome(transaction, decision, underway)
    case "earlier":
      return decision._tag === "Approved" ? contradiction : nothing
    case "reversal":
      return ofReversal(transaction, reported.attempt!, decision, underway)
  }
}
