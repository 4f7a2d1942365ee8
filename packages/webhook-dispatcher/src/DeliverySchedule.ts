/** The retry schedule of notifications. */
import * as Duration from "effect/Duration"
import * as Option from "effect/Option"
import type { Settings } from "./WebhookSettings.js"

/** The settings of the schedule. */
export type Schedule = Pick<Settings, "retryDelays" | "jitter" | "retryAfterLimit">

/** The number of attempts: one at once and one after each delay. Source: D34. */
export const attemptLimit = (schedule: Schedule): number => schedule.retryDelays.length + 1

/**
 * The delay after `attempts` failed attempts; none when no attempt is left.
 *
 * `random` is in [0, 1) and adds up to `jitter` of the delay. Attempts are never earlier than scheduled, so receivers
 * can rely on the published times and on their own `Retry-After`, which extends a delay up to `retryAfterLimit` but
 * never shortens it.
 *
 * Source: D34.
 */
export const waitAfter = (
  schedule: Schedule,
  attempts: number,
  retryAfter: Option.Option<Duration.Duration>,
  random: number
): Option.Option<Duration.Duration> =>
  Option.map(Option.fromNullable(schedule.retryDelays[attempts - 1]), (delay) => {
    const request = Duration.min(
      Option.getOrElse(retryAfter, () => Duration.zero),
      schedule.retryAfterLimit
    )
    // Due work is stored in whole milliseconds.
    return Duration.millis(Math.ceil(Duration.toMillis(Duration.max(delay, request)) * (1 + schedule.jitter * random)))
  })

const seconds = /^\d{1,15}$/
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * The delay in a `Retry-After` header; none when it can't be parsed.
 *
 * Shape: whole seconds, or an HTTP date, which counts from `now` (milliseconds since the epoch) and not below zero.
 *
 * Source: D34; RFC 9110, 10.2.3.
 */
export const parseRetryAfter = (header: string, now: number): Option.Option<Duration.Duration> => {
  const text = header.trim()
  if (seconds.test(text)) return Option.some(Duration.seconds(Number(text)))
  const instant = httpDate.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(instant) ? Option.none() : Option.some(Duration.millis(instant - now))
}
