/** The pure rule that turns an event into a transfer's next version. */
import * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Machine from "../machine/Machine.js"
import type { Transition } from "../transaction-base/TransactionBase.js"
import { methodOf } from "./methods/Methods.js"
import type * as PaymentMachine from "./PaymentMachine.js"
import * as ProofMachine from "./ProofMachine.js"
import { noReport } from "./ProviderReport.js"
import * as RefundPayoutMachine from "./RefundPayoutMachine.js"
import type { ConflictingReport, ProofState, Transfer } from "./Transfer.js"
import type { TransferEvent } from "./TransferEvent.js"
import type { TransferReason } from "./TransferReason.js"

/** What is committed with a transfer's new version. */
export type TransferSideEffect = PaymentMachine.SideEffect | RefundPayoutMachine.SideEffect | ProofMachine.SideEffect

/** The next version of a transfer, its line of history, and what must be committed with it. */
export interface TransferChange {
  readonly transaction: Transfer
  readonly transition: Transition
  readonly effects: ReadonlyArray<TransferSideEffect>
}

interface Decided {
  readonly next: Transfer["status"] | "none"
  readonly effects: ReadonlyArray<TransferSideEffect>
}

const correctedTo = (event: TransferEvent): "successful" | "failed" | null =>
  event._tag === "Corrected" ? event.status : null

const decide = (
  transfer: Transfer,
  event: TransferEvent,
  now: DateTime.Utc
): Either.Either<Decided, Machine.Refused> => {
  const common = { corrected: correctedTo(event), isKnown: transfer.report !== null }
  const state = transfer.status as RefundPayoutMachine.State
  switch (transfer.type) {
    case "payment": {
      const { expiredAt, payBy, proof } = transfer
      const isProofPending = proof?.status === "pending"
      const paidAt = event._tag === "Paid" ? event.paidAt : null
      const { machine } = methodOf(transfer)
      // The bank dates payments by its clock, so that clock also says when the time to pay is over. Source: D40.
      const asOf = event._tag === "TimePassed" ? event.asOf : now
      return Machine.decide(machine, state, event._tag, {
        now: asOf,
        expiredAt,
        payBy,
        paidAt,
        isProofPending,
        ...common
      })
    }
    case "refund":
      return Machine.decide(RefundPayoutMachine.refund, state, event._tag, common)
    case "payout":
      return Machine.decide(RefundPayoutMachine.payout, state, event._tag, common)
    case "proof":
      return Machine.decide(ProofMachine.machine, state, event._tag, undefined)
  }
}

const reasonOf = (event: TransferEvent): TransferReason => {
  switch (event._tag) {
    case "Rejected":
      return event.reason
    case "NoProvider":
      return "no-provider"
    case "VerificationRefused":
      return "verification-refused"
    case "ProofDeclined":
      return "not-proven"
    case "Paid":
    case "TimePassed":
      return "unpaid"
    case "Accepted":
    case "Waiting":
    case "NotDone":
    case "NoAnswer":
    case "ProofBegun":
    case "ProofApproved":
    case "ConfirmAsked":
    case "Corrected":
      return "provider"
  }
}

const reasonAfter = (transfer: Transfer, event: TransferEvent, status: Transfer["status"]): Transfer["reason"] => {
  if (status !== "failed") return null
  // A declined proof leaves the payment as unpaid as it was.
  return transfer.status === "failed" ? transfer.reason : reasonOf(event)
}

/** What an operator says of a proof. */
const decisionOn = ({ type }: Transfer, event: TransferEvent): string | undefined =>
  type === "proof" && (event._tag === "ProofApproved" || event._tag === "ProofDeclined") ? event.message : undefined

// What the provider says last. Its words about a payment that does not count, or about a state that is over, would
// contradict the status beside them.
const reportOf = (transfer: Transfer, event: TransferEvent, { effects, next }: Decided): Transfer["report"] => {
  const { report } = transfer
  const decision = decisionOn(transfer, event)
  if (decision !== undefined) return { ...noReport, message: decision }
  const isFinal = transfer.status !== "pending"
  if (next === transfer.status && (isFinal || !("report" in event))) return report
  const reported = "report" in event ? event.report : noReport
  const message = effects.includes("keep-evidence") ? null : reported.message
  return { refId: reported.refId ?? report?.refId ?? null, message }
}

const orderOf = (transfer: Transfer, event: TransferEvent): Transfer["order"] =>
  event._tag === "Waiting" ? (event.order ?? transfer.order) : transfer.order

// A payment counts with what the bank received, a payout with what it paid out. Source: interface, "Payout response".
const amountOf = (transfer: Transfer, event: TransferEvent, isNewlyPaid: boolean): Transfer["amount"] =>
  isNewlyPaid && "amount" in event ? event.amount : transfer.amount

type ReportedOutcome = Omit<ConflictingReport, "reportedAt">

const reportedOf = (transfer: Transfer, event: TransferEvent): ReportedOutcome | undefined => {
  if (event._tag !== "Paid" && event._tag !== "Rejected") return undefined
  const { refId } = event.report
  return event._tag === "Paid"
    ? { said: "paid", refId, amount: event.amount, paidAt: event.paidAt }
    : { said: "rejected", refId, amount: transfer.amount, paidAt: null }
}

