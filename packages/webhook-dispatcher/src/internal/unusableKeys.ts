/**
 * Telling the operator about a shop's keys that could not be used.
 *
 * @since 0.1.0
 */
import type { Shop } from "@florin/core/shops/Shop"
import * as Effect from "effect/Effect"
import type { KeyUnusable } from "../Signature.js"

export const reportUnusable = (shop: Shop, unusable: ReadonlyArray<KeyUnusable>): Effect.Effect<void> =>
  Effect.forEach(
    unusable,
    ({ header }) =>
      Effect.annotateLogs(Effect.logWarning("a header is left out: the shop's key for it cannot be used"), {
        shop: shop.id,
        header
      }),
    { discard: true }
  )
