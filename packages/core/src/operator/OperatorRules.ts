/** What an operator may decide about transfers. */
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Amount from "../money/Amount.js"
import type { VisibleShops } from "../people/Role.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import { ofTransfer } from "../transactions/Transaction.js"
import type { ParentTotals } from "../transactions/TransactionStore.js"
import { expiresFrom, isOver } from "../transfers/TimeToPay.js"
import type { Transfer } from "../transfers/Transfer.js"
import { TransferEvent } from "../transfers/TransferEvent.js"
import type { InDoubt } from "./OperatorStore.js"

/** `by`: the operator, for the history. `sight`: the shops in which they may decide. Default: all. */
export interface Decider {
  readonly by: string
  readonly sight?: VisibleShops | undefined
}

/** The decision on a proof. `amount`: default, what the proof claims. */
export interface ProofApproval extends Decider {
  readonly amount?: Amount.Amount | undefined
  readonly message?: string | undefined
}

export type Refusal = Omit<ProofApproval, "amount">

/** A manual correction. `amount`: of a transfer that becomes `successful`; default, its own. */
export interface Correction extends Decider {
  readonly status: "successful" | "failed"
  readonly amount?: Amount.Amount | undefined
  /** Kept in the history, with the operator. Length: 1 to 255. */
  readonly reason: string
}

/** The pending proof of a payment. Source: D29. */
export const pendingProof = (
  payment: Transfer | undefined,
  proof: Transfer | undefined
): Either.Either<readonly [payment: Transfer, proof: Transfer], InvalidRequest | NotFound> => {
  if (payment === undefined || proof === undefined) return Either.left(new NotFound())
  return proof.status === "pending" && payment.proof?.uid === proof.uid
    ? Either.right([payment, proof])
    : Either.left(invalid([], "The proof is decided already"))
}

const approved = "The proof was approved"
const declined = "The proof was declined"

const noAmount = invalid("amount", "must be greater than 0")

export const approval = (
  proof: Transfer,
  { amount = proof.amount, by, message = approved }: ProofApproval
): Either.Either<TransferEvent, InvalidRequest> =>
  amount === Amount.zero ? Either.left(noAmount) : Either.right(TransferEvent.ProofApproved({ amount, message, by }))

export const refusal = ({ by, message = declined }: Refusal): TransferEvent =>
  TransferEvent.ProofDeclined({ message, by })

const longestReason = 255

/**
 * The event of a correction. Refused: a state that it has already, a reason that is missing, and a payment whose proof
 * waits, which is approved or declined instead.
 */
export const correction = (
  transfer: Transfer,
  { amount, by, reason, status }: Correction
): Either.Either<TransferEvent, InvalidRequest> => {
  const text = reason.trim()
  if (text === "") return Either.left(invalid("reason", "can't be blank"))
  if (text.length > longestReason)
    return Either.left(invalid("reason", `is too long (maximum is ${longestReason} characters)`))
  if (amount === Amount.zero) return Either.left(noAmount)
  if (amount !== undefined && status === "failed") return Either.left(invalid("amount", "is for a successful transfer"))
  if (transfer.type === "proof") return Either.left(invalid([], "A proof is approved or declined"))
  if (transfer.proof?.status === "pending") return Either.left(invalid([], "A proof is pending. Approve or decline it"))
  if (transfer.status === status) return Either.left(invalid("status", "is that of the transfer already"))
  return Either.right(TransferEvent.Corrected({ status, amount: amount ?? transfer.amount, reason: `${by}: ${text}` }))
}

/** What a payment and its refunds add up to. `payment`: of a refund, its parent; otherwise the transfer itself. */
export interface SumFacts {
  readonly payment: Transfer | undefined
  readonly totals: ParentTotals
}

const beyondRefunds = (counts: Amount.Amount, { totals }: SumFacts): InvalidRequest | undefined =>
  counts < totals.refunded ? invalid("status", "can't be failed while refunds count") : undefined

const beyondPayment = (refund: Transfer, counts: Amount.Amount, { payment, totals }: SumFacts) => {
  const others = refund.status === "failed" ? totals.refunded : Amount.subtractOrZero(totals.refunded, refund.amount)
  const paid = payment?.status === "successful" ? payment.amount : Amount.zero
  const most = Amount.subtractOrZero(paid, others)
  return counts > most ? invalid("amount", `can't be greater than ${most}`) : undefined
}

/** Refuses a state in which more would be refunded than was paid; pending refunds count. Source: D32. */
const sumRefusal = (transfer: Transfer, counts: Amount.Amount, facts: SumFacts): InvalidRequest | undefined => {
  if (transfer.type === "payment") return beyondRefunds(counts, facts)
  return transfer.type === "refund" && counts > 0 ? beyondPayment(transfer, counts, facts) : undefined
}

/** The event of a correction that the sums allow. */
export const corrected = (
  transfer: Transfer,
  request: Correction,
  facts: SumFacts
): Either.Either<TransferEvent, InvalidRequest> =>
  Either.flatMap(correction(transfer, request), (event) => {
    const counts = request.status === "successful" ? (request.amount ?? transfer.amount) : Amount.zero
    const refusal = sumRefusal(transfer, counts, facts)
    return refusal === undefined ? Either.right(event) : Either.left(refusal)
  })

export const DoubtAbout = Schema.Literal("outcome", "reversal", "contradiction")

export type DoubtAbout = typeof DoubtAbout.Type

/** A transaction whose outcome is not known, or whose reversal is not, or of which its acquirer says both. */
export interface Doubt extends InDoubt {
  /**
   * What is not known: what became of it, whether the acquirer has taken back the charge or released the hold, or which of
   * its contrary decisions holds.
   */
  readonly about: DoubtAbout
  /** When it was accepted; of a payment whose time to pay is over, when that was; of a reversal or a contradiction, when it last changed. */
  readonly since: DateTime.Utc
}

/**
 * The doubt about a transaction: its own outcome, or whether the acquirer takes it back. None about a transfer that its
 * provider knows and is still asked about, as long as it waits for its customer or for a bank.
 */
export const doubtOf = (one: InDoubt, now: DateTime.Utc): Doubt | undefined => {
  const { isContradicted, nextAt, transaction } = one
  if (isContradicted) return { ...one, about: "contradiction", since: transaction.updatedAt }
  const transfer = ofTransfer(transaction)
  const isKnown = transfer !== undefined && transfer.report !== null
  const end = isKnown && isOver(transfer, now) ? expiresFrom(transfer) : undefined
  if (isKnown && nextAt !== null && end === undefined) return undefined
  return transaction.status === "pending"
    ? { ...one, about: "outcome", since: end ?? transaction.createdAt }
    : { ...one, about: "reversal", since: transaction.updatedAt }
}
