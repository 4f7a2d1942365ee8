/** Whether a request may be sent again under its key. Source: D40, D53. */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import { type AcquirerService, callLimit } from "../cards/Acquirer.js"

/** What an acquirer says of its keys. */
export type KeyPromises = Pick<
  AcquirerService,
  "answersByKey" | "inFlightWindow" | "keeps" | "keyLife" | "oneKeyIsOneOperation"
>

/**
 * The instant from which nothing is sent again under a key that was sent first at `sentAt`; undefined: never.
 *
 * What is sent just before may arrive a call and a window later, and has to find the key alive.
 */
export const sendableUntil = (
  { inFlightWindow, keyLife }: KeyPromises,
  sentAt: DateTime.Utc
): DateTime.Utc | undefined =>
  keyLife === undefined
    ? undefined
    : DateTime.subtractDuration(DateTime.addDuration(sentAt, keyLife), Duration.sum(callLimit, inFlightWindow))

/** Whether the key is alive for a request that is sent now: its last instant is not one. */
export const isAlive = (acquirer: KeyPromises, sentAt: DateTime.Utc, now: DateTime.Utc): boolean => {
  const end = sendableUntil(acquirer, sentAt)
  return end === undefined || DateTime.lessThan(now, end)
}

/** Whether what follows a charge may be sent again, once the acquirer has said that it never saw the key. */
export const isRepeatable = (acquirer: KeyPromises, sentAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  acquirer.oneKeyIsOneOperation !== false && isAlive(acquirer, sentAt, now)

/** Whether what follows a charge is sent again although the acquirer cannot say whether it has seen the key. */
export const isRepeatableUnqueried = (acquirer: KeyPromises, sentAt: DateTime.Utc, now: DateTime.Utc): boolean =>
  acquirer.answersByKey === false && acquirer.keeps !== "successes" && isRepeatable(acquirer, sentAt, now)

/**
 * How long after a request nothing is sent again under its key. What keeps decisions answers both alike; what keeps
 * successes only could decline the later one first, and approve the earlier one.
 */
export const resendWindow = ({ inFlightWindow, keeps }: KeyPromises): Duration.Duration =>
  keeps === "successes" ? inFlightWindow : Duration.zero

/**
 * How a reversal goes on that was begun before, and may have been sent.
 *
 * - `send`: it is sent again
 * - `ask-first`: it is sent again if the acquirer has never seen its key
 * - `ask`: its outcome is asked for, and nothing is sent
 */
export type Repetition = "send" | "ask-first" | "ask"

export const repetitionOf = (acquirer: KeyPromises, sentAt: DateTime.Utc, now: DateTime.Utc): Repetition => {
  if (!isAlive(acquirer, sentAt, now)) return "ask"
  return acquirer.keeps === "successes" ? "ask-first" : "send"
}
