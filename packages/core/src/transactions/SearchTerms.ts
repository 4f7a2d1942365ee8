/**
 * What a transaction is found by, besides its uid.
 *
 * @since 0.2.0
 */
import * as Duration from "effect/Duration"
import type { CardStamp, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { TransactionType } from "./Transaction.js"

/**
 * What a new transaction is found by.
 *
 * @since 0.1.0
 * @category models
 */
export interface SearchTerms {
  /** Equal for requests that count as duplicates of each other. Source: D12. */
  readonly fingerprint: string
  /** The single values of `tracking_id`. */
  readonly trackingIds: ReadonlyArray<string>
}

/**
 * How long an equal request is refused after the original; at exactly this long it is accepted.
 *
 * Source: interface, Limits, "Duplicate-check window"; D12.
 *
 * @since 0.1.0
 * @category limits
 */
export const duplicateWindow = Duration.seconds(30)

/**
 * Requests with equal fingerprints in one shop are duplicates: the same operation and amount on the same card, or on
 * the same parent.
 *
 * @since 0.1.0
 * @category models
 */
export const fingerprint = (type: TransactionType, amount: Amount, on: CardStamp | TransactionUid): string =>
  `${type}:${amount}:${on}`

/**
 * The values that a `tracking_id` is found by: each of those separated by semicolons, and the whole text.
 *
 * Source: interface, "Authorization request", `tracking_id`.
 *
 * @since 0.1.0
 * @category models
 */
export const trackingIds = (trackingId: string | undefined): ReadonlyArray<string> => {
  if (trackingId === undefined) return []
  // Almost every one is a single value.
  if (/^[^;\s]+$/.test(trackingId)) return [trackingId]
  const single = trackingId.split(";").map((value) => value.trim())
  return Array.from(new Set([...single, trackingId])).filter((value) => value !== "")
}
