import { type Amount, subtractOrZero } from "@florin/core/money/Amount"
import type { Currency } from "@florin/core/money/Currency"
import type { TransferReport } from "@florin/core/transfers/ProviderReport"
import { TransferProgress, type TransferRequest } from "@florin/core/transfers/TransferProvider"
import type * as DateTime from "effect/DateTime"
import type { Manner } from "../Ledger.js"
import type { FoundTransfer, NewMovement, TransferBooking } from "../Records.js"
import { knowsBank } from "../SandboxBanks.js"
import { orderOf, refIdOf } from "../SandboxOrders.js"
import { behaviourOf } from "../TransferTriggers.js"
import * as BankRecord from "./bankRecord.js"
import type { Decide } from "./together.js"

type Key = TransferRequest["key"]
type Record = BankRecord.BankRecord
type Rejection = Extract<TransferProgress, { readonly _tag: "Rejected" }>["reason"]

/** What becomes of a request. `Conflict`: its key belongs to another request. */
export type Taken =
  | { readonly _tag: "Booked"; readonly standing: TransferProgress; readonly manner: Manner }
  | { readonly _tag: "Lost" }
  | { readonly _tag: "Unreadable" }

export const reportOf = (key: Key, message: string | null = null): TransferReport => ({ refId: refIdOf(key), message })

export const paid = (key: Key, amount: Amount, paidAt: DateTime.Utc, message?: string): TransferProgress =>
  TransferProgress.Paid({ report: reportOf(key, message), amount, paidAt })

export const rejected = (key: Key, reason: Rejection, message?: string): TransferProgress =>
  TransferProgress.Rejected({ report: reportOf(key, message), reason })

/** A refusal without a test trigger, whose cause a developer would otherwise have to guess. */
const refused = (key: Key, because: string): TransferProgress => rejected(key, "provider", `Refused: ${because}`)

const kinds = { Payment: "transfer", Refund: "refund", Payout: "payout" } as const

const movementOf = (key: Key, requested: BankRecord.Requested, amount: Amount, at: DateTime.Utc): NewMovement => ({
  books: "bank",
  kind: kinds[requested._tag],
  key,
  amount,
  currency: requested.currency as Currency,
  card: null,
  at: at.epochMillis,
  ...(requested._tag === "Refund" ? { parent: requested.parent } : {})
})

/** How much a refund takes of its payment: nothing once it is refused, and what was paid back once it is done. */
const takenBy = ({ asked: { amount }, standing: current }: Record): Amount => {
  switch (current._tag) {
    case "Waiting":
      return amount
    case "Paid":
      return current.amount
    case "Rejected":
      return 0 as Amount
  }
}

const movedBy = ({ standing: current }: Record) =>
  current._tag === "Paid" ? { amount: current.amount, at: current.paidAt } : undefined

/** `moved`: the amount and date of a movement that comes with it. Default: those of a paid one. */
export const bookingOf = (key: Key, record: Record, moved = movedBy(record)): TransferBooking => ({
  kept: { record: BankRecord.encode(record) },
  ...(record.asked._tag === "Refund" ? { takes: { parent: record.asked.parent, amount: takenBy(record) } } : {}),
  ...(moved === undefined ? {} : { movement: movementOf(key, record.asked, moved.amount, moved.at) })
})

/** Why the payment doesn't allow this refund, if so. Source: D32. */
const obstacle = ({ amount, currency }: TransferRequest, { parent, refunded }: FoundTransfer): string | undefined => {
  const payment = BankRecord.read(parent)
  if (payment._tag !== "Known" || payment.asked._tag !== "Payment") return "there is no such payment"
  if (payment.standing._tag !== "Paid") return "the payment has not been paid"
  if (payment.asked.currency !== currency) return "not the currency of the payment"
  return amount > subtractOrZero(payment.standing.amount, refunded) ? "more than is left of the payment" : undefined
}

const refusal = (request: TransferRequest, found: FoundTransfer): string | undefined => {
  switch (request._tag) {
    case "Payment":
      return undefined
    case "Refund":
      return obstacle(request, found)
    case "Payout":
      return knowsBank(request.bankCode) ? undefined : "there is no such bank"
  }
}

const waiting = (request: TransferRequest): TransferProgress => {
  const { amount, currency, key } = request
  const order = request._tag === "Payment" ? orderOf(key, request.method, amount, currency) : null
  return TransferProgress.Waiting({ report: reportOf(key), order })
}

interface Decision {
  readonly standing: TransferProgress
  /** Of the answer to the first request of a key. */
  readonly manner: Manner | "lost"
}

const decide = (request: TransferRequest, found: FoundTransfer, now: DateTime.Utc): Decision => {
  const { amount, key } = request
  const because = refusal(request, found)
  if (because !== undefined) return { standing: refused(key, because), manner: "prompt" }
  const behaviour = behaviourOf(request)
  switch (behaviour._tag) {
    case "Accept":
      return { standing: waiting(request), manner: "prompt" }
    case "Reject":
      return { standing: rejected(key, behaviour.reason), manner: "prompt" }
    case "Lose":
      return { standing: waiting(request), manner: "lost" }
    case "AcceptLate":
      return { standing: waiting(request), manner: "late" }
    case "AcceptSlowly":
      return { standing: waiting(request), manner: "slow" }
    case "Settle":
      return { standing: paid(key, amount, now), manner: "prompt" }
  }
}

const booked = (current: TransferProgress, manner: Manner = "prompt"): Taken => ({
  _tag: "Booked",
  standing: current,
  manner
})

/** The outcome of a request and its booking. Source: D40. */
export const settle =
  (request: TransferRequest, now: DateTime.Utc): Decide<FoundTransfer, TransferBooking, Taken> =>
  (found) => {
    const { key } = request
    const requested = BankRecord.requestedOf(request)
    const known = BankRecord.read(found.kept)
    if (known._tag === "Unreadable") return { result: known }
    if (known._tag === "Known") {
      const isAnother = !BankRecord.isSame(known.asked, requested)
      return { result: booked(isAnother ? refused(key, "its key is another request's") : known.standing) }
    }
    const { manner, standing: current } = decide(request, found, now)
    const isFirst = known._tag === "Unknown"
    if (isFirst && manner === "lost") return { result: { _tag: "Lost" }, booking: { kept: { record: null } } }
    return {
      result: booked(current, isFirst && manner !== "lost" ? manner : "prompt"),
      booking: bookingOf(key, { asked: requested, standing: current })
    }
  }
