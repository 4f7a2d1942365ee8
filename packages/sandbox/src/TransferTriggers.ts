/** The test triggers of transfers: request values that give another outcome than a transfer that waits. */
import type { TransferRequest } from "@florin/core/transfers/TransferProvider"
import * as Data from "effect/Data"

/**
 * What the bank does with a request.
 *
 * - `Accept`: it waits: a payment for the customer, the others for a bank
 * - `Reject`: refused for that reason
 * - `Lose`: the first request with a key gets no answer and has no effect; the bank doesn't know the key
 * - `AcceptLate`: the first request with a key is accepted but gets no answer; a status query returns it
 * - `AcceptSlowly`: accepted, and answered after `slowness`
 * - `Settle`: the money moves at once
 */
export type TransferBehaviour = Data.TaggedEnum<{
  Accept: {}
  Reject: { readonly reason: "account-funds" | "provider" }
  Lose: {}
  AcceptLate: {}
  AcceptSlowly: {}
  Settle: {}
}>

export const TransferBehaviour: Data.TaggedEnum.Constructor<TransferBehaviour> = Data.taggedEnum<TransferBehaviour>()

export type Kind = TransferRequest["_tag"]

/** One behaviour by its two triggers. */
export interface TransferTrigger {
  /**
   * The whole `description` of a payment or payout, or the `reason` of a refund, in capitals; surrounding spaces do not
   * count.
   */
  readonly word: string
  /**
   * The last three digits of the amount in kopecks. The digits of a refusal are the last three of its code. A payout is
   * a whole number of roubles and never ends in them.
   */
  readonly digits: string
  readonly behaviour: TransferBehaviour
  /** The requests on which it works. */
  readonly on: ReadonlyArray<Kind>
  /** The processing code that a merchant sees, unless the transfer is pending or successful. */
  readonly code: string | null
}

const { AcceptLate, AcceptSlowly, Lose, Reject, Settle } = TransferBehaviour

const all: ReadonlyArray<Kind> = ["Payment", "Refund", "Payout"]

/** What the bank does by itself: it needs no customer. */
const outgoing: ReadonlyArray<Kind> = ["Refund", "Payout"]

export const transferTriggers: ReadonlyArray<TransferTrigger> = [
  { word: "DECLINE", digits: "208", behaviour: Reject({ reason: "provider" }), on: all, code: "F.0208" },
  { word: "FUNDS", digits: "207", behaviour: Reject({ reason: "account-funds" }), on: outgoing, code: "F.0207" },
  { word: "TIMEOUT", digits: "201", behaviour: Lose(), on: all, code: null },
  { word: "LATE", digits: "202", behaviour: AcceptLate(), on: all, code: null },
  { word: "SLOW", digits: "203", behaviour: AcceptSlowly(), on: all, code: null },
  { word: "DONE", digits: "204", behaviour: Settle(), on: outgoing, code: null }
]

const wordsOf = ({ _tag, transfer }: TransferRequest): string =>
  ((_tag === "Refund" ? transfer.refundReason : transfer.description) ?? "").trim()

/** What the bank does with this request. The word goes before the amount. */
export const behaviourOf = (request: TransferRequest): TransferBehaviour => {
  const word = wordsOf(request)
  const digits = String(request.amount % 1000).padStart(3, "0")
  const working = transferTriggers.filter(({ on }) => on.includes(request._tag))
  const trigger = working.find((one) => one.word === word) ?? working.find((one) => one.digits === digits)
  return trigger?.behaviour ?? TransferBehaviour.Accept()
}
