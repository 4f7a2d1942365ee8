/** Transactions in numbers: how many, how much, and how they ended. Pure. */
import * as DateTime from "effect/DateTime"
import type { Currency } from "../money/Currency.js"
import type { TransactionStatus, TransactionType } from "../transaction-base/TransactionBase.js"
import * as Findable from "../transactions/Findable.js"
import { ofCard, type Transaction } from "../transactions/Transaction.js"

/** What is counted together. */
export interface TallyKey {
  /** When the part of the period began in which they were accepted. */
  readonly at: DateTime.Utc
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly currency: Currency
  /** The acquirer or provider whose decision is the outcome. */
  readonly gatewayId: number | null
  /** The brand of the card, or the payment method of a transfer. Null: not known. */
  readonly method: string | null
  /** Why they failed, as their code says; null: they have not. */
  readonly reason: Transaction["reason"]
  /** A renewal of a subscription; `retry`: after one that failed. */
  readonly renewal: "first" | "retry" | null
}

export interface TallyLine extends TallyKey {
  readonly count: number
  /** Of all of them. Unit: minor units; no more than numbers hold exactly, however much it is. */
  readonly amount: number
}

/** How a period is divided. `step`: the length of a part, the last of which may be shorter. Unit: milliseconds. */
export interface Division {
  readonly from: DateTime.Utc
  readonly step: number
}

const partOf = ({ from, step }: Division, { createdAt }: Transaction): DateTime.Utc => {
  const part = Math.floor((createdAt.epochMillis - from.epochMillis) / step)
  return DateTime.add(from, { millis: part * step })
}

/** Renewals come at the instants of their cycles; the number of the attempt stands nowhere, so equal cycles are retries. */
const renewalOf = (transaction: Transaction, seen: Set<string>): TallyKey["renewal"] => {
  const about = ofCard(transaction)?.subscription
  if (about?.purpose !== "renewal") return null
  const cycle = `${about.id} ${about.cycle}`
  if (seen.has(cycle)) return "retry"
  seen.add(cycle)
  return "first"
}

const keyOf = (division: Division, transaction: Transaction, seen: Set<string>): TallyKey => {
  const { gatewayId, method, reason } = Findable.of(transaction)
  return {
    at: partOf(division, transaction),
    type: transaction.type,
    status: transaction.status,
    currency: transaction.currency,
    ...{ gatewayId, method },
    reason: transaction.status === "failed" ? reason : null,
    renewal: renewalOf(transaction, seen)
  }
}

const textOf = ({ at, currency, gatewayId, method, reason, renewal, status, type }: TallyKey): string =>
  JSON.stringify([at.epochMillis, type, status, currency, gatewayId, method, reason, renewal])

/** A sum that grows: what is added costs what it is, however much there is already. */
export const summing = () => {
  const lines = new Map<string, TallyLine>()
  const add = ({ amount: more, count: others, ...key }: TallyLine): void => {
    const text = textOf(key)
    const { amount, count } = lines.get(text) ?? { count: 0, amount: 0 }
    const sum = Math.min(Number.MAX_SAFE_INTEGER, amount + more)
    lines.set(text, { ...key, count: count + others, amount: sum })
  }
  return {
    add: (parts: Iterable<TallyLine>): void => {
      for (const part of parts) add(part)
    },
    lines: (): ReadonlyArray<TallyLine> => [...lines.values()]
  }
}

/** Adds up what is counted alike. */
export const together = (parts: Iterable<TallyLine>): ReadonlyArray<TallyLine> => {
  const sum = summing()
  sum.add(parts)
  return sum.lines()
}

/** Counts transactions, which come oldest first: of one cycle of a subscription the first charge is no retry. */
export const of = (division: Division, transactions: Iterable<Transaction>): ReadonlyArray<TallyLine> => {
  const seen = new Set<string>()
  return together(Array.from(transactions, (one) => ({ ...keyOf(division, one, seen), count: 1, amount: one.amount })))
}
