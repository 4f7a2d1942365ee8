/** What an operator may decide about transfers. */
import * as Either from "effect/Either"
import * as Amount from "../money/Amount.js"
import { type InvalidRequest, invalid, NotFound } from "../request/InvalidRequest.js"
import type { Transfer } from "../transfers/Transfer.js"
import { TransferEvent } from "../transfers/TransferEvent.js"

/** The decision on a proof. `amount`: default, what the proof claims. `by`: the operator, for the history. */
export interface Approval {
  readonly amount?: Amount.Amount | undefined
  readonly message?: string | undefined
  readonly by: string
}

export type Refusal = Omit<Approval, "amount">

/** A manual correction. `amount`: of a transfer that becomes `successful`; default, its own. */
export interface Correction {
  readonly status: "successful" | "failed"
  readonly amount?: Amount.Amount | undefined
  /** Kept in the history, with the operator. Length: 1 to 255. */
  readonly reason: string
  readonly by: string
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

export const approval = (proof: Transfer, { amount, message }: Approval): TransferEvent =>
  TransferEvent.ProofApproved({ amount: amount ?? proof.amount, message: message ?? approved })

export const refusal = ({ message }: Refusal): TransferEvent =>
  TransferEvent.ProofDeclined({ message: message ?? declined })

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
  if (amount === Amount.zero) return Either.left(invalid("amount", "must be greater than 0"))
  if (amount !== undefined && status === "failed") return Either.left(invalid("amount", "is for a successful transfer"))
  if (transfer.type === "proof") return Either.left(invalid([], "A proof is approved or declined"))
  if (transfer.proof?.status === "pending") return Either.left(invalid([], "A proof is pending. Approve or decline it"))
  if (transfer.status === status) return Either.left(invalid("status", "is that of the transfer already"))
  return Either.right(TransferEvent.Corrected({ status, amount: amount ?? transfer.amount, reason: `${by}: ${text}` }))
}
