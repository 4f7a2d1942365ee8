import type { AcquirerKey } from "@florin/core/ids/Ids"
import type { Amount } from "@florin/core/money/Amount"
import { type InvalidRequest, invalid } from "@florin/core/request/InvalidRequest"
import { TransferProgress } from "@florin/core/transfers/TransferProvider"
import type * as DateTime from "effect/DateTime"
import * as Either from "effect/Either"
import type { FoundTransfer, TransferBooking } from "../Records.js"
import { refIdOf } from "../SandboxOrders.js"
import * as BankRecord from "./bankRecord.js"
import { bookingOf, paid, rejected } from "./bankRules.js"
import type { Decide } from "./together.js"

type Record = BankRecord.BankRecord

/** What follows: what is reported of it, or why it can't be. `Unreadable`: the record is damaged. */
export type Acted = Either.Either<TransferProgress, InvalidRequest | "unreadable">

type Result = ReturnType<Decide<FoundTransfer, TransferBooking, Acted>>

type Act = (key: AcquirerKey, record: Record, now: DateTime.Utc) => Result

const refuse = (path: string | ReadonlyArray<string>, sentence: string): Result => ({
  result: Either.left(invalid(path, sentence))
})

const again = ({ standing: current }: Record): Result => ({ result: Either.right(current) })

const decided = (key: AcquirerKey, { asked: request }: Record, current: TransferProgress): Result => ({
  result: Either.right(current),
  booking: bookingOf(key, { asked: request, standing: current })
})

export interface Payment {
  /** Default: the order's amount. */
  readonly amount?: Amount
  /** The bank's date. Default: now. */
  readonly paidAt?: DateTime.Utc
}

/**
 * The first payment of an order is its standing; a later one is a movement beside it, with an id of its own, by which it is
 * told from an equal one. Source: D28.
 */
export const pay =
  ({ amount, paidAt }: Payment): Act =>
  (key, record, now) => {
    const { asked: request, standing: current } = record
    if (current._tag === "Rejected") return refuse([], "The bank has refused this payment")
    const moved = { amount: amount ?? request.amount, at: paidAt ?? now }
    if (current._tag === "Waiting") return decided(key, record, paid(key, moved.amount, moved.at))
    const payments = (record.payments ?? 1) + 1
    const report = { refId: refIdOf(key, payments), message: null }
    return {
      result: Either.right(TransferProgress.Paid({ report, amount: moved.amount, paidAt: moved.at })),
      booking: bookingOf(key, { asked: request, standing: current, payments }, moved)
    }
  }

export interface Outcome {
  /** The final amount, which is the bank's. Default: what was asked for. */
  readonly amount?: Amount
  readonly message?: string
}

/** Once decided, the first decision is reported again. Source: D31, D32. */
export const complete =
  ({ amount, message }: Outcome): Act =>
  (key, record, now) => {
    const { asked: request, standing: current } = record
    if (current._tag === "Rejected") return refuse([], "The bank has refused this transfer")
    if (current._tag === "Paid") return again(record)
    if (request._tag === "Refund" && amount !== undefined && amount > request.amount) {
      return refuse("amount", `can't be greater than ${request.amount}`)
    }
    return decided(key, record, paid(key, amount ?? request.amount, now, message))
  }

/** As `complete`. */
export const fail =
  ({ message }: Pick<Outcome, "message">): Act =>
  (key, record) => {
    switch (record.standing._tag) {
      case "Paid":
        return refuse([], "The bank has completed this transfer")
      case "Rejected":
        return again(record)
      case "Waiting":
        return decided(key, record, rejected(key, "provider", message))
    }
  }

/** Acts on the record of a key, if it is one of these. */
export const acting =
  (key: AcquirerKey, kinds: ReadonlyArray<BankRecord.Requested["_tag"]>, act: Act, now: DateTime.Utc) =>
  ({ kept }: FoundTransfer): Result => {
    const known = BankRecord.read(kept)
    if (known._tag === "Unreadable") return { result: Either.left("unreadable") }
    if (known._tag !== "Known" || !kinds.includes(known.asked._tag)) {
      return refuse([], "The bank doesn't know this transfer")
    }
    return act(key, known, now)
  }
