/** What the texts of the pages are made of, in every language. */
import type { Interval } from "@florin/core/time/Interval"
import type { TransactionStatus } from "@florin/core/transaction-base/TransactionBase"

/**
 * Why a page could not be shown.
 *
 * - `not-found`: there is nothing at the address
 * - `refused`: the browser asked for something that this address does not do
 * - `busy`: too many requests, or the process is about to stop; it passes
 * - `failed`: our own failure
 */
export type Problem = "not-found" | "refused" | "busy" | "failed"

/** The headlines of a type of transactions: "Payment declined". */
export type Titles = Readonly<Record<TransactionStatus, string>>

export interface Passage {
  readonly title: string
  readonly text: string
}

/** A field of the form: its label, and what to type. */
export interface Field {
  readonly label: string
  readonly hint?: string
}

/** The fields of a card. */
export type CardField = "number" | "expiry" | "code" | "holder"

/** What is wrong with another field that the page asks for. `number`: it holds the number of the card. */
export type DetailFault = "missing" | "wrong" | "number"

/** What is charged again and again. */
export interface Recurring {
  /** As it is shown: `€10.00`. */
  readonly amount: string
  readonly interval: Interval
  /** How often in all; absent: until it is cancelled. */
  readonly times?: number
}

/** What the customer agrees to by paying. */
export interface Agreement {
  readonly merchant: string
  /** From `recurring`. */
  readonly charge: string
  readonly isAfterTrial: boolean
  /** It goes on until it is cancelled. */
  readonly isEndless: boolean
}

/** Twelve months are a year to people, and seven days a week. */
export const usual = ({
  length,
  unit
}: Interval): readonly [count: number, noun: Interval["unit"] | "week" | "year"] => {
  if (unit === "month" && length % 12 === 0) return [length / 12, "year"]
  if (unit === "day" && length % 7 === 0) return [length / 7, "week"]
  return [length, unit]
}
