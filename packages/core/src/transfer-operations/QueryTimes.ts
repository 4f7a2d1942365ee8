/** When a provider is asked again how a transfer stands. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as RetrySchedule from "../time/RetrySchedule.js"
import { expiresFrom } from "../transfers/TimeToPay.js"
import type { Transfer } from "../transfers/Transfer.js"

/** The shortest and the longest time between two queries. */
const shortest = Duration.toMillis("5 seconds")
const longest = Duration.toMillis("1 hour")

/** How long after its creation a waiting transfer is queried. After that an operator has to resolve it. */
export const queryPeriod = Duration.days(30)

// The longer it takes, the less a minute more matters.
const whileWaiting = ({ createdAt }: Transfer, now: DateTime.Utc): DateTime.Utc | undefined => {
  const age = DateTime.distance(createdAt, now)
  if (age > Duration.toMillis(queryPeriod)) return undefined
  return DateTime.add(now, { millis: Math.round(Math.min(longest, Math.max(shortest, age / 10))) })
}

/**
 * The next query: of a transfer that the provider knows, after a tenth of its age, between 5 seconds and an hour, for
 * 30 days; of one whose outcome is unknown, as for every transaction. At the latest at the end of the time to pay, also
 * if that is farther away.
 */
export const nextQueryAt = (transfer: Transfer, now: DateTime.Utc, attempts: number): DateTime.Utc | undefined => {
  const next = transfer.report === null ? RetrySchedule.nextQueryAt(now, attempts) : whileWaiting(transfer, now)
  const end = expiresFrom(transfer)
  if (end === null || DateTime.lessThanOrEqualTo(end, now)) return next
  return next === undefined ? end : DateTime.min(next, end)
}
