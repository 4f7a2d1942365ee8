/** Idempotency keys: every repetition of a request gets the first answer. */

import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import { DuplicateRequest, InvalidRequest, invalid, NotFound, withoutStack } from "../request/InvalidRequest.js"

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

/** Why a request was refused, as data. */
export type Refused = Pick<InvalidRequest, "_tag" | "errors"> | Pick<DuplicateRequest, "_tag"> | Pick<NotFound, "_tag">

/** What was answered with a document. */
export interface FirstDocument {
  /** The exact text. */
  readonly document: string
  /** The request has created what the document shows. */
  readonly isNew?: true
  /** What is answered in its place this once, and never kept: it has secrets. Source: D73. */
  readonly once?: string
}

/**
 * A first answer. A refusal is kept only of a command that has had an effect before. `sent`: a refusal of an earlier
 * version, which kept what it had sent over HTTP.
 */
export type FirstAnswer =
  | FirstDocument
  | { readonly refused: Refused }
  | { readonly sent: { readonly status: number; readonly body: string } }

/** The refusal in an error; none in an error of another kind. */
export const refusedIn = (error: unknown): Refused | undefined => {
  if (error instanceof InvalidRequest) return { _tag: error._tag, errors: error.errors }
  return error instanceof DuplicateRequest || error instanceof NotFound ? { _tag: error._tag } : undefined
}

/** The stored record of an idempotency key. Instants in epoch milliseconds. */
export interface KeyRecord {
  readonly fingerprint: string
  readonly claimedAt: number
  /** The random part of the id under which the request creates what it creates, if an abandoned claim can be repeated. */
  readonly subject?: string
  /** The request has had its effect: the transaction that it made; empty if none. Absent: it has had none so far. */
  readonly made?: string
  readonly answer: FirstAnswer | undefined
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
export class AlreadyAnswered extends Data.TaggedError("AlreadyAnswered")<{
  readonly answer: FirstAnswer
  /** The transaction that the first request made; empty or absent if none. */
  readonly made?: string | undefined
}> {}

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
  const { answer, fingerprint, made } = record
  if (fingerprint === key.fingerprint && isAbandoned(record, now, abandonedAfter)) return undefined
  return withoutStack(() => {
    if (fingerprint !== key.fingerprint) return new IdempotencyMismatch()
    return answer === undefined ? new IdempotencyInFlight() : new AlreadyAnswered({ answer, made })
  })
}
