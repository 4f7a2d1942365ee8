/** Idempotency keys: every repetition of a request gets the first answer. */

import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import { type InvalidRequest, invalid, withoutStack } from "../request/InvalidRequest.js"

/** How long the first answer is replayed, counted from the first request. Source: D13. */
export const keptFor = Duration.days(30)

/** A key is 1 to 255 visible ASCII characters. Source: D13. */
export const keyPattern = /^[!-~]{1,255}$/

export interface IdempotencyKey {
  /** Shape: `keyPattern`. */
  readonly key: string
  /** A digest of the operation and its input. The same key with another digest is refused. */
  readonly fingerprint: string
}

/** A stored answer: the HTTP status and the exact text. */
export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

/** The stored record of an idempotency key. Instants in epoch milliseconds. */
export interface KeyRecord {
  readonly fingerprint: string
  readonly claimedAt: number
  /** The random part of the id under which the request creates what it creates, if an abandoned claim can be repeated. */
  readonly subject?: string
  /** The command has had its effect: the transaction that it made; empty if none. Absent: it has had none so far. */
  readonly made?: string
  readonly answer: KeptAnswer | undefined
}

/** The key was already used for a different request. */
export class IdempotencyMismatch extends Data.TaggedError("IdempotencyMismatch") {
  get code() {
    return "key-for-another-request" as const
  }
}

/** The first request under this key has no answer yet. */
export class IdempotencyInFlight extends Data.TaggedError("IdempotencyInFlight") {
  get code() {
    return "key-in-flight" as const
  }
}

/** A repeated request; carries the first answer. Not the caller's error: it only ends the operation early. */
export class AlreadyAnswered extends Data.TaggedError("AlreadyAnswered")<KeptAnswer> {}

/** The ways a key can end an operation early. */
export type KeyRefusal = AlreadyAnswered | IdempotencyInFlight | IdempotencyMismatch | InvalidRequest

const isOlder = ({ claimedAt }: KeyRecord, age: Duration.Duration, now: number): boolean =>
  claimedAt < now - Duration.toMillis(age)

/**
 * What a repetition takes over from an abandoned claim: the subject, so that nothing is created twice, and the mark, so
 * that a command has its effect once.
 */
export const begunBy = (record: KeyRecord | undefined, now: number): Pick<KeyRecord, "subject" | "made"> =>
  record === undefined || record.answer !== undefined || isOlder(record, keptFor, now) ? {} : record

const isAbandoned = (record: KeyRecord, now: number, abandonedAfter: Duration.Duration | undefined): boolean =>
  record.answer === undefined && abandonedAfter !== undefined && isOlder(record, abandonedAfter, now)

/**
 * Why a request may not proceed under its key. Undefined if the key is new or has expired. `abandonedAfter`: a claim
 * without an answer that is older than this can be claimed again by an equal request, which continues with `begunBy`.
 * `now` in epoch milliseconds. Source: D13.
 */
export const refusalOf = (
  key: IdempotencyKey,
  record: KeyRecord | undefined,
  now: number,
  abandonedAfter?: Duration.Duration
): KeyRefusal | undefined => {
  if (!keyPattern.test(key.key)) return invalid("idempotency_key", "must be 1 to 255 visible characters")
  if (record === undefined || isOlder(record, keptFor, now)) return undefined
  const { answer, fingerprint } = record
  if (fingerprint === key.fingerprint && isAbandoned(record, now, abandonedAfter)) return undefined
  return withoutStack(() => {
    if (fingerprint !== key.fingerprint) return new IdempotencyMismatch()
    return answer === undefined ? new IdempotencyInFlight() : new AlreadyAnswered(answer)
  })
}
