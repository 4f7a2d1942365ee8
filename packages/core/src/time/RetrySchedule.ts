/** The retry schedule of status queries for an unknown outcome. */
import * as DateTime from "effect/DateTime"

const first = [2, 5, 15, 60, 300, 1800]
const hours = 7 * 24

/**
 * After 2, 5, 15 and 60 s, 5 and 30 min, then hourly for 7 days; never after that. Recovery also queries as soon as the
 * provider's in-flight window has passed.
 *
 * Source: reliability, promise 3.
 */
export const askAgainAt = (now: DateTime.Utc, attempts: number): DateTime.Utc | undefined =>
  attempts >= first.length + hours ? undefined : DateTime.add(now, { seconds: first[attempts] ?? 3600 })
