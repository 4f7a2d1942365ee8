/** How long a payment by bank transfer may be paid. Source: D28. */
import * as DateTime from "effect/DateTime"

/**
 * `payBy`: the last instant that counts as in time; null: the bank decides. `expiredAt`: the request's own end. Of other
 * transfers than payments, nothing ends.
 */
export interface TransferDeadlines {
  readonly type?: string
  readonly payBy: DateTime.Utc | null
  readonly expiredAt: DateTime.Utc | null
}

/** Whether the request's own end comes before that of the order. It decides then how an unpaid payment ends. */
export const hasOwnEnd = ({ expiredAt, payBy }: TransferDeadlines): boolean =>
  expiredAt !== null && (payBy === null || DateTime.lessThan(expiredAt, payBy))

/** The end of the time to pay, whichever comes first; a payment that is dated at it counts. */
export const endOf = (ends: TransferDeadlines): DateTime.Utc | null => {
  if (ends.type !== undefined && ends.type !== "payment") return null
  return hasOwnEnd(ends) ? ends.expiredAt : ends.payBy
}

/** The first instant at which the time is over. The last instant to pay is not over, the request's own end is. */
export const expiresFrom = (ends: TransferDeadlines): DateTime.Utc | null => {
  const end = endOf(ends)
  return end === null || hasOwnEnd(ends) ? end : DateTime.add(end, { millis: 1 })
}

export const isOver = (ends: TransferDeadlines, now: DateTime.Utc): boolean => {
  const from = expiresFrom(ends)
  return from !== null && DateTime.greaterThanOrEqualTo(now, from)
}

/** Whether a payment of that date came too late. */
export const isLate = (ends: TransferDeadlines, paidAt: DateTime.Utc | null): boolean => {
  const end = endOf(ends)
  return end !== null && paidAt !== null && DateTime.greaterThan(paidAt, end)
}
