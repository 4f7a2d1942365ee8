/** Idempotency keys: the first answer to a request is the answer to every repetition. */

import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import { type InvalidRequest, invalid, withoutStack } from "../request/InvalidRequest.js"

/** How long a first answer is replayed, counted from the first request. Source: D13. */
export const keptFor = Duration.days(30)

/** What a key is: 1 to 255 visible characters. Source: D13. */
export const keyPattern = /^[!-~]{1,255}$/

/** What a caller sends to make a request repeatable. */
export interface IdempotencyKey {
  /** As `keyPattern` says. */
  readonly key: string
  /** A digest of the operation and its input: another one under the same key is refused. */
  readonly fingerprint: string
}

/** An answer that was given: the HTTP status and the exact text. */
export interface KeptAnswer {
  readonly status: number
  readonly body: string
}

/** What is kept of an idempotency key. Instants in milliseconds of the epoch. */
export interface KeyRecord {
  readonly fingerprint: string
  readonly claimedAt: number
  readonly answer: KeptAnswer | undefined
}

/** The same key was used for another request. */
export class IdempotencyMismatch extends Data.TaggedError("IdempotencyMismatch") {}

/** The first request under this key has no answer yet. */
export class IdempotencyInFlight extends Data.TaggedError("IdempotencyInFlight") {}

/** The request was made before; this is its first answer. Not an error of the caller: it ends the operation early. */
export class AlreadyAnswered extends Data.TaggedError("AlreadyAnswered")<KeptAnswer> {}

/** How an operation ends because of its key. */
export type KeyRefusal = AlreadyAnswered | IdempotencyInFlight | IdempotencyMismatch | InvalidRequest

const isOlder = ({ claimedAt }: KeyRecord, age: Duration.Duration, now: number): boolean =>
  claimedAt < now - Duration.toMillis(age)

const isAbandoned = (record: KeyRecord, now: number, abandonedAfter: Duration.Duration | undefined): boolean =>
  record.answer === undefined && abandonedAfter !== undefined && isOlder(record, abandonedAfter, now)

/**
 * None when the request may be made: its key is new, or has been kept for its time. `abandonedAfter`: a claim without an
 * answer that is older than this counts as new too, for requests that leave no transaction behind. `now` in milliseconds
 * of the epoch. Source: D13.
 */
export const refusalOf = (
  key: IdempotencyKey,
  record: KeyRecord | undefined,
  now: number,
  abandonedAfter?: Duration.Duration
): KeyRefusal | undefined => {
  if (!keyPattern.test(key.key)) return invalid("idempotency_key", "must be 1 to 255 visible characters")
  if (record === undefined || isOlder(record, keptFor, now)) return undefined
  if (isAbandoned(record, now, abandonedAfter)) return undefined
  const { answer, fingerprint } = record
  return withoutStack(() => {
    if (fingerprint !== key.fingerprint) return new IdempotencyMismatch()
    return answer === undefined ? new IdempotencyInFlight() : new AlreadyAnswered(answer)
  })
}
