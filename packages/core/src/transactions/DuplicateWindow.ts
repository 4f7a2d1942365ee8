/**
 * The 30 seconds in which an equal request is a mistake.
 *
 * @since 0.1.0
 */
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CardStamp, ShopId, TransactionUid } from "../ids/Ids.js"
import type { Amount } from "../money/Amount.js"
import { DuplicateRequest } from "../request/InvalidRequest.js"
import { UnitOfWorkContext } from "../store/UnitOfWork.js"
import type { TransactionType } from "./Transaction.js"
import { TransactionStore } from "./TransactionStore.js"

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

/**
 * Refuses when an equal request was accepted less than 30 s before `now`. Locks, so that of two at once one is
 * accepted.
 *
 * @since 0.1.0
 * @category checks
 */
export const check = Effect.fnUntraced(function* (shop: ShopId, print: string, now: DateTime.Utc) {
  const store = yield* TransactionStore
  const writing = yield* UnitOfWorkContext
  yield* writing.lock(`duplicate:${shop}:${print}`)
  const original = yield* store.duplicateOf(shop, print, DateTime.subtractDuration(now, length))
  if (Option.isSome(original)) return yield* new DuplicateRequest()
})
