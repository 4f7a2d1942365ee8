/**
 * What an idempotency key says about a request: nothing, because it is new, or how the operation ends.
 *
 * @since 0.2.0
 */
import * as Duration from "effect/Duration"
import { type InvalidRequest, invalid, withoutStack } from "../request/InvalidRequest.js"
import type { KeyRecord } from "../store/Reads.js"
import {
  AlreadyAnswered,
  IdempotencyInFlight,
  type IdempotencyKey,
  IdempotencyMismatch,
  keptFor,
  keyPattern
} from "./IdempotencyStore.js"

/**
 * How an operation ends because of its key.
 *
 * @since 0.2.0
 * @category errors
 */
export type KeyRefusal = AlreadyAnswered | IdempotencyInFlight | IdempotencyMismatch | InvalidRequest

const keptMillis = Duration.toMillis(keptFor)

/**
 * None when the request may be made: it has no key, or one that is new or has been kept for its time. Instants in
 * milliseconds of the epoch. Source: D13.
 *
 * @since 0.2.0
 * @category deciding
 */
export const refusalOf = (key: IdempotencyKey, record: KeyRecord | undefined, now: number): KeyRefusal | undefined => {
  if (!keyPattern.test(key.key)) return invalid("idempotency_key", "must be 1 to 255 visible characters")
  if (record === undefined || record.claimedAt < now - keptMillis) return undefined
  const { answer, fingerprint } = record
  return withoutStack(() => {
    if (fingerprint !== key.fingerprint) return new IdempotencyMismatch()
    return answer === undefined ? new IdempotencyInFlight() : new AlreadyAnswered(answer, { disableValidation: true })
  })
}