const isSameInstant = (one: DateTime.Utc | null, other: DateTime.Utc | null): boolean =>
  one === null || other === null ? one === other : DateTime.Equivalence(one, other)

// Without an id on both sides, amount and date have to do.
const isSameId = (one: string | null, other: string | null): boolean => one === null || other === null || one === other

const isKnown = ({ evidence }: Transfer, { amount, paidAt, refId, said: reported }: ReportedOutcome): boolean =>
  evidence.some(
    (one) =>
      one.said === reported && one.amount === amount && isSameInstant(one.paidAt, paidAt) && isSameId(one.refId, refId)
  )

const evidenceOf = (
  transfer: Transfer,
  event: TransferEvent,
  { effects }: Decided,
  reportedAt: DateTime.Utc
): Transfer["evidence"] => {
  const reported = effects.includes("keep-evidence") ? reportedOf(transfer, event) : undefined
  return reported === undefined || isRepeated(transfer, event)
    ? transfer.evidence
    : [...transfer.evidence, { ...reported, reportedAt }]
}

const proofOf = (transfer: Transfer, event: TransferEvent): { readonly proof?: ProofState } => {
  const { proof } = transfer
  switch (event._tag) {
    case "ProofBegun":
      return {
        proof: { uid: event.uid, status: "pending", message: event.message, count: (proof?.count ?? 0) + 1 }
      }
    case "ProofApproved":
      return proof === undefined ? {} : { proof: { ...proof, status: "successful", message: event.message } }
    case "ProofDeclined":
      return proof === undefined ? {} : { proof: { ...proof, status: "failed", message: event.message } }
    default:
      return {}
  }
}

/** The last confirmation. Without a key of its own it is none under a key. */
const confirmedOf = (transfer: Transfer, event: TransferEvent, now: DateTime.Utc): Transfer => {
  if (event._tag !== "ConfirmAsked") return transfer
  const { confirmedUnder: _, ...unasked } = transfer
  return { ...unasked, ...(event.under === undefined ? {} : { confirmedUnder: event.under }), confirmedAt: now }
}

const paidAtOf = (
  transfer: Transfer,
  event: TransferEvent,
  { next }: Decided,
  now: DateTime.Utc
): Transfer["paidAt"] => {
  if (next !== "successful") return null
  if (transfer.status === "successful") return transfer.paidAt
  return event._tag === "Paid" ? event.paidAt : now
}

const isSame = <A extends Readonly<Record<string, unknown>>>(one: A | null, other: A | null): boolean =>
  one === null || other === null ? one === other : Object.keys(one).every((name) => one[name] === other[name])

/** The order and the words of the provider are as they were. */
const isNoNews = ({ order, report }: Transfer, event: Extract<TransferEvent, { _tag: "Waiting" }>): boolean => {
  const { message, refId } = event.report
  const reported = { refId: refId ?? report?.refId ?? null, message }
  return report !== null && isSame(report, reported) && (event.order === null || isSame(order, event.order))
}

const isCounted = (transfer: Transfer, { amount, paidAt, report }: Extract<TransferEvent, { _tag: "Paid" }>): boolean =>
  transfer.status === "successful" &&
  transfer.amount === amount &&
  isSameInstant(transfer.paidAt, paidAt) &&
  isSameId(transfer.report?.refId ?? null, report.refId)

/** The report repeats what is known: there is nothing to change. Banks report twice. */
export const isRepeated = (transfer: Transfer, event: TransferEvent): boolean => {
  if (event._tag === "Waiting") return transfer.status === "pending" && isNoNews(transfer, event)
  if (transfer.status === "pending") return false
  const reported = reportedOf(transfer, event)
  if (reported === undefined) return false
  return (event._tag === "Paid" && isCounted(transfer, event)) || isKnown(transfer, reported)
}

/** Why an operator did it, or who. */
const detailOf = (event: TransferEvent): string | null => {
  switch (event._tag) {
    case "Corrected":
      return event.reason
    case "ProofApproved":
    case "ProofDeclined":
      return event.by ?? null
    default:
      return null
  }
}

/** The next version of the transfer. Errors: `Refused` if its machine has no matching row. */
export const apply = (
  transfer: Transfer,
  event: TransferEvent,
  now: DateTime.Utc
): Either.Either<TransferChange, Machine.Refused> =>
  Either.map(decide(transfer, event, now), (decided) => {
    const status = decided.next as Transfer["status"]
    const version = transfer.version + 1
    const isNewlyPaid = status === "successful" && transfer.status !== "successful"
    const transition = { version, at: now, trigger: event._tag, from: transfer.status, to: status }
    return {
      effects: decided.effects,
      transition: { ...transition, detail: detailOf(event) },
      transaction: {
        ...confirmedOf(transfer, event, now),
        status,
        version,
        updatedAt: now,
        reason: reasonAfter(transfer, event, status),
        report: reportOf(transfer, event, decided) ?? (status === "pending" ? null : noReport),
        order: orderOf(transfer, event),
        amount: amountOf(transfer, event, isNewlyPaid),
        evidence: evidenceOf(transfer, event, decided, now),
        paidAt: paidAtOf(transfer, event, decided, now),
        manuallyCorrectedAt: event._tag === "Corrected" ? now : transfer.manuallyCorrectedAt,
        ...proofOf(transfer, event)
      }
    }
  })
