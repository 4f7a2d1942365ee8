/** When providers are asked again: about an unknown outcome, and for an approval that came too late. */
import * as DateTime from "effect/DateTime"

const first = [2, 5, 15, 60, 300, 1800]
const hours = 7 * 24

/**
 * After 2, 5, 15 and 60 s, 5 and 30 min, then hourly for 7 days; never after that. Recovery also queries as soon as the
 * provider's in-flight window has passed.
 *
 * Source: reliability, promise 3.
 */
export const nextQueryAt = (now: DateTime.Utc, attempts: number): DateTime.Utc | undefined =>
  attempts >= first.length + hours ? undefined : DateTime.add(now, { seconds: first[attempts] ?? 3600 })

const looks = [60, 3600, 24 * 3600]

/**
 * One minute after a charge was given up as never seen, an hour after that, and a day after that; never after that. A
 * process that stood still with the request in its hands may have sent it since. What is sent even later, reconciliation
 * tells.
 *
 * Source: D40.
 */
export const nextLookAt = (now: DateTime.Utc, looked: number): DateTime.Utc | undefined => {
  const seconds = looks[looked]
  return seconds === undefined ? undefined : DateTime.add(now, { seconds })
}
