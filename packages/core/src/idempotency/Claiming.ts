/**
 * Claiming a key inside the commit that accepts the request.
 *
 * @since 0.1.0
 */
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { ShopId } from "../ids/Ids.js"
import { invalid } from "../request/InvalidRequest.js"
import {
  AlreadyAnswered,
  IdempotencyInFlight,
  type IdempotencyKey,
  IdempotencyMismatch,
  IdempotencyStore,
  keyPattern
} from "./IdempotencyStore.js"

/**
 * Goes on when there is no key or the key is new. Otherwise ends the operation: with the first answer, or because
 * there is none yet, or because it is no key or belongs to another request. Source: D13.
 *
 * @since 0.1.0
 * @category checks
 */
export const claim = Effect.fnUntraced(function* (shop: ShopId, key: IdempotencyKey | undefined, now: DateTime.Utc) {
  if (key === undefined) return
  if (!keyPattern.test(key.key)) return yield* invalid("idempotency_key", "must be 1 to 255 visible characters")
  const store = yield* IdempotencyStore
  const claim = yield* store.claim(shop, key, now)
  switch (claim._tag) {
    case "Claimed":
      return
    case "Answered":
      return yield* new AlreadyAnswered(claim.answer)
    case "InFlight":
      return yield* new IdempotencyInFlight()
    case "Mismatch":
      return yield* new IdempotencyMismatch()
  }
})
