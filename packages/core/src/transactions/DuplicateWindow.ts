/**
 * The 30 seconds in which an equal request is a mistake.
 *
 * @since 0.1.0
 */
import * as Duration from "effect/Duration"
import type { CardStamp, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import type { TransactionType } from "./Transaction.js"

/**
 * How long an equal request is refused after the original; at exactly this long it is accepted.
 *
 * Source: interface, Limits, "Duplicate-check window"; D12.
 *
 * @since 0.1.0
 * @category limits
 */
export const length = Duration.seconds(30)

/**
 * Requests with equal fingerprints in one shop are duplicates: the same operation and amount on the same card, or on
 * the same parent.
 *
 * @since 0.1.0
 * @category models
 */
export const fingerprint = (type: TransactionType, amount: Amount, on: CardStamp | TransactionUid): string =>
  `${type}:${amount}:${on}`
