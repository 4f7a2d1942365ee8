/** Shop secrets that are derived from the key ring instead of stored. */
import { createHmac } from "node:crypto"
import type { VaultError } from "@florin/core/cards/CardVault"
import type { ShopId } from "@florin/core/ids/Ids"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { KeyProvider } from "./KeyProvider.js"

/**
 * The default webhook secret of a shop: an HMAC under the deployment's stamp key, so it never changes.
 *
 * Shape: `whsec_` and 32 bytes as base64. Source: D33, Standard Webhooks.
 */
export const webhookSecret = (shop: ShopId): Effect.Effect<Redacted.Redacted<string>, VaultError, KeyProvider> =>
  Effect.gen(function* () {
    const { stamp } = yield* Effect.flatMap(KeyProvider, (provider) => provider.ring)
    // The same key also stamps card numbers. They are digits only, so this prefix can't collide with one.
    const bytes = createHmac("sha256", Redacted.value(stamp)).update(`webhook-secret:${shop}`).digest("base64")
    return Redacted.make(`whsec_${bytes}`)
  })
