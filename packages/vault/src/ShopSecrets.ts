/** Secrets of shops that need not be stored, because the key ring gives them again. */
import { createHmac } from "node:crypto"
import type { VaultError } from "@florin/core/cards/CardVault"
import type { ShopId } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { KeyProvider } from "./KeyProvider.js"

/**
 * The webhook secret of a shop that was not given one: an HMAC under the deployment's stamp key, equal at every call.
 *
 * Shape: `whsec_` and 32 bytes as base64. Source: D33, Standard Webhooks.
 */
export const webhookSecret = (shop: ShopId): Effect.Effect<Redacted.Redacted<string>, VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const { stamp } = yield* Effect.flatMap(KeyProvider, (provider) => provider.ring)
    // Card numbers under the same key are digits alone: no text that starts like this one is ever a number.
    const bytes = createHmac("sha256", Redacted.value(stamp)).update(`webhook-secret:${shop}`).digest("base64")
    return Redacted.make(`whsec_${bytes}`)
  })
